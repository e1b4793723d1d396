extension HurlPredicate {
  /// The name of a predicate, a word or a sign.
  public enum Name: String, HurlWord {
    case equals = "=="
    case differs = "!="
    case isAtLeast = ">="
    case isAtMost = "<="
    case isGreater = ">"
    case isLess = "<"
    case startsWith
    case endsWith
    case contains
    case includes
    case matches
    case exists
    case isBoolean
    case isCollection
    case isDate
    case isEmpty
    case isFloat
    case isInteger
    case isIpv4
    case isIpv6
    case isIsoDate
    case isList
    case isNumber
    case isObject
    case isString
    case isUuid

    public static var noun: String { "predicate" }

    /// What may stand behind it; nothing at all for most words.
    public var values: Set<HurlValue.Kind> {
      switch self {
      case .equals, .differs, .contains, .includes: Set(HurlValue.Kind.allCases)
      case .isAtLeast, .isAtMost, .isGreater, .isLess: [.number, .text, .placeholder]
      case .startsWith, .endsWith: [.text, .bytes]
      case .matches: [.text, .pattern]
      case .exists, .isBoolean, .isCollection, .isDate, .isEmpty, .isFloat, .isInteger, .isIpv4,
        .isIpv6, .isIsoDate, .isList, .isNumber, .isObject, .isString, .isUuid:
        []
      }
    }

    /// The predicate to use instead, of one that is deprecated.
    public var replacement: Name? { self == .includes ? .contains : nil }
  }
}
