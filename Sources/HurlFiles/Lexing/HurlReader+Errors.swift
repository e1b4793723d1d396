import Diagnostics

extension HurlReader {
  /// A mistake at a stretch of the file.
  func error(
    _ message: String,
    at range: Range<Int>,
    hint: String? = nil,
    suggestion: String? = nil
  ) -> Diagnostic {
    Diagnostic(.error, message, at: file.range(range), hint: hint, suggestion: suggestion)
  }

  /// A mistake where something else comes next than must come.
  ///
  /// - Parameters:
  ///   - what: what must come, with its article.
  ///   - place: where; the cursor without one.
  ///   - hint: what to do.
  ///   - suggestion: the word that was meant.
  /// - Returns: an error that says what came instead.
  func expected(
    _ what: String,
    at place: Int? = nil,
    hint: String? = nil,
    suggestion: String? = nil
  ) -> Diagnostic {
    let start = place ?? position
    let word = wordRange(at: start)
    let got: String
    if start >= end {
      got = end == bytes.count ? "the end of the file" : "the end of the text"
    } else {
      switch bytes[start] {
      case UInt8(ascii: "\n"): got = "the end of the line"
      case UInt8(ascii: "\r") where start + 1 < end && bytes[start + 1] == UInt8(ascii: "\n"):
        got = "the end of the line"
      case UInt8(ascii: "\t"): got = "a tab"
      case UInt8(ascii: " "): got = "a space"
      default: got = quoted(word)
      }
    }
    return error("expected \(what), got \(got)", at: word, hint: hint, suggestion: suggestion)
  }

  /// A mistake for a word that its family does not have.
  func unknown<Word: HurlWord>(
    _ family: Word.Type,
    at range: Range<Int>,
    among words: [String]? = nil,
    hint: String? = nil
  ) -> Diagnostic {
    let word = spelling(of: range)
    let names = words ?? Word.allCases.map(\.rawValue)
    let suggestion = Suggestion.nearest(to: word, in: names)
    let list =
      (1...12).contains(names.count) && suggestion == nil
      ? "one of \(names.joined(separator: " "))" : nil
    return error(
      "unknown \(Word.noun) \(quoted(range))",
      at: range,
      hint: hint ?? list,
      suggestion: suggestion
    )
  }

  /// A stretch for a message: in quotes, cut, and harmless for a terminal.
  func quoted(_ range: Range<Int>) -> String {
    let text = spelling(of: range)
    let cut = text.count > 40 ? text.prefix(39) + "…" : text[...]
    return "\"\(TerminalText.escaped(String(cut)))\""
  }

  /// The characters from a place up to white space, not many of them.
  private func wordRange(at start: Int) -> Range<Int> {
    var place = start
    while place < end, place < start + 40, bytes[place] > 0x20 { place += 1 }
    // A character is not cut, and one that is white space of its own is shown.
    if place == start, place < end, bytes[place] < 0x20, bytes[place] != 0x0A { place += 1 }
    while place < end, bytes[place] & 0xC0 == 0x80 { place += 1 }
    return min(start, end)..<max(min(start, end), place)
  }

  /// Adds a warning, unless there are many already.
  mutating func warn(_ message: String, at range: SourceRange, suggestion: String? = nil) {
    guard warnings.count < Self.mostWarnings else { return }
    warnings.append(Diagnostic(.warning, message, at: range, suggestion: suggestion))
  }
}
