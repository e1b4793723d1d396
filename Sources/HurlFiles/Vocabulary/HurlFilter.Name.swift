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

  /// Everything that is known of a filter.
  public struct Definition: Sendable {
    /// The only values that it takes; `nil` where it takes several kinds.
    public var input: Input?
    /// Whether it always gives a text.
    public var givesText: Bool
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
      of input: Input? = nil,
      givesText: Bool = false,
      replacement: Name? = nil,
      since: HurlRelease = .version7
    ) {
      self.input = input
      self.givesText = givesText
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
      case .base64Decode: Definition("A string of Base64 to bytes.", of: .text)
      case .base64Encode: Definition("Bytes to a string of Base64.", of: .bytes, givesText: true)
      case .base64UrlSafeDecode: Definition("A string of URL-safe Base64 to bytes.", of: .text)
      case .base64UrlSafeEncode:
        Definition("Bytes to a string of URL-safe Base64.", of: .bytes, givesText: true)
      case .charsetDecode:
        Definition(
          "Bytes to a string, by a charset.",
          [.text],
          of: .bytes,
          givesText: true,
          since: .version8
        )
      case .count: Definition("A list, bytes or a node set to its size.")
      case .dateFormat:
        Definition("A date to a string, by a format.", [.text], of: .date, givesText: true)
      case .daysAfterNow: Definition("A date to the whole days from now to it.", of: .date)
      case .daysBeforeNow: Definition("A date to the whole days from it to now.", of: .date)
      case .decode:
        Definition("Bytes to a string, by a charset.", [.text], of: .bytes, givesText: true)
      case .first: Definition("A list to its first element.", of: .list)
      case .format:
        Definition(
          "A date to a string, by a format.",
          [.text],
          of: .date,
          givesText: true,
          replacement: .dateFormat
        )
      case .htmlEscape: Definition("A string to one with entities.", of: .text, givesText: true)
      case .htmlUnescape:
        Definition("A string to one without entities.", of: .text, givesText: true)
      case .jsonpath: Definition("A string of JSON to a value in it.", [.text], of: .text)
      case .last: Definition("A list to its last element.", of: .list)
      case .location: Definition("A redirect to the URL it led to.", of: .redirect, givesText: true)
      case .nth: Definition("A list to one element, below zero from the end.", [.index], of: .list)
      case .regex:
        Definition(
          "A string to group 1 of the first match.",
          [.pattern],
          of: .text,
          givesText: true
        )
      case .replace:
        Definition(
          "A string to one with a text replaced.",
          [.text, .text],
          of: .text,
          givesText: true
        )
      case .replaceRegex:
        Definition(
          "A string to one with matches replaced.",
          [.pattern, .text],
          of: .text,
          givesText: true
        )
      case .split: Definition("A string to a list, by a separator.", [.text], of: .text)
      case .toDate: Definition("A string to a date, by a format.", [.text], of: .text)
      case .toFloat: Definition("A number or string to a float.", of: .textOrNumber)
      case .toHex:
        Definition("Bytes to a string of hexadecimal digits.", of: .bytes, givesText: true)
      case .toInt: Definition("A number or string to an integer.", of: .textOrNumber)
      case .toString: Definition("A value to a string.", givesText: true)
      case .urlDecode:
        Definition("A string to one without percent-encoding.", of: .text, givesText: true)
      case .urlEncode:
        Definition("A string to one with percent-encoding.", of: .text, givesText: true)
      case .urlQueryParam:
        Definition(
          "A URL to the value of a parameter.",
          [.text],
          of: .text,
          givesText: true
        )
      case .utf8Decode: Definition("Bytes to a string, as UTF-8.", of: .bytes, givesText: true)
      case .utf8Encode: Definition("A string to bytes, as UTF-8.", of: .text)
      case .xpath: Definition("A string of HTML to a value in it.", [.text], of: .text)
      }
    }
  }
}
