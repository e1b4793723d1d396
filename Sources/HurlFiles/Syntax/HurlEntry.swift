public import Diagnostics

/// A request, and what must come back.
public struct HurlEntry: Sendable {
  /// What is sent.
  public var request: HurlRequest

  /// What must come back; without it, any response will do.
  public var response: HurlResponse?

  /// From the method to the end of the last line that is no comment.
  public var range: SourceRange
}

/// What is sent.
public struct HurlRequest: Sendable {
  /// The method: ASCII letters in upper case, known or not.
  public var method: Spelled<String>

  /// The URL.
  public var url: HurlTemplate

  /// The headers in order.
  public var headers: [HurlField]

  /// The sections in order, each name at most once.
  public var sections: [HurlSection]

  /// The body, if there is one.
  public var body: HurlBody?

  /// From the method to the end of the last part.
  public var range: SourceRange
}

/// What must come back.
public struct HurlResponse: Sendable {
  /// A version of HTTP that a response must have.
  public enum Version: String, Sendable, CaseIterable {
    /// `HTTP`: whichever.
    case any = "HTTP"
    /// `HTTP/1.0`.
    case http10 = "HTTP/1.0"
    /// `HTTP/1.1`.
    case http11 = "HTTP/1.1"
    /// `HTTP/2`.
    case http2 = "HTTP/2"
    /// `HTTP/3`.
    case http3 = "HTTP/3"
  }

  /// The version.
  public var version: Spelled<Version>

  /// The status; `nil` for `*`, any status.
  public var status: Spelled<Int?>

  /// The headers that must be there.
  public var headers: [HurlField]

  /// The sections in order, each name at most once.
  public var sections: [HurlSection]

  /// The body that must come, if there is one.
  public var body: HurlBody?

  /// From the version to the end of the last part.
  public var range: SourceRange
}
