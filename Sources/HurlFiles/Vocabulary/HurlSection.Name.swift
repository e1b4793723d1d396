extension HurlSection {
  /// The name of a section; some sections have two.
  public enum Name: String, HurlWord {
    /// Parameters of the URL.
    case query = "Query"
    /// The older name of ``query``.
    case queryStringParams = "QueryStringParams"
    /// A form as body.
    case form = "Form"
    /// The older name of ``form``.
    case formParams = "FormParams"
    /// A multipart body.
    case multipart = "Multipart"
    /// The older name of ``multipart``.
    case multipartFormData = "MultipartFormData"
    /// Name and password of Basic authentication.
    case basicAuth = "BasicAuth"
    /// Cookies that are sent.
    case cookies = "Cookies"
    /// How the request is made.
    case options = "Options"
    /// Values that later entries use.
    case captures = "Captures"
    /// What must hold of the response.
    case asserts = "Asserts"

    public static var noun: String { "section" }

    /// What the rows of a section are.
    public enum RowKind: Sendable {
      /// `name: value`.
      case fields
      /// `name: value` or `name: file,…; type`.
      case parts
      /// `option: value`.
      case options
      /// `name: query filter…`.
      case captures
      /// `query filter… predicate`.
      case assertions
    }

    /// What its rows are.
    public var rows: RowKind {
      switch self {
      case .query, .queryStringParams, .form, .formParams, .basicAuth, .cookies: .fields
      case .multipart, .multipartFormData: .parts
      case .options: .options
      case .captures: .captures
      case .asserts: .assertions
      }
    }

    /// Whether it belongs to a response, else to a request.
    public var isOfResponse: Bool {
      switch self {
      case .captures, .asserts: true
      case .query, .queryStringParams, .form, .formParams, .multipart, .multipartFormData,
        .basicAuth, .cookies, .options:
        false
      }
    }

    /// How many rows it may have.
    public var mostRows: Int { self == .basicAuth ? 1 : .max }
  }
}
