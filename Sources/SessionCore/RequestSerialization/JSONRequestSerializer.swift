public import Documents

/// Puts parameters into a JSON body; methods without a body get them as a query.
///
/// An archive of it (`Codable`) keeps everything but closures, as ``RequestSerializerSettings`` says.
public struct JSONRequestSerializer: RequestSerializer, Codable {
  /// Headers, query encoding and attributes.
  public var settings: RequestSerializerSettings
  /// How the JSON is written; slashes are escaped by default, as AFNetworking has it.
  public var writingOptions: JSONWritingOptions

  /// Creates a serializer.
  public init(
    settings: RequestSerializerSettings = .init(),
    writingOptions: JSONWritingOptions = .escapedSlashes
  ) {
    self.settings = settings
    self.writingOptions = writingOptions
  }

  /// Encodes parameters; without any there is neither a body nor a content type.
  public func serialize(
    _ parameters: ParameterValue?,
    into request: SessionRequest
  ) throws(SessionError) -> SessionRequest {
    if settings.encodesParametersInURI(request.method) {
      return try HTTPRequestSerializer(settings: settings).serialize(parameters, into: request)
    }
    var request = request
    settings.applyHeaders(to: &request)
    guard let parameters else { return request }
    guard parameters.isJSONDocument, let value = parameters.json else {
      let message = "The `parameters` argument is not valid JSON."
      throw SessionError(.cannotDecodeContentData, message, of: request, in: .requestSerialization)
    }
    request.headers.setIfAbsent("Content-Type", "application/json")
    request.body = .bytes(value.serialized(writingOptions))
    return request
  }
}

extension ParameterValue {
  /// Whether this is a list or an object, which `JSONSerialization` wants at the top.
  fileprivate var isJSONDocument: Bool {
    switch self {
    case .null, .bool, .number, .string, .data, .date, .set: false
    case .array, .object, .pairs: !isDeeper(than: 512)
    }
  }
}
