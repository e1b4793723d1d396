import Diagnostics
import Encodings

/// A line of a file on which YAML went wrong, searched for the traps that people fall into.
struct YAMLLine {
  private let file: SourceFile
  private let start: Int
  private let bytes: [UInt8]
  /// For each byte whether it stands inside quotes.
  private let isQuoted: [Bool]
  /// For each byte how many brackets and braces are open before it.
  private let depths: [Int]

  init(file: SourceFile, number: Int) {
    self.file = file
    start = file.offset(ofLine: number)
    bytes = Array(file.utf8[start...].prefix { $0 != 0x0A && $0 != 0x0D })
    var quote: UInt8?
    var depth = 0
    var quoted: [Bool] = []
    var depths: [Int] = []
    var previous: UInt8 = 0x20
    for byte in bytes {
      depths.append(depth)
      if let open = quote {
        quoted.append(true)
        if byte == open, open == UInt8(ascii: "'") || previous != UInt8(ascii: "\\") { quote = nil }
      } else {
        let startsValue = " [{,:".utf8.contains(previous) || previous == 0x09
        if startsValue, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { quote = byte }
        quoted.append(quote != nil)
        if quote == nil {
          if "[{".utf8.contains(byte) { depth += 1 }
          if "]}".utf8.contains(byte) { depth -= 1 }
        }
      }
      previous = byte
    }
    isQuoted = quoted
    self.depths = depths
  }

  /// The trap on this line that explains a problem, if there is one.
  func trap(noticedAt problem: YAMLEventReader.Problem) -> Diagnostic? {
    // In one expression of ten operators the compiler looks for types for seconds.
    let ofCharacters = tab(problem) ?? escape(problem) ?? afterQuote(problem) ?? mustache()
    if let ofCharacters { return ofCharacters }
    let ofBlocks = reserved(problem) ?? block(problem) ?? openExpression(problem)
    return ofBlocks ?? expression(problem) ?? specialInFlow(problem) ?? colon(problem)
  }

