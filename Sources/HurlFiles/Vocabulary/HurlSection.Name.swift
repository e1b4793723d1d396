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

    /// Whether it belongs to a response, else to a request.
    public var isOfResponse: Bool { self == .captures || self == .asserts }
  }
}
