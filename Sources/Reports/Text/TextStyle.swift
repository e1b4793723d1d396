/// Colours for a terminal, or none.
struct TextStyle: Sendable {
  /// What a piece of text is.
  enum Role: Sendable {
    case good
    case bad
    case doubtful
    case dim
    case strong

    fileprivate var code: String {
      switch self {
      case .good: "32"
      case .bad: "31"
      case .doubtful: "33"
      case .dim: "2"
      case .strong: "1"
      }
    }
  }

  /// Whether colours are written at all.
  var usesColor = false

  /// No colours.
  static let plain = Self()

  /// A text in the colour of its role; the text must be harmless already.
  func paint(_ text: String, _ role: Role) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(role.code)m\(text)\u{1B}[0m" : text
  }
}
