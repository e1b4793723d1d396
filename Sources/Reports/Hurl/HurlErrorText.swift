import Assertions
import Diagnostics
import Encodings
import RunEvents

/// Errors in the form that Hurl gives them: `error: TITLE`, the place, the lines of the file and a note.
///
/// ```
/// error: Assert status code
///   --> shop.hurl:2:6
///    |
///    | GET http://localhost:8000/orders
///  2 | HTTP 200
///    |      ^^^ actual value is <404>
///    |
/// ```
struct HurlErrorText {
  /// The colours.
  var style = TextStyle.plain
  /// Finds the part of an entry that a range is about.
  let place: @Sendable (SourceRange) -> HurlPlace?

  /// An error of a file.
  struct Error {
    /// The lines, the last one empty.
    var lines: [String]
    /// Whether it is an assertion that does not hold; else the entry could not be run to its end.
    var isAssertion: Bool
  }

  /// The errors of a step.
  func errors(of report: StepReport) -> [Error] {
    StepEnding.all(of: report).prefix(StepEnding.limit).flatMap { ending -> [Error] in
      if let fault = ending.fault, fault.outcomes.isEmpty {
        let range = fault.range ?? report.step.range
        let first = error(fault, of: report)
        // What cannot be evaluated keeps no other assertion from being.
        guard place(range)?.isAssertion == true else { return [first] }
        let others = (ending.attempt?.assertions ?? []).filter { $0.isBad && $0.range != range }
        return [first] + others.map { error($0, of: report) }
      }
      let bad = ending.outcomes.filter(\.isBad)
      // A capture without a value ends the entry.
      if let capture = bad.first(where: { $0.range.flatMap(place)?.part == .capture }) {
        return [error(capture, of: report)]
      }
      return bad.map { error($0, of: report) }
    }
  }

  /// What cannot be run of a file, or is only said of it.
  func error(_ diagnostic: Diagnostic, isParsing: Bool) -> Error {
    let message = SafeText.line(diagnostic.message, limit: 2_000)
    let hint = diagnostic.hint.map { [SafeText.line($0, limit: 1_000)] } ?? []
    let meant = diagnostic.suggestion.map { ["did you mean \"\(SafeText.line($0))\"?"] } ?? []
    guard diagnostic.severity == .error else {
      let start = diagnostic.range.map {
        "\(SafeText.line($0.file.path, limit: 1_000)):\($0.start.line):\($0.start.column): "
      }
      let text = ([message] + hint + meant).joined(separator: "; ")
      let word = style.paint("warning", .doubtful)
      return Error(lines: ["\(word): \(start ?? "")\(text)"], isAssertion: false)
    }
    guard let range = diagnostic.range else {
      let path = diagnostic.path.map { SafeText.line($0, limit: 1_000) + ": " } ?? ""
      let note = (hint + meant).map { "  " + $0 }
      return Error(lines: ["error: \(path)\(message)"] + note + [""], isAssertion: false)
    }
    var (title, shown) = (isParsing ? "Parsing" : "File cannot be run", range)
    var notes = [message] + hint + meant
    if let name = Self.unknownName(in: diagnostic.message) {
      title = "Undefined variable"
      shown = Self.place(of: name, in: range) ?? range
      notes = ["you must set the variable \(SafeText.line(name))"] + meant
    }
    return Error(
      lines: block(
        title,
        shown,
        note: notes.joined(separator: "; "),
        request: isParsing ? nil : place(range)?.request
      ),
      isAssertion: false
    )
  }

  // MARK: Steps

