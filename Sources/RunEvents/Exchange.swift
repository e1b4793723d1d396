/// A request and its response, secrets masked.
public struct Exchange: Sendable, Hashable {
  /// A header field.
  public struct Field: Sendable, Hashable {
    /// The name as it was sent.
    public var name: String
    /// The value.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A body, or the beginning of one.
  public struct Body: Sendable, Hashable {
    /// The first bytes.
    public var bytes: [UInt8]
    /// How many bytes the whole body has; `nil` when that is not known.
    public var count: Int64?
    /// The media type without parameters, lower case.
    public var mediaType: String?

    /// Makes a body.
    public init(bytes: [UInt8], count: Int64?, mediaType: String?) {
      self.bytes = bytes
      self.count = count
      self.mediaType = mediaType
    }

    /// Whether `bytes` is not all of it.
    public var isCut: Bool { count.map { $0 > Int64(bytes.count) } ?? true }
  }

  /// A request as it was sent.
  public struct Request: Sendable, Hashable {
    /// The method.
    public var method: String
    /// The whole URL.
    public var url: String
    /// The fields in order.
    public var fields: [Field]
    /// The body, if there is one.
    public var body: Body?

    /// Makes a request.
    public init(method: String, url: String, fields: [Field] = [], body: Body? = nil) {
      self.method = method
      self.url = url
      self.fields = fields
      self.body = body
    }
  }

  /// A response as it came.
  public struct Response: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The reason phrase, or the standard one where the server gave none.
    public var reason: String
    /// `1.0`, `1.1`, `2` or `3`.
    public var version: String
    /// The fields in order.
    public var fields: [Field]
    /// The body.
    public var body: Body

    /// Makes a response.
    public init(status: Int, reason: String, version: String, fields: [Field], body: Body) {
      self.status = status
      self.reason = reason
      self.version = version
      self.fields = fields
      self.body = body
    }
  }

  /// How long each part took, in seconds from the start of the transfer; 0 for what did not happen.
  public struct Timings: Sendable, Hashable {
    /// Until the host's name was found.
    public var nameLookup: Double
    /// Until the connection stood.
    public var connect: Double
    /// Until TLS was agreed on.
    public var tls: Double
    /// Until the first byte of the request was sent.
    public var requestStart: Double
    /// Until the first byte of the response came.
    public var responseStart: Double
    /// Until the end.
    public var total: Double
    /// Whether the connection had been open already.
    public var reusedConnection: Bool

    /// Makes timings.
    public init(
      nameLookup: Double = 0,
      connect: Double = 0,
      tls: Double = 0,
      requestStart: Double = 0,
      responseStart: Double = 0,
      total: Double = 0,
      reusedConnection: Bool = false
    ) {
      self.nameLookup = nameLookup
      self.connect = connect
      self.tls = tls
      self.requestStart = requestStart
      self.responseStart = responseStart
      self.total = total
      self.reusedConnection = reusedConnection
    }
  }

  /// The request.
  public var request: Request
  /// The response, its body perhaps cut short; `nil` when no whole head came.
  public var response: Response?
  /// Whether the head of a response began to come and ended too early.
  public var isHeadCut: Bool
  /// The timings.
  public var timings: Timings
  /// The address of the server, if a connection stood.
  public var address: String?
  /// The redirects that were followed before this request, first one first.
  public var redirects: [Exchange]
  /// The request as a command line for curl, when asked for.
  public var curl: String?

  /// Makes an exchange.
  public init(
    request: Request,
    response: Response? = nil,
    timings: Timings = Timings(),
    address: String? = nil,
    redirects: [Exchange] = [],
    curl: String? = nil,
    isHeadCut: Bool = false
  ) {
    self.request = request
    self.response = response
    self.isHeadCut = isHeadCut
    self.timings = timings
    self.address = address
    self.redirects = redirects
    self.curl = curl
  }
}
