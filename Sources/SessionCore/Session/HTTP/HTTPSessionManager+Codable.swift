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
    func read<Serializer: RequestSerializer & Decodable>(
      _ type: Serializer.Type
    ) throws -> any RequestSerializer {
      try archive.decode(type, forKey: .requestSerializer)
    }
    let request: any RequestSerializer =
      switch try archive.decode(ManagerRequestKind.self, forKey: .requestKind) {
      case .http: try read(HTTPRequestSerializer.self)
      case .json: try read(JSONRequestSerializer.self)
      case .propertyList: try read(PropertyListRequestSerializer.self)
      }
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
    switch serializer {
    case let serializer as HTTPRequestSerializer:
      try archive.encode(ManagerRequestKind.http, forKey: .requestKind)
      try archive.encode(serializer, forKey: .requestSerializer)
    case let serializer as JSONRequestSerializer:
      try archive.encode(ManagerRequestKind.json, forKey: .requestKind)
      try archive.encode(serializer, forKey: .requestSerializer)
    case let serializer as PropertyListRequestSerializer:
      try archive.encode(ManagerRequestKind.propertyList, forKey: .requestKind)
      try archive.encode(serializer, forKey: .requestSerializer)
    case _:
      throw EncodingError.invalidValue(
        serializer,
        .init(
          codingPath: encoder.codingPath,
          debugDescription:
            "only this library's serializers can be archived, not \(type(of: serializer))"
        )
      )
    }
    try archive.encode(responseSerializer, forKey: .responseSerializer)
  }
}

private enum ManagerCodingKeys: CodingKey {
  case baseURL, session, requestKind, requestSerializer, responseSerializer
}

private enum ManagerRequestKind: String, Codable {
  case http, json, propertyList
}
