import Diagnostics
public import Documents

/// Writes values for messages: bounded, in quotes where they are text, harmless for a terminal.
public enum ValueText: Sendable {
  /// How many characters of a value a message shows.
  public static let limit = 200

  /// A value as compact JSON with spaces, cut in the middle where it is long.
  ///
  /// - Parameters:
  ///   - value: any value, also a very large one; what is not shown costs nothing.
  ///   - unit: what a number counts, written behind it.
  /// - Returns: at most ``limit`` characters and a little.
  public static func describe(_ value: JSONValue, unit: String? = nil) -> String {
    switch value {
    case .string(let text): return quoted(text)
    case .number(let number):
      return cut(number.literal) + (unit.map { " \($0)" } ?? "")
    case .null, .bool, .array, .object:
      var writer = BoundedWriter(budget: limit * 4)
      writer.write(value, depth: 0)
      return cut(TerminalText.escaped(writer.text))
    }
  }

  /// A text in double quotes, cut in the middle where it is long.
  public static func quoted(_ text: String) -> String {
    "\"" + cut(TerminalText.escaped(shortened(text))) + "\""
  }

  /// A text with its middle replaced by `…` where it is longer than ``limit`` characters.
  public static func cut(_ text: String) -> String {
    let text = Redaction.applied(to: text)
    guard text.utf8.count > limit, text.count > limit else { return text }
    return text.prefix(limit * 2 / 3) + "…" + text.suffix(limit / 3)
  }

  /// A text of many megabytes made short before it is walked character by character.
  private static func shortened(_ text: String) -> String {
    let text = Redaction.applied(to: text)
    guard text.utf8.count > limit * 16 else { return text }
    let scalars = text.unicodeScalars
    var short = String.UnicodeScalarView(scalars.prefix(limit * 2))
    short.append("…")
    short.append(contentsOf: scalars.suffix(limit * 2))
    return String(short)
  }

  /// Writes a value until its budget is spent.
  private struct BoundedWriter {
    var text = ""
    var budget: Int

    private var isSpent: Bool { budget <= 0 }

    mutating func append(_ piece: String) {
      guard !isSpent else { return }
      text += piece
      budget -= piece.utf8.count
      if isSpent { text += "…" }
    }

    mutating func write(_ value: JSONValue, depth: Int) {
      guard !isSpent, depth < 64 else {
        append("…")
        return
      }
      switch value {
      case .null: append("null")
      case .bool(let value): append(value ? "true" : "false")
      case .number(let number): append(cut(number.literal))
      case .string(let string): append(escaped(string))
      case .array(let elements):
        append("[")
        for (index, element) in elements.enumerated() {
          guard !isSpent else { return }
          if index > 0 { append(", ") }
          write(element, depth: depth + 1)
        }
        append("]")
      case .object(let members):
        append("{")
        for (index, member) in members.enumerated() {
          guard !isSpent else { return }
          if index > 0 { append(", ") }
          append(escaped(member.key) + ": ")
          write(member.value, depth: depth + 1)
        }
        append("}")
      }
    }

    private func escaped(_ string: String) -> String {
      let short = shortened(string)
      guard short.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C }) else { return "\"\(short)\"" }
      var result = "\""
      for scalar in short.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
      return result + "\""
    }
  }
}
