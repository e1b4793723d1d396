import Diagnostics
import Documents
import Encodings

extension HurlReader {
  /// Reads a predicate with its value.
  mutating func readPredicate() throws(Diagnostic) -> HurlPredicate {
    let start = position
    var negation: SourceRange?
    if case let word = wordAhead(), bytes[word].elementsEqual("not".utf8) {
      position = word.upperBound
      negation = range(from: start)
      try requireSpace(before: "a predicate")
    }
    let nameStart = position
    let name = try readPredicateName()
    let nameRange = range(from: nameStart)
    if let replacement = name.replacement {
      warn(
        "the predicate \(name.rawValue) is deprecated",
        at: nameRange,
        suggestion: replacement.rawValue
      )
    }
    var value: HurlValue?
    let kinds = name.values
    if !kinds.isEmpty {
      if isAtLineEnd { throw expected("a value behind \(name.rawValue)") }
      // Behind a sign as == the value may stand at once.
      if bytes[nameStart].isASCIILetter {
        try requireSpace(before: "the value")
      } else {
        skipSpaces()
      }
      value = try readValue(of: name, kinds: kinds)
    }
    return HurlPredicate(
      negation: negation,
      name: Spelled(name, at: nameRange),
      value: value,
      range: range(from: start)
    )
  }

  /// The predicates by their names.
  static let predicates = HurlWordTable<HurlPredicate.Name>()

  private mutating func readPredicateName() throws(Diagnostic) -> HurlPredicate.Name {
    var word = wordAhead()
    if word.isEmpty {
      var place = position
      // The signs of which names such as == are made, or are in other languages.
      while place < end, "=!<>~".utf8.contains(bytes[place]) { place += 1 }
      word = position..<place
    }
    guard !word.isEmpty else {
      throw expected("a predicate", hint: "a predicate is ==, contains, exists and so on")
    }
    guard let name = Self.predicates[bytes[word]]
    else {
      // Any sign is near to any other: only those that begin alike are.
      let names = HurlPredicate.Name.allCases.map(\.rawValue)
      let isWord = bytes[word.lowerBound].isASCIILetter
      let near = names.filter { isWord || $0.utf8.first == bytes[word.lowerBound] }
      throw unknown(HurlPredicate.Name.self, at: word, among: near)
    }
    position = word.upperBound
    return name
  }

  /// Reads the value of a predicate.
  ///
  /// - Parameters:
  ///   - name: the predicate.
  ///   - kinds: what it takes.
  /// - Returns: the value.
  /// - Throws: when it is none, or one of another kind.
  private mutating func readValue(
    of name: HurlPredicate.Name,
    kinds: [HurlValue.Kind]
  ) throws(Diagnostic) -> HurlValue {
    func what() -> String {
      kinds.count == HurlValue.Kind.allCases.count
        ? "a value" : kinds.map(\.rawValue).joined(separator: " or ")
    }
    let start = position
    guard let kind = kindOfValueAhead() else {
      throw expected(
        "\(what()) behind \(name.rawValue)",
        hint: isAtLineEnd ? nil : "a text stands in quotes"
      )
    }
    guard kinds.contains(kind) else {
      throw expected("\(what()) behind \(name.rawValue)")
    }
    let content: HurlValue.Content
    switch kind {
    case .null:
      position += 4
      content = .null
    case .boolean:
      content = .boolean(has("true"))
      position = wordAhead().upperBound
    case .number:
      guard let number = readNumber() else { throw expected("digits behind -") }
      if current?.isASCIIDigit == true {
        throw error("a number with a leading zero", at: start..<position + 1)
      }
      content = .number(number)
    case .text:
      if has("```") {
        content = .multiline(try readMultiline())
      } else if current == UInt8(ascii: "`") {
        content = .oneline(try readOneline())
      } else {
        content = .quoted(try readQuoted("a text"))
      }
    case .pattern: content = .pattern(try readRegularExpression())
    case .bytes: content = .bytes(try readBytes())
    case .file: content = .file(try readFileReference())
    case .placeholder: content = .placeholder(try readPlaceholder(isInText: false))
    }
    return HurlValue(content: content, range: range(from: start))
  }

  /// Which value comes next by its first characters; `nil` for none.
  func kindOfValueAhead() -> HurlValue.Kind? {
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return .text
    case UInt8(ascii: "/"): return .pattern
    case UInt8(ascii: "{") where following == UInt8(ascii: "{"): return .placeholder
    case UInt8(ascii: "-"): return .number
    case let byte? where byte.isASCIIDigit: return .number
    case _: break
    }
    if has("base64,") || has("hex,") { return .bytes }
    if has("file,") { return .file }
    return switch spelling(of: wordAhead().prefix(6)) {
    case "null": .null
    case "true", "false": .boolean
    case _: nil
    }
  }

  /// Reads `/…/`, in which `\/` is a slash, and looks whether it compiles.
  mutating func readRegularExpression() throws(Diagnostic) -> Spelled<String> {
    let start = position
    position += 1
    var source: [UInt8] = []
    while let byte = current, byte != UInt8(ascii: "/"), byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\\"), following == UInt8(ascii: "/") { position += 1 }
      source.append(bytes[position])
      position += 1
    }
    guard skip("/") else { throw expected("the closing / of a regular expression") }
    let text = String(decoding: source, as: UTF8.self)
    do throws(RegularExpression.ParsingError) {
      _ = try RegularExpression(text)
    } catch {
      let (message, hint) = error.told("not a regular expression")
      throw self.error(message, at: start..<position, hint: hint)
    }
    return Spelled(text, at: range(from: start))
  }
}