  private func error(_ message: String, _ range: Range<Int>, hint: String) -> Diagnostic {
    Diagnostic(
      .error,
      message,
      at: file.range((start + range.lowerBound)..<(start + range.upperBound)),
      hint: hint
    )
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The unquoted place of a text on this line.
  private func find(_ text: String, from first: Int = 0) -> Int? {
    let wanted = Array(text.utf8)
    var place = first
    while place + wanted.count <= bytes.count {
      if !isQuoted[place], bytes[place..<(place + wanted.count)].elementsEqual(wanted) {
        return place
      }
      place += 1
    }
    return nil
  }

  /// Whether a place stands inside brackets or braces, opened on this line or before.
  private func isInFlow(_ place: Int, _ problem: YAMLEventReader.Problem) -> Bool {
    depths[place] > 0 || problem.context.contains("flow")
  }

  private func tab(_ problem: YAMLEventReader.Problem) -> Diagnostic? {
    let indentation = bytes.prefix { $0 == 0x20 || $0 == 0x09 }
    guard let place = indentation.firstIndex(of: 0x09),
      problem.message.contains("token") || problem.message.contains("tab")
        || problem.message.contains("expected")
    else { return nil }
    return error("a tab in the indentation", place..<(place + 1), hint: "indent by spaces")
  }

  private func escape(_ problem: YAMLEventReader.Problem) -> Diagnostic? {
    guard
      problem.message.contains("escape character") || problem.message.contains("hexdecimal")
        || problem.message.contains("Unicode character escape")
    else { return nil }
    let place = min(max(0, problem.offset - start), max(0, bytes.count - 1))
    // libyaml stops at the backslash or behind it.
    var first = place
    while first > 0, bytes[first] != UInt8(ascii: "\\") { first -= 1 }
    guard bytes.indices.contains(first) else { return nil }
    let end = min(first + 2, bytes.count)
    return error(
      "\(text(first..<end)) means nothing in double quotes",
      first..<end,
      hint: "use single quotes, where a backslash is a backslash"
    )
  }

  /// Text behind a closing quote: `'it's'`, `"a" b`.
  private func afterQuote(_ problem: YAMLEventReader.Problem) -> Diagnostic? {
    guard problem.message.hasPrefix("did not find expected") else { return nil }
    let place = problem.offset - start
    guard bytes.indices.contains(place),
      let last = bytes[..<place].lastIndex(where: { $0 != 0x20 }), isQuoted[last],
      "'\"".utf8.contains(bytes[last]), !",:]}#".utf8.contains(bytes[place])
    else { return nil }
    let hint =
      bytes[last] == UInt8(ascii: "'")
      ? "write '' for a quote inside single quotes" : "write \\\" for a quote inside double quotes"
    return error(
      "text behind the closing quote",
      place..<(place + valueText(from: place).utf8.count),
      hint: "\(hint), or put quotes around the whole"
    )
  }

  private func mustache() -> Diagnostic? {
    find("{{").flatMap { YAMLProblemTranslator(file: file).mustache(at: start + $0) }
  }

  private func reserved(_ problem: YAMLEventReader.Problem) -> Diagnostic? {
    let place = valueStart(near: problem.offset - start)
    guard let place, let byte = place < bytes.count ? bytes[place] : nil else { return nil }
    let value = valueText(from: place)
    let quoted = "\"\(value.replacing("\"", with: "\\\""))\""
    func misread(_ meaning: String) -> Diagnostic {
      error(
        "a value cannot start with \(Character(Unicode.Scalar(byte)))\(meaning)",
        place..<(place + value.utf8.count),
        hint: "quote it: \(quoted)"
      )
    }
    switch byte {
    case UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "%"):
      guard problem.message.contains("cannot start any token") else { return nil }
      return misread("")
    case UInt8(ascii: "*"):
      guard problem.message.contains("alpha") || problem.context.contains("alias") else {
        return nil
      }
      if place > 1, bytes[place - 1] == UInt8(ascii: "["), !" [{,:".utf8.contains(bytes[place - 2])
      {
        // `$.lines[*].sku`: the bracket is a path's.
        return special(at: place - 1)
      }
      return misread(", which stands for an alias")
    case UInt8(ascii: "&"):
      guard problem.context.contains("anchor") else { return nil }
      return misread(", which stands for an anchor")
    case UInt8(ascii: "!"):
      return misread(", which stands for a tag")
    case _:
      return nil
    }
  }

  private func block(_ problem: YAMLEventReader.Problem) -> Diagnostic? {
    guard problem.context.contains("block scalar"),
      problem.message.contains("comment or line break")
    else { return nil }
    guard
      let place = bytes.indices.first(where: { place in
        !isQuoted[place] && "|>".utf8.contains(bytes[place])
          && (place == 0 || bytes[place - 1] == 0x20)
      })
    else { return nil }
    let value = valueText(from: place)
    return error(
      "a value cannot start with \(Character(Unicode.Scalar(bytes[place]))) and go on",
      place..<(place + value.utf8.count),
      hint: "quote it, or start the text on the next line"
    )
  }

  private func openExpression(_ problem: YAMLEventReader.Problem) -> Diagnostic? {
    guard let place = find("${") else { return nil }
    let close = find("}", from: place)
    let inside = text(place..<(close ?? bytes.count))
    // A brace behind `, key:` closes the map around, not the expression.
    guard close == nil || (isInFlow(place, problem) && inside.contains(#/,\s*[A-Za-z_-]+:\s/#))
    else {
      return nil
    }
    return error(
      "${ is never closed",
      place..<(place + valueText(from: place).utf8.count),
      hint: "close it with } and quote the value"
    )
  }

  /// An unquoted `${…}` inside brackets or braces, or one with `: ` or ` #` in it.
  private func expression(_ problem: YAMLEventReader.Problem) -> Diagnostic? {
    guard let place = find("${") else { return nil }
    let end = (find("}", from: place) ?? bytes.count - 1) + 1
    let written = text(place..<end)
    if isInFlow(place, problem) {
      let whole = flowValue(around: place)
      return error(
        "an unquoted ${…} inside { } or [ ]",
        whole,
        hint: "quote it: \"\(text(whole).replacing("\"", with: "'"))\""
      )
    }
    guard written.contains(": ") || written.contains(" #") || written.contains(" ? ") else {
      return nil
    }
    return error(
      "an unquoted ${…} with \": \" or \" #\" inside",
      place..<end,
      hint: "quote the value; for a choice write if(condition, then, otherwise)"
    )
  }

  /// The value inside brackets or braces that the `${` at a place belongs to, its other `${…}` included.
  private func flowValue(around place: Int) -> Range<Int> {
    var first = place
    while first > 0, !"[{,".utf8.contains(bytes[first - 1]),
      !(bytes[first - 1] == 0x20 && first > 1 && bytes[first - 2] == UInt8(ascii: ":"))
    {
      first -= 1
    }
    while first < place, bytes[first] == 0x20 { first += 1 }
    var end = place
    while end < bytes.count {
      if bytes[end...].starts(with: "${".utf8) {
        end = (find("}", from: end) ?? bytes.count - 1) + 1
      } else if ",]}".utf8.contains(bytes[end]) || bytes[end...].starts(with: ": ".utf8) {
        break
      } else {
        end += 1
      }
    }
    while end > place, bytes[end - 1] == 0x20 { end -= 1 }
    return first..<end
  }

  private func specialInFlow(_ problem: YAMLEventReader.Problem) -> Diagnostic? {
    var place = problem.offset - start
    guard bytes.indices.contains(place), isInFlow(place, problem) else { return nil }
    if problem.message.contains("cannot start any token") {
      // Behind a bracket that opened no list: `$.lines[?@.n > 1]`.
      guard let open = bytes[..<place].lastIndex(where: { "[{".utf8.contains($0) }), open > 0,
        !" [{,:".utf8.contains(bytes[open - 1])
      else { return nil }
      place = open
    } else {
      guard problem.context.contains("flow"), problem.message.contains("expected ','") else {
        return nil
      }
    }
    guard "[]{}:\"'".utf8.contains(bytes[place]) else { return nil }
    return special(at: place)
  }

  private func special(at place: Int) -> Diagnostic {
    error(
      "an unquoted \(Character(Unicode.Scalar(bytes[place]))) inside { } or [ ]",
      place..<(place + 1),
      hint: "quote the text it is in, or write the map in block style, one key a line"
    )
  }

  private func colon(_ problem: YAMLEventReader.Problem) -> Diagnostic? {
    guard problem.message == "mapping values are not allowed in this context" else { return nil }
    let place = problem.offset - start
    guard bytes.indices.contains(place), let first = find(": "), first < place else { return nil }
    let valueStart = first + 2
    let value = text(valueStart..<bytes.count).trimmed
    return error(
      "\": \" inside an unquoted value",
      place..<(place + 1),
      hint: "quote it: \"\(value.replacing("\"", with: "\\\""))\""
    )
  }

  /// Where the value starts that a problem at `place` belongs to.
  private func valueStart(near place: Int) -> Int? {
    guard place <= bytes.count else { return nil }
    let special = "@`%*&!".utf8
    let candidates = bytes.indices.filter { index in
      guard !isQuoted[index], special.contains(bytes[index]) else { return false }
      guard let before = bytes[..<index].lastIndex(where: { $0 != 0x20 }) else { return true }
      let isApart = before + 1 < index
      switch bytes[before] {
      case UInt8(ascii: ":"), UInt8(ascii: "-"): return isApart
      case UInt8(ascii: "["), UInt8(ascii: "{"): return true
      case UInt8(ascii: ","): return depths[index] > 0
      case _: return false
      }
    }
    return candidates.last { $0 <= max(0, place) } ?? candidates.first
  }

  /// The value from a place up to what ends it.
  private func valueText(from place: Int) -> String {
    let rest = bytes[place...]
    let isFlow = depths[place] > 0
    let end = rest.firstIndex { isFlow && ",]}".utf8.contains($0) } ?? bytes.endIndex
    return text(place..<end).trimmed
  }
}
