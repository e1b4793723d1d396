/// The limits and ways of one transfer.
///
/// ```swift
/// var options = TransferOptions()
/// options.timeout = .seconds(5)
/// options.connectTo = [.init(host: "api.test", port: 443, toHost: "127.0.0.1", toPort: 8443)]
/// options.tls.certificateAuthorities = .file("ca.pem")
/// ```
///
/// An archive (`Codable`) keeps everything but secrets and closures: ``authentication``, the password
/// of a private key and ``TLS/trust`` are left out. The URL of a proxy is kept as it is.
public struct TransferOptions: Sendable {
  /// The longest time from start to end, or nil for no limit.
  ///
  /// Waiting for a free place under ``connectionsPerHost`` does not count.
  public var timeout: Duration?
  /// The longest time until a connection stands, TLS included, or nil for libcurl's 300 s.
  public var connectTimeout: Duration?
  /// The longest time without a byte in either direction, or nil for no limit.
  ///
  /// The meaning of `NSURLRequest.timeoutInterval`: connecting counts as silence, and a paused
  /// transfer does not time out.
  public var idleTimeout: Duration?
  /// The most bytes a second in each direction, on average over a few seconds; nil for no limit.
  ///
  /// The bytes of a body are counted as they go over the wire, before decompression. What is held
  /// back for the limit is no silence in the sense of ``idleTimeout``.
  public var rateLimit: Int? {
    get { boxedRarities?.value.rateLimit }
    set { if newValue != nil || boxedRarities != nil { change { $0.rateLimit = newValue } } }
  }
  /// The most bytes of a response body that are taken, counted after decompression.
  public var bodyLimit = Int.max
  /// Whether compressed bodies are decoded and, unless ``asksForCodings`` says otherwise, asked for.
  ///
  /// The codings are deflate, gzip (of several members, too), Brotli and Zstandard, and up to five of
  /// them one above the other. A body that ends in its middle is an error.
  ///
  /// A caller's own `Accept-Encoding` field takes the place of the usual one.
  public var decodesContent = true
  /// Whether compressed bodies are asked for; nil where they are decoded.
  public var asksForCodings: Bool? {
    get { boxedRarities?.value.asksForCodings }
    set { if newValue != nil || boxedRarities != nil { change { $0.asksForCodings = newValue } } }
  }
  /// The protocol version to use.
  public var httpVersion = HTTPVersion.automatic
  /// The internet protocol versions to use.
  public var ipVersion = IPVersion.any
  /// The most transfers with this option that are open to one scheme, host and port at a time.
  ///
  /// Those over the limit wait in order, with none of their time running.
  public var connectionsPerHost: Int?
  /// The way out.
  public var proxy = Proxy.environment
  /// The hosts that are reached without the proxy; nil for those of `no_proxy` where the proxy is
  /// that of the environment, and none beside a URL.
  ///
  /// A name stands for itself and all names under it, `192.0.2.0/24` for all addresses of the network,
  /// `*` for every host.
  public var proxyExceptions: [String]? {
    get { boxedRarities?.value.proxyExceptions }
    set { if newValue != nil || boxedRarities != nil { change { $0.proxyExceptions = newValue } } }
  }
  /// Other places to connect to than the URL says; names and certificates stay the URL's.
  public var connectTo: [ConnectTo] = []
  /// The path of a socket to connect to in the place of any host.
  public var unixSocketPath: String?
  /// The name or address of the network interface to use.
  public var networkInterface: String?
  /// Whether to wait for a connection that is being made, if it can be shared (HTTP/2), rather than
  /// to make another one.
  public var waitsForSharedConnection = false
  /// How packets are marked for the network, or nil for no mark.
  public var serviceType: ServiceType?
  /// Credentials that libcurl sends and negotiates.
  public var authentication: Authentication? {
    get { boxedAuthentication?.value }
    set { boxedAuthentication = newValue.map(Box.value) }
  }
  /// How the server's identity is checked and ours is shown.
  public var tls: TLS {
    get { boxedTLS?.value ?? TLS() }
    set { boxedTLS = .value(newValue) }
  }

