import Locks

/// A session with a base URL, a way to write parameters and JSON answers.
///
/// The counterpart of `AFHTTPSessionManager`. Answers of another kind have another type:
/// ``SerializingSessionManager/serializing(with:)``, or a serializer for one call alone.
///
/// ```swift
/// let api = try HTTPSessionManager(baseURL: "https://example.com/v1")
/// let orders = try await api.get("orders", parameters: ["page": 2]).object
/// try await api.post("orders", parameters: ["sku": "ABC-1"])
/// ```
public typealias HTTPSessionManager = SerializingSessionManager<JSONResponseSerializer>

/// A session with a base URL, a way to write parameters and a way to read answers.
///
/// ``HTTPSessionManager`` is the one that reads JSON. These are the deliberate divergences from
/// `AFHTTPSessionManager`: what answers are decoded to is part of the type, so that no cast is needed;
/// one completion gets the whole result, where there is a block for success and one for failure; a
/// URL that cannot be read is an error and not the end of the program; and the security policy is that
/// of the session's configuration, so it is held against the base when a manager is made.
///
/// ```swift
/// let pages = try SerializingSessionManager(
///   baseURL: "https://example.com",
///   responseSerializer: StringResponseSerializer()
/// )
/// let text = try await pages.get("index.html").object
/// ```
public final class SerializingSessionManager<Response: ResponseSerializer>: Sendable {
  /// The session that sends.
  public let session: URLSessionManager
  /// What relative URLs are resolved against; its path ends with a slash unless it is empty.
  public let baseURL: URI?

  private let serializers: Locked<Serializers>
  private let updates = UpdateGate()

  fileprivate struct Serializers: Sendable {
    var request: any RequestSerializer
    var response: Response
  }

  /// Creates a session; without base URL, every request needs an absolute one.
  ///
  /// - Parameters:
  ///   - baseURL: `nil`, or an absolute `http` or `https` URL.
  ///   - session: what sends.
  ///   - requestSerializer: writes parameters; by default query and form.
  ///   - responseSerializer: reads answers.
  /// - Throws: `SessionError` (-1000) for a base that is no such URL, (-1200) for a session that
  ///   pins certificates without an https base.
  public init(
    baseURL: String? = nil,
    session: URLSessionManager = URLSessionManager(),
    requestSerializer: any RequestSerializer = HTTPRequestSerializer(),
    responseSerializer: Response
  ) throws(SessionError) {
    let pinning = session.configuration.securityPolicy?.pinningMode ?? .none
    if pinning != .none, baseURL?.lowercased().hasPrefix("https://") != true {
      throw SessionError(
        code: .secureConnectionFailed,
        message: """
          Invalid Security Policy: A security policy configured with `\(pinning.name)` can only be \
          applied on a manager with a secure base URL (i.e. https)
          """,
        failingURL: baseURL
      )
    }
    if let baseURL {
      let url = try URI.parsing(baseURL)
      guard url.isRequestable else {
        throw SessionError(
          code: .badURL,
          message: "the base is not an http or https URL",
          failingURL: baseURL
        )
      }
      self.baseURL = url.asBase
    } else {
      self.baseURL = nil
    }
    self.session = session
    serializers = Locked(Serializers(request: requestSerializer, response: responseSerializer))
  }

  /// Writes parameters.
  ///
  /// Safe from all threads, also where a part of it is changed: one change follows another, and
  /// reading waits for none of them.
  public var requestSerializer: any RequestSerializer {
    get { serializers.withLock { $0.request } }
    _modify {
      updates.enter()
      defer { updates.leave() }
      var changed = serializers.withLock { $0.request }
      defer {
        let serializer = changed
        serializers.withLock { $0.request = serializer }
      }
      yield &changed
    }
  }

  /// Reads answers; as safe as ``requestSerializer``.
  public var responseSerializer: Response {
    get { serializers.withLock { $0.response } }
    _modify {
      updates.enter()
      defer { updates.leave() }
      var changed = serializers.withLock { $0.response }
      defer {
        let serializer = changed
        serializers.withLock { $0.response = serializer }
      }
      yield &changed
    }
  }

  /// Changes the request serializer's settings in one piece.
  ///
  /// - Parameter change: called once, while no other change is made. It may use the manager; a change
  ///   of the serializers that it makes itself is lost.
  public func updateRequestSettings(
    _ change: @Sendable (inout RequestSerializerSettings) -> Void
  ) {
    change(&requestSerializer.settings)
  }

  /// A new manager of the same base, configuration and serializers, without the hooks and tasks of
  /// this one.
  ///
  /// AFNetworking's copies lose settings of their serializers; here none is lost.
  public func copy() -> SerializingSessionManager {
    let known = serializers.withLock { $0 }
    return SerializingSessionManager(base: baseURL, session: session.copy(), serializers: known)
  }

  /// A manager of the same session and base that reads answers another way.
  ///
  /// - Parameter serializer: judges and decodes answers.
  /// - Returns: a manager with a copy of the request serializer; later changes of one of them leave
  ///   the other as it is.
  public func serializing<Other: ResponseSerializer>(
    with serializer: Other
  ) -> SerializingSessionManager<Other> {
    SerializingSessionManager<Other>(
      base: baseURL,
      session: session,
      serializers: .init(request: requestSerializer, response: serializer)
    )
  }

  fileprivate init(base: URI?, session: URLSessionManager, serializers: Serializers) {
    baseURL = base
    self.session = session
    self.serializers = Locked(serializers)
  }

  /// The absolute URL of a reference: the base for the empty one.
  ///
  /// - Throws: `SessionError` (-1000) where AFNetworking stops the program.
  public func url(_ reference: String) throws(SessionError) -> URI {
    let url = try URI.parsing(reference)
    return baseURL?.resolving(url) ?? url
  }

  /// Makes a request with the serializer's headers and attributes.
  ///
  /// - Parameters:
  ///   - method: such as `GET`.
  ///   - reference: resolved against the base.
  ///   - parameters: what the request says.
  ///   - headers: put over the serializer's.
  /// - Returns: the request.
  /// - Throws: `SessionError` when URL or parameters cannot be encoded.
  public func request(
    _ method: String,
    _ reference: String,
    parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:]
  ) throws(SessionError) -> SessionRequest {
    try requestSerializer.request(
      method,
      url(reference),
      parameters: parameters,
      headers: headers
    )
  }

  /// Sends a request and gives the bytes of its answer, whatever its status.
  public func data(for request: SessionRequest) async throws(SessionError) -> SessionData {
    try await session.data(for: request)
  }
}

extension SerializingSessionManager where Response == JSONResponseSerializer {
  /// Creates a session that reads JSON; without base URL, every request needs an absolute one.
  ///
  /// - Parameters:
  ///   - baseURL: `nil`, or an absolute `http` or `https` URL.
  ///   - session: what sends.
  ///   - requestSerializer: writes parameters; by default query and form.
  /// - Throws: as the initializer with a response serializer does.
  public convenience init(
    baseURL: String? = nil,
    session: URLSessionManager = URLSessionManager(),
    requestSerializer: any RequestSerializer = HTTPRequestSerializer()
  ) throws(SessionError) {
    try self.init(
      baseURL: baseURL,
      session: session,
      requestSerializer: requestSerializer,
      responseSerializer: JSONResponseSerializer()
    )
  }
}
