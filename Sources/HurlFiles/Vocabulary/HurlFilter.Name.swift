extension HurlFilter {
  /// Everything that is known of a filter.
  public struct Definition: Sendable {
    /// What stands behind the name.
    public var parameters: [HurlParameter]
    /// What it turns into what.
    public var summary: String
    /// The filter to use instead, of one that is deprecated.
    public var replacement: Name?
    /// The first release of Hurl that has it.
    public var since: HurlRelease

    init(
      _ summary: String,
      _ parameters: [HurlParameter] = [],
      replacement: Name? = nil,
      since: HurlRelease = .version7
    ) {
      self.parameters = parameters
      self.summary = summary
      self.replacement = replacement
      self.since = since
    }
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

    public var since: HurlRelease { definition.since }

    /// Everything that is known of the filter.
    public var definition: Definition {
      switch self {
      case .base64Decode: Definition("A string of Base64 to bytes.")
      case .base64Encode: Definition("Bytes to a string of Base64.")
      case .base64UrlSafeDecode: Definition("A string of URL-safe Base64 to bytes.")
      case .base64UrlSafeEncode: Definition("Bytes to a string of URL-safe Base64.")
      case .charsetDecode:
        Definition("Bytes to a string, by a charset.", [.text], since: .version8)
      case .count: Definition("A list, bytes or a node set to its size.")
      case .dateFormat: Definition("A date to a string, by a format.", [.text])
      case .daysAfterNow: Definition("A date to the whole days from now to it.")
      case .daysBeforeNow: Definition("A date to the whole days from it to now.")
      case .decode: Definition("Bytes to a string, by a charset.", [.text])
      case .first: Definition("A list to its first element.")
      case .format:
        Definition("A date to a string, by a format.", [.text], replacement: .dateFormat)
      case .htmlEscape: Definition("A string to one with entities.")
      case .htmlUnescape: Definition("A string to one without entities.")
      case .jsonpath: Definition("A string of JSON to a value in it.", [.text])
      case .last: Definition("A list to its last element.")
      case .location: Definition("A redirect to the URL it led to.")
      case .nth: Definition("A list to one element, below zero from the end.", [.index])
      case .regex: Definition("A string to group 1 of the first match.", [.pattern])
      case .replace: Definition("A string to one with a text replaced.", [.text, .text])
      case .replaceRegex: Definition("A string to one with matches replaced.", [.pattern, .text])
      case .split: Definition("A string to a list, by a separator.", [.text])
      case .toDate: Definition("A string to a date, by a format.", [.text])
      case .toFloat: Definition("A number or string to a float.")
      case .toHex: Definition("Bytes to a string of hexadecimal digits.")
      case .toInt: Definition("A number or string to an integer.")
      case .toString: Definition("A value to a string.")
      case .urlDecode: Definition("A string to one without percent-encoding.")
      case .urlEncode: Definition("A string to one with percent-encoding.")
      case .urlQueryParam: Definition("A URL to the value of a parameter.", [.text])
      case .utf8Decode: Definition("Bytes to a string, as UTF-8.")
      case .utf8Encode: Definition("A string to bytes, as UTF-8.")
      case .xpath: Definition("A string of HTML to a value in it.", [.text])
      }
    }
  }
}
