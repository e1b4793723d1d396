/// A function of a placeholder.
public enum HurlFunction: String, Sendable, CaseIterable {
  /// The time now, as text in UTC.
  case newDate
  /// A random UUID.
  case newUuid
  /// `true` or `false`.
  case randomBool
  /// A random address.
  case randomEmail
  /// A random first name.
  case randomFirstName
  /// A random last name.
  case randomLastName
  /// A random first and last name.
  case randomFullName
  /// A random word.
  case randomWord
  /// A random whole number from the first argument to the second.
  case randomInt
  /// Random characters, as many as the argument says.
  case randomString

  /// Names that no variable may have.
  public static let reservedNames = ["newDate", "newUuid", "getEnv"]

  /// What each argument is, a whole number; none for most.
  public var parameters: [String] {
    switch self {
    case .newDate, .newUuid, .randomBool, .randomEmail, .randomFirstName, .randomLastName,
      .randomFullName, .randomWord:
      []
    case .randomInt: ["the least number", "the greatest number"]
    case .randomString: ["the length"]
    }
  }
}
