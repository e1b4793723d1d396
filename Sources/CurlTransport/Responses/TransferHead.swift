public import HTTPMessages

/// The status line and the header fields of a response.
public struct TransferHead: Sendable, Hashable {
  /// The version the server answered in.
  public var version: Version
  /// The status, 100 to 999.
  public var status: Int
  /// The reason phrase, empty in HTTP/2 and later.
  public var reason: String
  /// The fields in order.
  public var headers: TransferHeaders

  /// Makes a head.
  public init(version: Version, status: Int, reason: String, headers: TransferHeaders) {
    self.version = version
    self.status = status
    self.reason = reason
    self.headers = headers
  }

  /// The length in bytes of the `Content-Length` field, or nil.
  public var contentLength: Int64? {
    headers.first(named: "Content-Length").flatMap(Int64.init)
  }

  /// A version of HTTP as a response names it.
  public struct Version: Sendable, Hashable, CustomStringConvertible {
    /// The first number.
    public var major: Int
    /// The second number, 0 where there is none.
    public var minor: Int

    /// Makes a version.
    public init(major: Int, minor: Int) {
      self.major = major
      self.minor = minor
    }

    /// `HTTP/1.1`, `HTTP/2`.
    public var description: String {
      major < 2 ? "HTTP/\(major).\(minor)" : "HTTP/\(major)"
    }
  }
}
