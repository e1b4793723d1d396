/// Compresses the bodies of requests and says so in their `Content-Encoding`.
///
/// For all requests of a session, or for one:
///
/// ```swift
/// configuration.compression = .gzip
/// configuration.compression?.minimumLength = 1024
/// request.compression = .off
/// ```
///
/// Bytes in memory are compressed as a whole, so `Content-Length` is their compressed length;
/// files, forms and sources are compressed while they are sent and go without a length (in chunks over
/// HTTP/1.1), which some servers do not take. Upload progress counts what is sent. It happens once for
/// each task, after all adapters and before credentials, so signatures cover what is sent; a body
/// that is sent again after a redirect, a challenge or a failure is the same.
///
/// Alamofire's `DeflateRequestCompressor` is the model, which knows the `deflate` coding and bodies in
/// memory alone. A server must say somewhere that it takes compressed requests: RFC 9110 section
/// 12.5.3 has it do so with `Accept-Encoding` in an answer, and refuse with 415.
public struct RequestCompression: Sendable {
  /// A content coding (RFC 9110 section 8.4.1).
  public enum Coding: String, Sendable, Hashable, Codable {
    /// The format of the program gzip (RFC 1952), which nearly every server takes.
    case gzip
    /// The zlib format (RFC 1950), as the standard has it; not bare DEFLATE data.
    case deflate
  }

  /// What to do with a request that has a `Content-Encoding` already.
  public enum ExistingCoding: String, Sendable, Hashable, Codable {
    /// The task ends with an error and nothing is sent, Alamofire's default.
    case refused
    /// The body is compressed, and the header says that alone.
    case replaced
    /// The request is sent as it is.
    case kept
  }

  /// How bodies are compressed, `nil` for not at all.
  public var coding: Coding?
  /// From 1 (fast) to 9 (small).
  public var level = 6
  /// The fewest bytes that are worth it; bodies whose length is not known are always.
  ///
  /// An empty body is never compressed. Alamofire has no such bound.
  public var minimumLength: Int64 = 0
  /// What to do with a request that says of itself that its body is coded.
  public var existingCoding = ExistingCoding.refused
  /// Says whether a request's body is worth it, after ``minimumLength`` and before ``existingCoding``;
  /// `nil` for always.
  public var condition: (@Sendable (SessionRequest) -> Bool)?

  /// Compresses with gzip.
  public static var gzip: Self { Self(.gzip) }
  /// Compresses to the zlib format.
  public static var deflate: Self { Self(.deflate) }
  /// Leaves bodies as they are, also where the session compresses.
  public static var off: Self { Self(nil) }

  /// Creates a compression of all bodies.
  ///
  /// - Parameter coding: `nil` for none.
  public init(_ coding: Coding?) { self.coding = coding }
}

extension RequestCompression: Codable {
  /// An archive has no ``condition``.
  private enum CodingKeys: CodingKey {
    case coding, level, minimumLength, existingCoding
  }
}
