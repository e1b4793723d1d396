/// Puts parameters and default headers into a request.
///
/// ```swift
/// var serializer = HTTPRequestSerializer()
/// serializer.settings.headers["Accept"] = "text/html"
/// try serializer.request("GET", url, parameters: ["page": 2])
/// ```
public protocol RequestSerializer: Sendable {
  /// What all serializers have in common.
  var settings: RequestSerializerSettings { get set }

  /// Encodes parameters into a request that has a method and a URL.
  ///
  /// - Parameters:
  ///   - parameters: what the request says, `nil` for nothing.
  ///   - request: headers it has stay as they are.
  /// - Returns: the request with headers, attributes and parameters.
  /// - Throws: `SessionError` when the parameters cannot be encoded.
  func serialize(
    _ parameters: ParameterValue?,
    into request: SessionRequest
  ) throws(SessionError) -> SessionRequest
}

extension RequestSerializer {
  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: compared without case where it decides on the place of the parameters, and sent
  ///     as it is.
  ///   - url: where it goes.
  ///   - parameters: what it says, `nil` for nothing.
  ///   - headers: put over what the serializer sets, `Content-Type` included.
  /// - Returns: the request.
  /// - Throws: `SessionError` when the parameters cannot be encoded.
  public func request(
    _ method: String,
    _ url: URI,
    parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:]
  ) throws(SessionError) -> SessionRequest {
    var request = SessionRequest(method: method, url: url)
    settings.attributes.apply(to: &request.attributes)
    request = try serialize(parameters, into: request)
    request.headers.merge(headers)
    return request
  }

  /// Makes a request whose body is a form in parts.
  ///
  /// - Parameters:
  ///   - method: neither `GET` nor `HEAD`.
  ///   - url: where it goes.
  ///   - parameters: become the first parts, their names not escaped but for quotes and breaks.
  ///   - headers: put over what the serializer sets. AFNetworking lets them replace the content
  ///     type with its boundary; here that one field stays.
  ///   - form: adds the parts.
  /// - Returns: the request; without any part, the URL-encoded one of the same method.
  /// - Throws: `SessionError` when a part cannot be made.
  public func multipartRequest(
    _ method: String = "POST",
    _ url: URI,
    parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:],
    form: (inout MultipartFormData) throws(SessionError) -> Void
  ) throws(SessionError) -> SessionRequest {
    if method.equalsIgnoringASCIICase("GET") || method.equalsIgnoringASCIICase("HEAD") {
      throw SessionError(
        domain: .requestSerialization,
        code: .cannotDecodeContentData,
        message: "a \(method) request cannot carry a multipart form",
        failingURL: url.displayText
      )
    }
    var request = SessionRequest(method: method, url: url)
    settings.attributes.apply(to: &request.attributes)
    request = try HTTPRequestSerializer(settings: settings).serialize(nil, into: request)
    var data = MultipartFormData()
    try data.append(parameters: parameters, encoder: settings.queryEncoder)
    try form(&data)
    request.headers.merge(headers)
    if data.isEmpty { return request }
    request.headers["Content-Type"] = data.contentType
    request.body = .multipart(data)
    return request
  }
}
