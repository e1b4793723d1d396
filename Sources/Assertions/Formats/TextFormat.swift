import Documents
import Encodings

/// The formats of text that `format` knows: those of JSON Schema by the same names, Base64 of RFC 4648 section 4 and JSON.
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
    case .base64: Base64.decode(text) != nil
    case .json: (try? JSONParser().parse(text)) != nil
    case .uuid, .dateTime, .date, .time, .email, .uri, .ipv4, .ipv6, .hostname:
      JSONSchema.Format(rawValue: rawValue)?.matches(text) ?? false
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