  // Boxed because they are large and most transfers have none: copies of the options stay cheap.
  var boxedAuthentication: Box<Authentication>?
  var boxedTLS: Box<TLS>?
  var boxedRarities: Box<Rarities>?

  /// Makes the options with no time limit, system trust and the proxy of the environment.
  public init() {}

  /// What few transfers have.
  struct Rarities: Sendable {
    var rateLimit: Int?
    var asksForCodings: Bool?
    var proxyExceptions: [String]?
  }

  private mutating func change(_ change: (inout Rarities) -> Void) {
    var rarities = boxedRarities?.value ?? Rarities()
    change(&rarities)
    boxedRarities = .value(rarities)
  }

  indirect enum Box<Value: Sendable>: Sendable {
    case value(Value)

    var value: Value {
      switch self {
      case .value(let value): value
      }
    }
  }
}

extension TransferOptions {
  /// The protocol version a transfer uses.
  public enum HTTPVersion: String, Sendable, Hashable, CaseIterable, Codable {
    /// HTTP/2 where TLS negotiates it, else HTTP/1.1.
    case automatic
    /// HTTP/1.0.
    case http1
    /// HTTP/1.1.
    case http11
    /// HTTP/2 where TLS negotiates it, or by upgrade without TLS.
    case http2
    /// HTTP/2 from the first byte.
    case http2PriorKnowledge
    /// HTTP/3 and nothing else: an error where the server or the libcurl at run time lacks it, and
    /// without TLS.
    case http3
  }

  /// The internet protocol versions a name may be resolved to.
  public enum IPVersion: String, Sendable, Hashable, CaseIterable, Codable {
    /// Either.
    case any
    /// IPv4 alone.
    case v4
    /// IPv6 alone.
    case v6
  }

  /// The way out to the server.
  public enum Proxy: Sendable, Hashable, Codable {
    /// What `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say.
    case environment
    /// No proxy, whatever the environment says.
    case none
    /// A proxy's URL (`http`, `https`, `socks4`, `socks4a`, `socks5`, `socks5h`).
    case url(String)
  }

  /// A place to connect to in the place of the one in the URL.
  ///
  /// Unlike a forged name lookup it holds for one transfer and no other.
  public struct ConnectTo: Sendable, Hashable, Codable {
    /// The URL's host this is for, or nil for any.
    public var host: String?
    /// The URL's port this is for, or nil for any.
    public var port: Int?
    /// The host or address to connect to, or nil for the URL's.
    public var toHost: String?
    /// The port to connect to, or nil for the URL's.
    public var toPort: Int?

    /// Makes a replacement.
    public init(host: String? = nil, port: Int? = nil, toHost: String?, toPort: Int? = nil) {
      self.host = host
      self.port = port
      self.toHost = toHost
      self.toPort = toPort
    }
  }

  /// Credentials that libcurl sends and negotiates itself.
  ///
  /// A bearer token is a header field and not among them.
  public enum Authentication: Sendable, Hashable {
    /// Basic, with the first request (RFC 7617).
    case basic(user: String, password: String)
    /// Digest, after the server's challenge (RFC 7616).
    case digest(user: String, password: String)
    /// NTLM.
    case ntlm(user: String, password: String)
    /// Negotiate with the credentials of the environment (RFC 4559).
    case negotiate
    /// AWS Signature 4 by libcurl; `provider` is its `provider1:provider2:region:service`.
    ///
    /// libcurl 7.88 signs bodies that are sent from memory with a field it does not send, others as
    /// if they were empty, queries and paths as they stand, and S3 without the hash of the body, so
    /// that Amazon takes little more than a GET of a plain path. The signer of `SessionCore` does not
    /// use it.
    case awsSignature4(provider: String, accessKey: String, secretKey: String)
  }
}
