/// An archive keeps base URL, session configuration (security policy included) and both serializers,
/// as AFNetworking's does.
///
/// Request serializers of this library can be archived; one of your own cannot be found again by its
/// name, as AFNetworking finds classes, so writing it is an error.
extension SerializingSessionManager: Decodable where Response: Decodable {
  /// Reads an archive.
  ///
  /// - Throws: `DecodingError`, also for a base URL or pins that a new manager would not take.
  public convenience init(from decoder: any Decoder) throws {
    let archive = try decoder.container(keyedBy: ManagerCodingKeys.self)
    func read(_ type: (some RequestSerializer & Decodable).Type) throws -> any RequestSerializer {
      try archive.decode(type, forKey: .requestSerializer)
    }
    let kind = try archive.decode(ManagerRequestKind.self, forKey: .requestKind)
    let request = try read(kind.type)
    do {
      try self.init(
        baseURL: try archive.decodeIfPresent(String.self, forKey: .baseURL),
        session: try archive.decode(URLSessionManager.self, forKey: .session),
        requestSerializer: request,
        responseSerializer: try archive.decode(
          Response.self,
          forKey: .responseSerializer
        )
      )
    } catch let error as SessionError {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: archive.codingPath,
          debugDescription: error.message,
          underlyingError: error
        )
      )
    }
  }
}

extension SerializingSessionManager: Encodable where Response: Encodable {
  /// Writes an archive.
  ///
  /// - Throws: `EncodingError` for a request serializer that is not this library's.
  public func encode(to encoder: any Encoder) throws {
    var archive = encoder.container(keyedBy: ManagerCodingKeys.self)
    try archive.encodeIfPresent(baseURL?.text, forKey: .baseURL)
    try archive.encode(session, forKey: .session)
    let serializer = requestSerializer
    guard let kind = ManagerRequestKind.allCases.first(where: { $0.type == type(of: serializer) }),
      let known = serializer as? any Encodable
    else { throw EncodingError.foreign(serializer, at: encoder.codingPath) }
    try archive.encode(kind, forKey: .requestKind)
    try archive.encode(known, forKey: .requestSerializer)
    try archive.encode(responseSerializer, forKey: .responseSerializer)
  }
}

private enum ManagerCodingKeys: CodingKey {
  case baseURL, session, requestKind, requestSerializer, responseSerializer
}

private enum ManagerRequestKind: String, Codable, CaseIterable {
  case http, json, propertyList

  var type: any (RequestSerializer & Codable).Type {
    switch self {
    case .http: HTTPRequestSerializer.self
    case .json: JSONRequestSerializer.self
    case .propertyList: PropertyListRequestSerializer.self
    }
  }
}

extension EncodingError {
  /// A serializer is not this library's.
  static func foreign(_ serializer: Any, at path: [any CodingKey]) -> Self {
    let message = "only this library's serializers can be archived, not \(type(of: serializer))"
    return .invalidValue(serializer, .init(codingPath: path, debugDescription: message))
  }
}
