/// A choice that an archive keeps by the name of its case.
protocol ArchivedChoice: Codable {
  /// The choices that an archive can tell apart; a closure is written as the first of them.
  static var choices: [Self] { get }
}

extension ArchivedChoice {
  /// Reads the name of a choice.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let choice = Self.choices.first(where: { "\($0)" == name }) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "Cannot initialize \(Self.self) from invalid String value \(name)"
      )
    }
    self = choice
  }

  /// Writes the name of a choice.
  public func encode(to encoder: any Encoder) throws {
    let names = Self.choices.map { "\($0)" }
    try (names.first { $0 == "\(self)" } ?? names[0]).encode(to: encoder)
  }
}

extension QueryEncoder.Arrays: Codable, ArchivedChoice {
  static var choices: [Self] { [.brackets, .repeated, .indexed, .comma] }
}

extension QueryEncoder.Dates: Codable, ArchivedChoice {
  static var choices: [Self] {
    [.description, .iso8601, .secondsSince1970, .millisecondsSince1970]
  }
}

extension QueryEncoder.Keys: Codable, ArchivedChoice {
  static var choices: [Self] {
    [.unchanged, .snakeCase, .kebabCase, .capitalized, .upperCase, .lowerCase]
  }
}
