/// Writes diagnostics for a person: place, sentence, the line and an underline.
public struct DiagnosticRenderer: Sendable {
  /// The longest excerpt of a line, in characters; longer lines are cut around the place.
  public var maximumWidth: Int

  /// Makes a renderer.
  public init(maximumWidth: Int = 160) {
    self.maximumWidth = maximumWidth
  }

  /// The diagnostic as text, lines parted by `\n`, without one at the end.
  public func render(_ diagnostic: Diagnostic) -> String {
    let sentence = "\(diagnostic.severity.rawValue): \(diagnostic.message)"
    switch diagnostic.place {
    case .none:
      return ([sentence] + advice(of: diagnostic).map { "  \($0)" }).joined(separator: "\n")
    case .file(let path):
      return (["\(path): \(sentence)"] + advice(of: diagnostic).map { "  \($0)" })
        .joined(separator: "\n")
    case .range(let range):
      return "\(range): \(sentence)\n"
        + excerpt(of: range, note: advice(of: diagnostic).joined(separator: "; "))
    }
  }

  /// The line of a stretch with the stretch underlined and a note behind the underline.
  ///
  /// ```
  ///    14 |     expects:
  ///       |     ^^^^^^^ did you mean "expect"?
  /// ```
  public func excerpt(of range: SourceRange, note: String = "") -> String {
    let start = range.start
    let line = TerminalText.escaped(range.file.text(ofLine: start.line), keepingTabs: true)
    var scalars = Array(line.unicodeScalars)
    let first = min(start.column - 1, scalars.count)
    let end = range.end
    let last =
      end.line == start.line ? max(first, min(end.column - 1, scalars.count)) : scalars.count
    let window = self.window(over: scalars.count, around: first)
    // What is cut off is said, unless the place itself begins or ends there.
    let isTextBefore = scalars[..<window.lowerBound].contains { $0 != " " && $0 != "\t" }
    if isTextBefore, first > window.lowerBound { scalars[window.lowerBound] = "…" }
    if window.upperBound < scalars.count, last < window.upperBound {
      scalars[window.upperBound - 1] = "…"
    }
    let shown = Self.text(scalars[window])
    // A tab stays a tab under the line and what is wide stays wide, so that the underline stands where the eye looks.
    let padding = scalars[window.lowerBound..<max(window.lowerBound, min(first, window.upperBound))]
      .map { scalar in
        scalar == "\t" ? "\t" : String(repeating: " ", count: DisplayWidth.columns(of: scalar))
      }.joined()
    let marked = scalars[min(first, last)..<last].indices.clamped(to: window)
    let width = max(1, marked.reduce(0) { $0 + DisplayWidth.columns(of: scalars[$1]) })
    let number = Self.padded(String(start.line))
    let underline = String(repeating: "^", count: width) + (note.isEmpty ? "" : " \(note)")
    return "\(number) | \(shown)\n\(Self.padded("")) | \(padding)\(underline)"
  }

  private func advice(of diagnostic: Diagnostic) -> [String] {
    var parts: [String] = []
    if let suggestion = diagnostic.suggestion {
      parts.append("did you mean \"\(suggestion)\"?")
    }
    if let hint = diagnostic.hint {
      parts.append(hint)
    }
    return parts
  }

  private func window(over count: Int, around position: Int) -> Range<Int> {
    guard count > maximumWidth else { return 0..<count }
    let start = max(0, min(position - maximumWidth / 3, count - maximumWidth))
    return start..<min(count, start + maximumWidth)
  }

  private static func padded(_ number: String) -> String {
    String(repeating: " ", count: max(0, 5 - number.count)) + number
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
