/// Why a text is not a URI.
public struct URIError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, as a lowercase fragment.
  public var reason: String
  /// The text that was given.
  public var text: String

  /// The reason with the text.
  public var description: String { "invalid URL \"\(escapedText)\": \(reason)" }

  private var escapedText: String {
    var escaped = ""
    for scalar in text.unicodeScalars.prefix(200) {
      escaped +=
        scalar.properties.generalCategory == .control
        ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return escaped
  }
}
