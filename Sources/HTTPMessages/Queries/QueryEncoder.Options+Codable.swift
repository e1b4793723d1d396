/// A choice that an archive keeps by its name.
protocol ArchivedChoice: Codable {
  /// The choices that an archive can tell apart.
  static var choices: [Self] { get }
  /// The name in an archive; a closure has that of the usual choice.
  var name: String { get }
}

extension ArchivedChoice {
  /// Reads the name of a choice.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let choice = Self.choices.first(where: { $0.name == name }) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "Cannot initialize \(Self.self) from invalid String value \(name)"
      )
    }
    self = choice
  }

  /// Writes the name of a choice.
  public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}

extension QueryEncoder.Arrays: Codable, ArchivedChoice {
  static var choices: [Self] { [.brackets, .repeated, .indexed, .comma] }

  var name: String {
    switch self {
    case .brackets, .custom: "brackets"
    case .repeated: "repeated"
    case .indexed: "indexed"
    case .comma: "comma"
    }
  }
}

extension QueryEncoder.Dates: Codable, ArchivedChoice {
  static var choices: [Self] {
    [.description, .iso8601, .secondsSince1970, .millisecondsSince1970]
  }

  var name: String {
    switch self {
    case .description, .custom: "description"
    case .iso8601: "iso8601"
    case .secondsSince1970: "secondsSince1970"
    case .millisecondsSince1970: "millisecondsSince1970"
    }
  }
}

extension QueryEncoder.Keys: Codable, ArchivedChoice {
  static var choices: [Self] {
    [.unchanged, .snakeCase, .kebabCase, .capitalized, .upperCase, .lowerCase]
  }

  var name: String {
    switch self {
    case .unchanged, .custom: "unchanged"
    case .snakeCase: "snakeCase"
    case .kebabCase: "kebabCase"
    case .capitalized: "capitalized"
    case .upperCase: "upperCase"
    case .lowerCase: "lowerCase"
    }
  }
}
