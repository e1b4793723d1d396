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
    let meant = diagnostic.suggestion.map { "did you mean \"\($0)\"?" }
    let advice = [meant, diagnostic.hint].compactMap(\.self)
    if let range = diagnostic.range {
      return "\(range): \(sentence)\n"
        + excerpt(of: range, note: advice.joined(separator: "; "))
    }
    let place = diagnostic.path.map { "\($0): " } ?? ""
    return ([place + sentence] + advice.map { "  \($0)" }).joined(separator: "\n")
  }

  /// The line of a stretch with the stretch underlined and a note behind the underline.
  ///
  /// ```
  ///    14 |     expects:
  ///       |     ^^^^^^^ did you mean "expect"?
  /// ```
  public func excerpt(of range: SourceRange, note: String = "") -> String {
    let start = range.start
    let (text, origin) = range.surroundings(maximumWidth)
    let line = TerminalText.escaped(text, keepingTabs: true)
    let length = line.unicodeScalars.count
    let first = min(start.column - origin, length)
    let end = range.end
    let last =
      end.line == start.line ? max(first, min(end.column - origin, length)) : length
    let cut = CutLine(line, around: first..<last, width: maximumWidth)
    let (scalars, window) = (cut.scalars, cut.window)
    // A tab stays a tab under the line and what is wide stays wide, so that the underline stands where the eye looks.
    let padding = scalars[window.lowerBound..<max(window.lowerBound, min(first, window.upperBound))]
      .map { scalar in
        scalar == "\t" ? "\t" : String(repeating: " ", count: DisplayWidth.columns(of: scalar))
      }.joined()
    let marked = scalars[min(first, last)..<last].indices.clamped(to: window)
    let width = max(1, marked.reduce(0) { $0 + DisplayWidth.columns(of: scalars[$1]) })
    let number = Self.padded(String(start.line))
    let underline = String(repeating: "^", count: width) + (note.isEmpty ? "" : " \(note)")
    return "\(number) | \(cut.text)\n\(Self.padded("")) | \(padding)\(underline)"
  }

  private static func padded(_ number: String) -> String {
    String(repeating: " ", count: max(0, 5 - number.count)) + number
  }
}
