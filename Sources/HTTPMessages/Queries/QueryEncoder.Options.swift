import Encodings

extension QueryEncoder {
  /// How the elements of a list are named.
  public enum Arrays: Sendable {
    /// `a[]=1&a[]=2`, as AFNetworking does.
    case brackets
    /// `a=1&a=2`.
    case repeated
    /// `a[0]=1&a[1]=2`.
    case indexed
    /// `a=1,2`, the comma escaped as all others are.
    case comma
    /// As the function of the list's name and the element's place says.
    case custom(@Sendable (_ key: String, _ index: Int) -> String)
  }

  /// How names of nested members are put together.
  public enum KeyPaths: String, Sendable, Codable {
    /// `a[b]=1`.
    case brackets
    /// `a.b=1`.
    case dots
  }

  /// How truth values are spelled.
  public enum Booleans: String, Sendable, Codable {
    /// `1` and `0`, as AFNetworking does.
    case numeric
    /// `true` and `false`.
    case literal
  }

  /// How null is written.
  public enum Nulls: String, Sendable, Codable {
    /// `a`, as AFNetworking does.
    case bareKey
    /// Nothing.
    case dropped
    /// `a=`.
    case emptyValue
    /// `a=null`.
    case literal
  }

  /// How points in time are spelled.
  public enum Dates: Sendable {
    /// `1970-01-01 00:00:00 +0000`, as AFNetworking does.
    case description
    /// `1970-01-01T00:00:00Z`.
    case iso8601
    /// Seconds since 1970, with a fraction if there is one.
    case secondsSince1970
    /// Whole milliseconds since 1970.
    case millisecondsSince1970
    /// As the function of the seconds since 1970 says.
    case custom(@Sendable (_ seconds: Double) -> String)

    func spell(_ seconds: Double) -> String {
      switch self {
      case .description:
        let date = CivilDate(secondsSince1970: seconds)
        return "\(date.date) \(date.time) +0000"
      case .iso8601:
        return CivilDate(secondsSince1970: seconds).rfc3339
      case .secondsSince1970:
        return Int64(exactly: seconds).map(String.init) ?? String(seconds)
      case .millisecondsSince1970:
        return Int64(exactly: (seconds * 1000).rounded(.down)).map(String.init)
          ?? String(seconds * 1000)
      case .custom(let spell):
        return spell(seconds)
      }
    }
  }

  /// How bytes are spelled.
  public enum DataSpelling: String, Sendable, Codable {
    case base64
    /// As UTF-8, what is not UTF-8 replaced.
    case text
  }

  /// How a space is written.
  public enum Spaces: String, Sendable, Codable {
    /// `%20`, as AFNetworking does.
    case percentEncoded
    /// `+`.
    case plus
  }

  /// What is done to member names.
  public enum Keys: Sendable {
    case unchanged
    /// `oneTwo` becomes `one_two`.
    case snakeCase
    /// `oneTwo` becomes `one-two`.
    case kebabCase
    /// `oneTwo` becomes `OneTwo`.
    case capitalized
    /// `oneTwo` becomes `ONETWO`.
    case upperCase
    /// `oneTwo` becomes `onetwo`.
    case lowerCase
    case custom(@Sendable (String) -> String)

    func apply(to key: String) -> String {
      switch self {
      case .unchanged: key
      case .snakeCase: Self.separateWords(of: key, by: "_")
      case .kebabCase: Self.separateWords(of: key, by: "-")
      case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
      case .upperCase: key.uppercased()
      case .lowerCase: key.lowercased()
      case .custom(let change): change(key)
      }
    }

    private static func separateWords(of key: String, by separator: Character) -> String {
      var words = ""
      let characters = Array(key)
      for (index, character) in characters.enumerated() {
        if character.isUppercase, index > 0 {
          let follows = characters[index - 1].isUppercase
          let endsRun = index + 1 < characters.count && characters[index + 1].isLowercase
          if !follows || endsRun, characters[index - 1] != separator { words.append(separator) }
        }
        words += character.lowercased()
      }
      return words
    }
  }
}
