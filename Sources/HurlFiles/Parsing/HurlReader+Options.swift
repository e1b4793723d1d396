import Diagnostics
import Encodings

extension HurlReader {
  /// Reads `[Options]` without its heading.
  mutating func readOptions() throws(Diagnostic) -> [HurlOption] {
    var options: [HurlOption] = []
    while let key = try readKey() {
      guard let name = HurlOption.Name(rawValue: key.range.text) else {
        throw unknown(HurlOption.Name.self, at: key.range.utf8)
      }
      let start = position
      let value = try readValue(of: name)
      let valueRange = range(from: start)
      try readLineEnd()
      options.append(
        HurlOption(
          name: Spelled(name, at: key.range),
          value: value,
          range: key.range.joined(to: valueRange)
        )
      )
    }
    return options
  }

  private mutating func readValue(of name: HurlOption.Name) throws(Diagnostic) -> HurlOption.Value {
    let kind = name.kind
    switch kind {
    case .boolean, .count, .countOrEndless, .duration:
      if has("{{") { return .placeholder(try readPlaceholder(isInText: false)) }
    case .text, .headerField, .file, .fileWithPassword, .variable: break
    }
    switch kind {
    case .boolean: return .boolean(try readBoolean())
    case .count: return .integer(try readCount(from: 0))
    case .countOrEndless: return .integer(try readCount(from: -1))
    case .duration: return .duration(try readDuration())
    case .variable: return .variable(try readVariable())
    case .file, .fileWithPassword:
      let text = try readTemplate(kind == .file ? .filename : .filenameWithPassword)
      guard !text.isEmpty else { throw expected("the name of a file") }
      return .file(text)
    case .text, .headerField:
      let text = try readTemplate(.value)
      guard !text.isEmpty else { throw expected("a value of \(name.rawValue)") }
      if kind == .headerField, let field = text.literal, !field.contains(":") {
        throw error(
          "expected a header as Name: value, got \(quoted(text.range.utf8))",
          at: text.range.utf8
        )
      }
      return .text(text)
    }
  }

  private mutating func readBoolean() throws(Diagnostic) -> Spelled<Bool> {
    let start = position
    guard kindOfValueAhead() == .boolean else { throw expected("true or false") }
    let isTrue = has("true")
    position = wordAhead().upperBound
    return Spelled(isTrue, at: range(from: start))
  }

  private mutating func readCount(from least: Int) throws(Diagnostic) -> Spelled<Int> {
    let what = least < 0 ? "a whole number, or -1 for no limit" : "a whole number from 0"
    let start = position
    guard let number = try readInteger(), number.value >= least else {
      throw expected(what, at: start)
    }
    return number
  }

  private mutating func readDuration() throws(Diagnostic) -> HurlDuration {
    let start = position
    let hint = "units are ms, s, m and h; without one it is milliseconds"
    guard let number = try readInteger(), number.value >= 0 else {
      throw expected("a duration, as 500ms or 2s", at: start, hint: hint)
    }
    var unit: Spelled<HurlDuration.Unit>?
    let word = wordAhead()
    if !word.isEmpty {
      guard let known = HurlDuration.Unit(rawValue: spelling(of: word))
      else { throw error("unknown unit \(quoted(word)) of a duration", at: word, hint: hint) }
      unit = Spelled(known, at: file.range(word))
      position = word.upperBound
    }
    let (product, isTooMuch) = number.value.multipliedReportingOverflow(
      by: unit?.value.factor ?? 1
    )
    guard !isTooMuch else {
      throw error("a duration beyond 64 bits of milliseconds", at: start..<position)
    }
    return HurlDuration(milliseconds: product, unit: unit, range: range(from: start))
  }
}

// Variables.
extension HurlReader {
  private mutating func readVariable() throws(Diagnostic) -> HurlVariable {
    let hint = "write it as name=value"
    guard let name = readName() else { throw expected("the name of a variable", hint: hint) }
    guard !HurlFunction.reservedNames.contains(name.value) else {
      throw error(
        "a variable with the name of a function, \(quoted(name.range.utf8))",
        at: name.range.utf8,
        hint: "choose another name"
      )
    }
    skipSpaces()
    guard skip("=") else { throw expected("= behind the name of a variable", hint: hint) }
    skipSpaces()
    let start = position
    let value = try readValueOfVariable()
    let valueRange = range(from: start)
    return HurlVariable(
      name: name,
      value: Spelled(value, at: valueRange),
      range: name.range.joined(to: valueRange)
    )
  }

  private mutating func readValueOfVariable() throws(Diagnostic) -> HurlVariable.Value {
    if current == UInt8(ascii: "\"") { return .text(try readQuoted("a text")) }
    let start = position
    let value: HurlVariable.Value?
    let word = wordAhead()
    var end = word.upperBound
    switch spelling(of: word.prefix(6)) {
    case "null": value = .null
    case "true": value = .boolean(true)
    case "false": value = .boolean(false)
    case _:
      value = readNumber().map { .number($0) }
      end = position
      position = start
    }
    let text = try readTemplate(.value)
    // Nothing may follow a number or a keyword; with more it is a text.
    guard let value, position == end else { return .text(text) }
    return value
  }

  /// Reads `-?digits[.digits]` without leading zeros.
  ///
  /// - Returns: `nil` when no number comes next; nothing is read then.
  mutating func readNumber() -> String? {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    guard current?.isASCIIDigit == true else {
      position = start
      return nil
    }
    if !skip("0") {
      while current?.isASCIIDigit == true { position += 1 }
    }
    if current == UInt8(ascii: "."), following?.isASCIIDigit == true {
      position += 1
      while current?.isASCIIDigit == true { position += 1 }
    }
    return spelling(from: start)
  }
}
