/// How a fixture server listens, and how much of what comes it keeps.
///
/// ```swift
/// var options = FixtureOptions()
/// options.security = .tls(try FixtureTLS(identity: authority.issue(.server())))
/// options.protocols = .http2
/// let server = try await FixtureServer.start(options, routes: .standard)
/// ```
public struct FixtureOptions: Sendable {
  /// Where a server listens.
  public enum Address: Sendable, Hashable {
    /// 127.0.0.1, on a free port.
    case loopback
    /// ::1, on a free port.
    case loopback6
    /// A unix socket at this path, which must not exist.
    case unix(String)
  }

  /// Whether connections are encrypted.
  public enum Security: Sendable {
    /// Plain text.
    case plain
    /// TLS, with a client certificate when the value says so.
    case tls(FixtureTLS)
  }

  /// The HTTP versions a server speaks.
  public enum Protocols: Sendable, Hashable {
    /// HTTP/1.1 only.
    case http1
    /// Under TLS HTTP/2 or HTTP/1.1 as ALPN decides; in plain text HTTP/2 by prior knowledge only.
    case http2
  }

  /// Where the server listens.
  public var address = Address.loopback
  /// Whether connections are encrypted.
  public var security = Security.plain
  /// The HTTP versions the server speaks.
  public var protocols = Protocols.http1
  /// How many bytes of a request's body are kept; the rest is counted and hashed only.
  public var keptBodyBytes = 1 << 20
  /// How many requests are kept; later ones are counted only.
  public var keptRequests = 10_000
  /// Whether `Expect: 100-continue` is answered with a 100.
  public var sendsContinue = true
  /// The gate at which each new connection waits before the server reads from it.
  public var gate: Gate?

  /// Plain HTTP/1.1 on 127.0.0.1.
  public init() {}
}
