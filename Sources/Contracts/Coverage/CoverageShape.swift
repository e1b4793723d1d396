/// What of a contract can be covered.
public struct CoverageShape: Sendable, Hashable {
  /// One thing that exchanges cover or not.
  public struct Item: Sendable, Hashable {
    /// What it is.
    public enum Kind: Sendable, Hashable {
      /// The operation itself.
      case operation
      /// A documented status: `200`, `4XX` or `default`.
      case status(String)
      /// A media type of the request's body.
      case requestMedia(String)
      /// A media type of the body of a response, with the response's status.
      case responseMedia(String, String)
      /// A parameter, with where it is sent (`path`, `query`, `header`, `cookie`, `querystring`).
      case parameter(in: String, name: String)
      /// A value of a parameter's `enum`.
      case parameterValue(in: String, name: String, value: String)
      /// A property of the schema of a response, as `$.lines[*].price`.
      case property(status: String, media: String, path: String)
    }

    /// The index of the operation that it belongs to.
    public var operation: Int
    /// What it is.
    public var kind: Kind
  }

  /// The items, those of one operation in a row, operations in the order of the document.
  public var items: [Item] = []
}