  private func error(_ outcome: AssertionOutcome, of report: StepReport) -> Error {
    let range = outcome.range ?? report.step.range
    let place = place(range)
    let isAssertion = place?.isAssertion ?? true
    let actual = SafeText.line(outcome.actual ?? "", limit: 1_000)
    var title: String
    var subject = place?.subject ?? range
    var note = outcome.sentence
    switch place?.part {
    case .status, .version:
      title = place?.part == .status ? "Assert status code" : "Assert HTTP version"
      if !actual.isEmpty { note = "actual value is <\(Self.code(in: actual))>" }
    case .header:
      let isMissing = ["", "nothing", "[]"].contains(actual)
      title = isMissing ? "Header not found" : "Assert header value"
      if isMissing { subject = place?.row ?? range }
    case .body: title = "Assert body value"
    case .capture, .assertion, .request, nil:
      if let filter = Self.failingFilter(in: outcome.message, outcome.subject, place) {
        (title, subject, note) = ("Filter error", filter.range, filter.note)
        break
      }
      if place?.part == .capture {
        (title, note) = ("No query result", "query didn't return any result")
        break
      }
      title = "Assert failure"
      if case .errored = outcome.verdict {
        title = "Runtime error"
        subject = range
        break
      }
      guard case .fails = outcome.verdict else { break }
      if outcome.isOfUnreadableBody {
        title = "Invalid body"
        break
      }
      return Error(lines: assertion(outcome, at: subject, place), isAssertion: isAssertion)
    }
    if place == nil { subject = range }
    return Error(
      lines: block(title, subject, note: note, request: place?.request),
      isAssertion: isAssertion
    )
  }

  /// A predicate that does not hold, whose column is 0.
  private func assertion(
    _ outcome: AssertionOutcome,
    at range: SourceRange,
    _ place: HurlPlace?
  ) -> [String] {
    var notes: [String] = []
    if let actual = outcome.actual {
      notes.append("actual:   \(SafeText.line(actual, limit: 1_000))")
    } else if outcome.message.isEmpty {
      notes.append("actual:   none")
    }
    if !outcome.expected.isEmpty {
      notes.append("expected: \(SafeText.line(outcome.expected, limit: 1_000))")
    }
    let plain = "expected \(outcome.expected), got \(outcome.actual ?? "nothing")"
    if !outcome.message.isEmpty, outcome.message != plain { notes.append(outcome.sentence) }
    notes += outcome.details
    return head("Assert failure", range, column: 0, request: place?.request)
      + notes.map { gutter(of: range) + "   " + $0 } + [gutter(of: range), ""]
  }

  private func error(_ fault: StepFault, of report: StepReport) -> Error {
    let range = fault.range ?? report.step.range
    let place = place(range)
    var shown = range
    let title: String
    switch fault.kind {
    case .dns, .connect, .tls, .timeout, .reset, .protocol, .bodyTooLarge:
      title = "HTTP connection"
      shown = place?.url ?? range
    case .tooManyRedirects:
      title = "Too many redirects"
      shown = place?.url ?? range
    case .capture:
      let filter = Self.failingFilter(in: fault.message, "", place)
      title = filter == nil ? "No query result" : "Filter error"
      shown = filter?.range ?? place?.subject ?? range
    case .file: title = "File access"
    case .request:
      title = "Invalid request"
      if range == report.step.range { shown = place?.url ?? range }
    case .interrupted: title = "Interrupted"
    case _:
      title = fault.missingName == nil ? "Runtime error" : "Undefined variable"
    }
    if let name = fault.missingName { shown = Self.place(of: name, in: range) ?? range }
    var note = SafeText.line(fault.message, limit: 1_000)
    // What to write in YAML is no help here.
    if let hint = fault.hint, fault.kind != .capture, fault.missingName == nil {
      note += "; " + SafeText.line(hint)
    }
    return Error(
      lines: block(title, shown, note: note, request: place?.request),
      isAssertion: place?.isAssertion ?? false
    )
  }

  /// The filter that could not be applied, and why, from what is said of a pipe: `$.a | to_int | nth(3): …; 1 | nth(3): why`.
  private static func failingFilter(
    in message: String,
    _ subject: String,
    _ place: HurlPlace?
  ) -> (range: SourceRange, note: String)? {
    guard let place, let last = place.filters.last else { return nil }
    if place.part == .capture, message.contains(" found nothing behind its pipe") {
      return (last, "the filter gives nothing")
    }
    let marks = ["got no value; ", "found no value: "].lazy.compactMap {
      message.firstRange(of: $0)
    }
    guard let mark = marks.first, let pipe = message[mark.upperBound...].firstRange(of: " | ")
    else { return nil }
    let rest = message[pipe.upperBound...]
    guard let end = rest.firstRange(of: ": ") else { return nil }
    let function = String(rest[..<end.lowerBound])
    let functions = subject.split(separator: " | ").dropFirst().map(String.init)
    let word = Self.word(function)
    let number =
      functions.firstIndex(of: function)
      ?? place.filters.firstIndex { Self.word($0.text) == word } ?? 0
    let range = place.filters[min(number, place.filters.count - 1)]
    return (range, SafeText.line(String(rest[end.upperBound...]), limit: 1_000))
  }

