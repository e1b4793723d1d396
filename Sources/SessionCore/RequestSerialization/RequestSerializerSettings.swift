/// What all request serializers have in common; copies keep everything.
///
/// Text is written in UTF-8 alone: AFNetworking's `stringEncoding`, which by default is that, has no
/// counterpart.
///
/// AFNetworking loses the method set and the touched attributes when it copies; here they stay. An
/// archive (`Codable`), which holds only headers and style there, holds all but closures here:
/// ``querySerialization`` is `nil` in what is read back, and an encoder's own spellings (`custom`)
/// are AFNetworking's. An archive holds the headers as they are, an authorization included.
public struct RequestSerializerSettings: Sendable, Codable {
  /// Headers of every request that does not have them already.
  public var headers: HTTPHeaders
  /// Methods, in upper case, whose parameters go into the query.
  public var methodsEncodingParametersInURI: Set<String> = ["GET", "HEAD", "DELETE"]
  /// How queries and forms are written.
  public var queryEncoder = QueryEncoder()
  /// Writes the query instead of ``queryEncoder``, given the request and its parameters.
  ///
  /// Its result is taken as it is; `nil` leaves the query out.
  public var querySerialization: QuerySerialization?
  /// Attributes that are put into every request.
  public var attributes = TouchedAttributes()

  private enum CodingKeys: CodingKey {
    case headers, methodsEncodingParametersInURI, queryEncoder, attributes
  }

  /// Writes parameters as a query.
  public typealias QuerySerialization =
    @Sendable (SessionRequest, ParameterValue) throws(SessionError) -> String?

  /// Creates settings.
  ///
  /// - Parameter headers: by default `Accept-Language` and `User-Agent` of this process.
  public init(headers: HTTPHeaders = .sessionDefaults) { self.headers = headers }

  /// Puts a basic authorization into every request that has none (RFC 7617, UTF-8).
  public mutating func setAuthorization(user: String, password: String) {
    headers["Authorization"] = Authentication.basicHeader(user: user, password: password)
  }

  /// Takes the authorization out again.
  public mutating func clearAuthorization() { headers.remove("Authorization") }

  /// Puts the default headers in.
  func applyHeaders(to request: inout SessionRequest) {
    if request.headers.isEmpty {
      request.headers = headers
      return
    }
    for field in headers { request.headers.setIfAbsent(field.name, field.value) }
  }

  /// Whether parameters of this method go into the query.
  func encodesParametersInURI(_ method: String) -> Bool {
    methodsEncodingParametersInURI.contains(method)
      || methodsEncodingParametersInURI.contains(method.uppercased())
  }

  /// The query of a request, `nil` without parameters.
  func query(
    _ parameters: ParameterValue?,
    for request: SessionRequest
  ) throws(SessionError) -> String? {
    guard let parameters else { return nil }
    if let querySerialization { return try querySerialization(request, parameters) }
    return try queryEncoder.encode(parameters)
  }
}
