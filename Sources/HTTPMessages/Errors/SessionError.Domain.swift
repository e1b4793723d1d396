extension SessionError {
  /// The part of the session that an error comes from.
  public struct Domain: RawRepresentable, Sendable, Hashable {
    /// The name.
    public var rawValue: String

    /// Takes any name, also one that has no constant here.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Loading: name, connection, TLS, redirects, cancellation.
    public static var url: Self { .init(rawValue: "NSURLErrorDomain") }
    /// Encoding of a request.
    public static var requestSerialization: Self {
      .init(rawValue: "com.alamofire.error.serialization.request")
    }
    /// Validation of an answer.
    public static var responseSerialization: Self {
      .init(rawValue: "com.alamofire.error.serialization.response")
    }
    /// Reading and writing of files and documents.
    public static var cocoa: Self { .init(rawValue: "NSCocoaErrorDomain") }
  }
}
