extension HurlPredicate {
  /// The name of a predicate, a word or a sign.
  public enum Name: String, HurlWord {
    /// The same value of the same type.
    case equals = "=="
    /// Any other value.
    case differs = "!="
    /// A number, text or date that is not before.
    case isAtLeast = ">="
    /// A number, text or date that is not behind.
    case isAtMost = "<="
    /// A number, text or date behind.
    case isGreater = ">"
    /// A number, text or date before.
    case isLess = "<"
    /// A text or bytes that begin so.
    case startsWith
    /// A text or bytes that end so.
    case endsWith
    /// A text, bytes or a list with this in it.
    case contains
    /// The older name of ``contains``, for lists.
    case includes
    /// A text in which a regular expression is found.
    case matches
    /// Any value at all.
    case exists
    /// `true` or `false`.
    case isBoolean
    /// A list, bytes, an object or a node set.
    case isCollection
    /// A date.
    case isDate
    /// A text, list, object, bytes or a node set of size 0.
    case isEmpty
    /// A number with a fraction.
    case isFloat
    /// A whole number.
    case isInteger
    /// The text of an IPv4 address.
    case isIpv4
    /// The text of an IPv6 address.
    case isIpv6
    /// The text of a date by RFC 3339.
    case isIsoDate
    /// A list or bytes.
    case isList
    /// A number.
    case isNumber
    /// An object or a node set.
    case isObject
    /// A text.
    case isString
    /// The text of a UUID.
    case isUuid

    public static var noun: String { "predicate" }

    /// What may stand behind it; nothing at all for most words.
    public var values: [HurlValue.Kind] {
      switch self {
      case .equals, .differs, .contains, .includes: HurlValue.Kind.allCases
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