  /// The name of a filter and that of its function without what differs: `toInt`, `to_int`, `nth 3`, `nth(3)`.
  private static func word(_ text: String) -> String {
    text.prefix { $0.isLetter || $0 == "_" }.filter { $0 != "_" }.lowercased()
  }

  /// The number in `Not Found (404)`.
  private static func code(in status: String) -> String {
    guard status.hasSuffix(")"), let open = status.lastIndex(of: "(") else { return status }
    return String(status[status.index(after: open)...].dropLast())
  }

  // MARK: Names

  /// The name in `unknown name "x"`.
  private static func unknownName(in message: String) -> String? {
    let start = "unknown name \""
    guard message.hasPrefix(start), message.hasSuffix("\"") else { return nil }
    return String(message.dropFirst(start.count).dropLast())
  }

  /// Where a placeholder with a variable stands in a range; a `-` of the name is `_` in `name`.
  private static func place(of name: String, in range: SourceRange) -> SourceRange? {
    let bytes = range.file.utf8[range.utf8]
    var place = bytes.startIndex
    while place + 1 < bytes.endIndex {
      guard bytes[place] == UInt8(ascii: "{"), bytes[place + 1] == UInt8(ascii: "{") else {
        place += 1
        continue
      }
      var start = place + 2
      while start < bytes.endIndex, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
      let end = bytes[start...].firstIndex { !isNameByte($0) } ?? bytes.endIndex
      let found = String(decoding: bytes[start..<end], as: UTF8.self)
      if found == name || found.replacing("-", with: "_") == name {
        return range.file.range(start..<end)
      }
      place = max(end, place + 2)
    }
    return nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isASCIILetter || byte.isASCIIDigit || "_-".utf8.contains(byte)
  }

  // MARK: Lines

  private func block(
    _ title: String,
    _ range: SourceRange,
    note: String,
    request: SourceRange?
  ) -> [String] {
    let (start, end) = (range.start, range.end)
    let line = range.file.text(ofLine: start.line)
    let width =
      end.line == start.line
      ? end.column - start.column : DisplayWidth.columns(of: line) + 1 - start.column
    let indent = String(repeating: " ", count: max(0, min(start.column - 1, 200)))
    let mark = String(repeating: "^", count: max(1, min(width, 200)))
    return head(title, range, column: start.column, request: request)
      + ["\(gutter(of: range)) \(indent)\(style.paint("\(mark) \(note)", .bad))"]
      + [gutter(of: range), ""]
  }

  /// The title, the place and the lines of the file.
  private func head(
    _ title: String,
    _ range: SourceRange,
    column: Int,
    request: SourceRange?
  ) -> [String] {
    let line = range.start.line
    let path = SafeText.line(range.file.path, limit: 1_000)
    var lines = [
      "\(style.paint("error", .bad)): \(style.paint(title, .strong))",
      "  --> \(path):\(line):\(column)", gutter(of: range),
    ]
    if let request, request.start.line < line {
      lines.append("\(gutter(of: range)) \(text(ofLine: request.start.line, range.file))")
      if line - request.start.line > 1 { lines.append("\(gutter(of: range)) ...") }
    }
    let number = String(line)
    let padding = String(repeating: " ", count: max(0, 2 - number.count))
    lines.append("\(padding)\(number) | \(text(ofLine: line, range.file))")
    return lines
  }

  private func gutter(of range: SourceRange) -> String {
    String(repeating: " ", count: max(2, String(range.start.line).count)) + " |"
  }

  private func text(ofLine line: Int, _ file: SourceFile) -> String {
    SafeText.line(file.text(ofLine: line), limit: 1_000)
  }
}

extension AssertionOutcome {
  /// Whether nothing can be asked of the body: it cannot be decoded, or is no JSON, XML or HTML.
  fileprivate var isOfUnreadableBody: Bool {
    if expected == Self.decodableBody { return true }
    // A query into a body that it does not fit: the message says why, where else it says what is expected.
    return expected == "a value" && actual == "nothing" && !message.isEmpty
      && !message.hasPrefix("expected a value, got nothing")
  }
}
