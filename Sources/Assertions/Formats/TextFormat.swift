import Encodings

/// The formats of text that `format` knows.
enum TextFormat: String, Sendable, CaseIterable {
  case uuid
  case dateTime = "date-time"
  case date
  case time
  case email
  case uri
  case ipv4
  case ipv6
  case hostname
  case base64
  case json

  /// Whether a text is of this format.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .uuid: IdentifierFormat.isUUID(text)
    case .dateTime: RFC3339.isDateTime(text)
    case .date: RFC3339.isDate(text)
    case .time: RFC3339.isTime(text)
    case .email: AddressFormat.isEmail(text)
    case .uri: URIFormat.isURI(text)
    case .ipv4: AddressFormat.isIPv4(Array(text.utf8)[...])
    case .ipv6: AddressFormat.isIPv6(Array(text.utf8)[...])
    case .hostname: AddressFormat.isHostname(Array(text.utf8)[...])
    case .base64: IdentifierFormat.isBase64(text)
    case .json: IdentifierFormat.isJSON(text)
    }
  }

  /// The format with its article, for messages.
  var phrase: String {
    switch self {
    case .email, .ipv4, .ipv6: "an \(rawValue)"
    case .base64: "base64 text"
    case .json: "json text"
    case .uuid, .dateTime, .date, .time, .uri, .hostname: "a \(rawValue)"
    }
  }
}
