/// An archive keeps base URL, session configuration (security policy included) and both serializers,
/// as AFNetworking's does.
///
/// Request serializers of this library can be archived; one of your own cannot be found again by its
/// name, as AFNetworking finds classes, so writing it is an error.
extension HTTPSessionManager: Codable {
  private enum CodingKeys: CodingKey {
    case baseURL, session, requestKind, requestSerializer, responseSerializer
  }

  private enum RequestKind: String, Codable {
    case http, json, propertyList
  }

  /// Reads an archive.
  ///
  /// - Throws: `DecodingError`, also for a base URL or pins that a new manager would not take.
  public convenience init(from decoder: any Decoder) throws {
    let archive = try decoder.container(keyedBy: CodingKeys.self)
    func read<Serializer: RequestSerializer & Decodable>(
      _ type: Serializer.Type
    ) throws -> any RequestSerializer {
      try archive.decode(type, forKey: .requestSerializer)
    }
    let request: any RequestSerializer =
      switch try archive.decode(RequestKind.self, forKey: .requestKind) {
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
          JSONResponseSerializer.self,
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

  /// Writes an archive.
  ///
  /// - Throws: `EncodingError` for a request serializer that is not this library's.
  public func encode(to encoder: any Encoder) throws {
    var archive = encoder.container(keyedBy: CodingKeys.self)
    try archive.encodeIfPresent(baseURL?.text, forKey: .baseURL)
    try archive.encode(session, forKey: .session)
    let serializer = requestSerializer
    switch serializer {
    case let serializer as HTTPRequestSerializer:
      try archive.encode(RequestKind.http, forKey: .requestKind)
      try archive.encode(serializer, forKey: .requestSerializer)
    case let serializer as JSONRequestSerializer:
      try archive.encode(RequestKind.json, forKey: .requestKind)
      try archive.encode(serializer, forKey: .requestSerializer)
    case let serializer as PropertyListRequestSerializer:
      try archive.encode(RequestKind.propertyList, forKey: .requestKind)
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
