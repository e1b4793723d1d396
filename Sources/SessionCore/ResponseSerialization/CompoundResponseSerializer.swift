/// A serializer whose kind of object is not known.
///
/// An archive (`Codable`) holds serializers of this library, compounds included. One of your own
/// cannot be found again by its name, as AFNetworking finds classes, so writing it is an error.
public struct AnyResponseSerializer: ResponseSerializer {
  /// The serializer itself.
  public let base: any ResponseSerializer
  private let body:
    @Sendable (SessionResponse, [UInt8], SessionRequest?) -> SerializedResponse<any Sendable>

  /// Hides the kind of a serializer's object.
  public init<Serializer: ResponseSerializer>(_ serializer: Serializer) {
    if let serializer = serializer as? AnyResponseSerializer {
      self = serializer
      return
    }
    base = serializer
    body = { response, data, request in
      let result = serializer.serialize(response, data: data, for: request)
      return SerializedResponse(object: result.object, error: result.error)
    }
  }

  /// What the hidden serializer says.
  public func serialize(
    _ response: SessionResponse,
    data: [UInt8]
  ) -> SerializedResponse<any Sendable> {
    body(response, data, nil)
  }

  /// What the hidden serializer says.
  public func serialize(
    _ response: SessionResponse,
    data: [UInt8],
    for request: SessionRequest?
  ) -> SerializedResponse<any Sendable> {
    body(response, data, request)
  }
}

/// Tries serializers in order and takes the first that gives an object, with its error.
///
/// If none does, the answer is judged by the compound's own rule and its bytes are the object.
public struct CompoundResponseSerializer: ResponseSerializer, Codable {
  /// What answers are acceptable when no serializer gives an object.
  public var validation: ResponseValidation
  /// The serializers in order.
  public var serializers: [AnyResponseSerializer]

  /// Creates a compound.
  public init(_ serializers: [AnyResponseSerializer], validation: ResponseValidation = .init()) {
    self.serializers = serializers
    self.validation = validation
  }

  /// What the first serializer that gives an object says, else the bytes.
  public func serialize(
    _ response: SessionResponse,
    data: [UInt8]
  ) -> SerializedResponse<any Sendable> {
    serialize(response, data: data, for: nil)
  }

  /// What the first serializer that gives an object says, else the bytes.
  public func serialize(
    _ response: SessionResponse,
    data: [UInt8],
    for request: SessionRequest?
  ) -> SerializedResponse<any Sendable> {
    for serializer in serializers {
      let result = serializer.serialize(response, data: data, for: request)
      if result.object != nil { return result }
    }
    return SerializedResponse(
      object: data,
      error: validation.validate(response, data: data).error
    )
  }
}

extension AnyResponseSerializer: Codable {
  private enum CodingKeys: CodingKey {
    case kind, serializer
  }

  private enum Kind: String, Codable, CaseIterable {
    case http, json, xmlParser, xmlDocument, html, propertyList, image, text, compound

    var type: any (ResponseSerializer & Codable).Type {
      switch self {
      case .http: HTTPResponseSerializer.self
      case .json: JSONResponseSerializer.self
      case .xmlParser: XMLParserResponseSerializer.self
      case .xmlDocument: XMLDocumentResponseSerializer.self
      case .html: HTMLDocumentResponseSerializer.self
      case .propertyList: PropertyListResponseSerializer.self
      case .image: ImageResponseSerializer.self
      case .text: StringResponseSerializer.self
      case .compound: CompoundResponseSerializer.self
      }
    }
  }

  /// Compounds in compounds, each some three keys deep, end here.
  private static let maximumDepth = 96

  /// Reads an archive.
  ///
  /// - Throws: `DecodingError`, also for compounds that are nested too deep.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.maximumDepth else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "serializers are nested too deep")
      )
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Serializer: ResponseSerializer & Codable>(_ type: Serializer.Type) throws -> Self {
      Self(try container.decode(type, forKey: .serializer))
    }
    let type = try container.decode(Kind.self, forKey: .kind).type
    self = try read(type)
  }

  /// Writes an archive.
  ///
  /// - Throws: `EncodingError` for a serializer that is not this library's.
  public func encode(to encoder: any Encoder) throws {
    guard let kind = Kind.allCases.first(where: { $0.type == type(of: base) }),
      let serializer = base as? any Encodable
    else { throw EncodingError.foreign(base, at: encoder.codingPath) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(serializer, forKey: .serializer)
  }
}
