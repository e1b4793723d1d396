extension QueryEncoder.Arrays: Codable {
  private enum Name: String, Codable {
    case brackets, repeated, indexed, comma
  }

  /// Reads the name of a choice.
  public init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(Name.self) {
    case .brackets: self = .brackets
    case .repeated: self = .repeated
    case .indexed: self = .indexed
    case .comma: self = .comma
    }
  }

  /// Writes the name of a choice, `brackets` for a closure.
  public func encode(to encoder: any Encoder) throws {
    let name: Name =
      switch self {
      case .brackets: .brackets
      case .repeated: .repeated
      case .indexed: .indexed
      case .comma: .comma
      case .custom: .brackets
      }
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

extension QueryEncoder.Dates: Codable {
  private enum Name: String, Codable {
    case description, iso8601, secondsSince1970, millisecondsSince1970
  }

  /// Reads the name of a choice.
  public init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(Name.self) {
    case .description: self = .description
    case .iso8601: self = .iso8601
    case .secondsSince1970: self = .secondsSince1970
    case .millisecondsSince1970: self = .millisecondsSince1970
    }
  }

  /// Writes the name of a choice, `description` for a closure.
  public func encode(to encoder: any Encoder) throws {
    let name: Name =
      switch self {
      case .description: .description
      case .iso8601: .iso8601
      case .secondsSince1970: .secondsSince1970
      case .millisecondsSince1970: .millisecondsSince1970
      case .custom: .description
      }
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

extension QueryEncoder.Keys: Codable {
  private enum Name: String, Codable {
    case unchanged, snakeCase, kebabCase, capitalized, upperCase, lowerCase
  }

  /// Reads the name of a choice.
  public init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(Name.self) {
    case .unchanged: self = .unchanged
    case .snakeCase: self = .snakeCase
    case .kebabCase: self = .kebabCase
    case .capitalized: self = .capitalized
    case .upperCase: self = .upperCase
    case .lowerCase: self = .lowerCase
    }
  }

  /// Writes the name of a choice, `unchanged` for a closure.
  public func encode(to encoder: any Encoder) throws {
    let name: Name =
      switch self {
      case .unchanged: .unchanged
      case .snakeCase: .snakeCase
      case .kebabCase: .kebabCase
      case .capitalized: .capitalized
      case .upperCase: .upperCase
      case .lowerCase: .lowerCase
      case .custom: .unchanged
      }
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
