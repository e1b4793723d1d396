extension HurlFilter {
  /// The only values that a filter takes.
  public enum Input: String, Sendable {
    case text = "a text"
    case textOrNumber = "a text or a number"
    case bytes
    case date = "a date"
    case list = "a list"
    case redirect = "a redirect"
  }

  /// The name of a filter.
  public enum Name: String, HurlWord {
    case base64Decode
    case base64Encode
    case base64UrlSafeDecode
    case base64UrlSafeEncode
    case charsetDecode
    case count
    case dateFormat
    case daysAfterNow
    case daysBeforeNow
    case decode
    case first
    case format
    case htmlEscape
    case htmlUnescape
    case jsonpath
    case last
    case location
    case nth
    case regex
    case replace
    case replaceRegex
    case split
    case toDate
    case toFloat
    case toHex
    case toInt
    case toString
    case urlDecode
    case urlEncode
    case urlQueryParam
    case utf8Decode
    case utf8Encode
    case xpath

    public static var noun: String { "filter" }

    /// What stands behind the name.
    public var parameters: [HurlParameter] {
      switch self {
      case .charsetDecode, .dateFormat, .decode, .format, .jsonpath, .split, .toDate,
        .urlQueryParam, .xpath:
        [.text]
      case .nth: [.index]
      case .regex: [.pattern]
      case .replace: [.text, .text]
      case .replaceRegex: [.pattern, .text]
      case .base64Decode, .base64Encode, .base64UrlSafeDecode, .base64UrlSafeEncode, .count,
        .daysAfterNow, .daysBeforeNow, .first, .htmlEscape, .htmlUnescape, .last, .location,
        .toFloat, .toHex, .toInt, .toString, .urlDecode, .urlEncode, .utf8Decode, .utf8Encode:
        []
      }
    }

    /// The only values that it takes; `nil` where it takes several kinds.
    public var input: Input? {
      switch self {
      case .base64Decode, .base64UrlSafeDecode, .htmlEscape, .htmlUnescape, .jsonpath, .regex,
        .replace, .replaceRegex, .split, .toDate, .urlDecode, .urlEncode, .urlQueryParam,
        .utf8Encode, .xpath:
        .text
      case .toFloat, .toInt: .textOrNumber
      case .base64Encode, .base64UrlSafeEncode, .charsetDecode, .decode, .toHex, .utf8Decode:
        .bytes
      case .dateFormat, .daysAfterNow, .daysBeforeNow, .format: .date
      case .first, .last, .nth: .list
      case .location: .redirect
      case .count, .toString: nil
      }
    }

    /// The filter to use instead, of one that is deprecated.
    public var replacement: Name? { self == .format ? .dateFormat : nil }
  }
}
