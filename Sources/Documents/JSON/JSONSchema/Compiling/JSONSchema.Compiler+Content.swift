import Encodings

extension JSONSchema {
  /// How bytes are written in a text (RFC 4648): a value of `contentEncoding`.
  enum ContentEncoding: String, Sendable {
    case base64
    case base64url
    case base16

    /// The bytes that a text stands for; nil when it does not have the form.
    func decode(_ text: String) -> [UInt8]? {
      switch self {
      case .base64: Base64.decode(text, allowing: .whitespace)
      case .base64url: Base64.decode(text, alphabet: .url, allowing: .whitespace)
      case .base16: Hex.decode(text, ignoresWhitespace: true)
      }
    }

    /// The bytes of a text, which is encoded or is what it says.
    static func bytes(of text: String, _ encoding: ContentEncoding?) -> [UInt8]? {
      guard let encoding else { return Array(text.utf8) }
      return encoding.decode(text)
    }
  }
}

extension JSONSchema.Compiler {
  /// What a schema says about the content of texts; of encodings and media types that are not known
  /// here it says nothing.
  mutating func contentRules(
    in members: JSONObject,
    at place: Place
  ) throws(JSONSchemaError) -> (
    assertions: [(keyword: String, rule: JSONSchema.Assertion)],
    applicators: [JSONSchema.Applicator]
  ) {
    var assertions: [(keyword: String, rule: JSONSchema.Assertion)] = []
    var encoding: JSONSchema.ContentEncoding?
    if let name = members["contentEncoding"]?.string {
      guard let known = JSONSchema.ContentEncoding(rawValue: name.lowercased()) else {
        return ([], [])
      }
      encoding = known
      assertions.append(("contentEncoding", .text(.encoded(known))))
    }
    guard let type = members["contentMediaType"]?.string, Self.isJSON(type) else {
      return (assertions, [])
    }
    assertions.append(("contentMediaType", .text(.json(encoding))))
    guard let schema = try schema("contentSchema", in: members, at: place) else {
      return (assertions, [])
    }
    return (assertions, [.content(schema, encoding)])
  }

  private static func isJSON(_ mediaType: String) -> Bool {
    let name = mediaType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    return name.hasSuffix("/json") || name.hasSuffix("+json")
  }
}
