import Diagnostics
import Encodings

extension HurlReader {
  private static let sections = HurlWordTable<HurlSection.Name>()

  /// Reads `[Name]` and the end of its line.
  ///
  /// - Parameters:
  ///   - isResponse: whether the section belongs to a response, else to a request.
  ///   - sections: those that were read before it.
  /// - Returns: `nil` when no heading comes next.
  /// - Throws: when the name is unknown, belongs to the other message, or was there before.
  mutating func readHeading(
    ofResponse isResponse: Bool,
    after sections: [HurlSection]
  ) throws(Diagnostic) -> Spelled<HurlSection.Name>? {
    readBlankLines()
    let start = position
    guard skip("[") else { return nil }
    let nameStart = position
    while case let length = lengthOfLetter, length > 0 { position += length }
    let nameRange = nameStart..<position
    guard !nameRange.isEmpty, skip("]") else {
      position = start
      return nil
    }
    guard let name = Self.sections[bytes[nameRange]] else {
      let names = HurlSection.Name.allCases.filter { $0.isOfResponse == isResponse }
      throw unknown(HurlSection.Name.self, at: nameRange, among: names.map(\.rawValue))
    }
    guard name.isOfResponse == isResponse else {
      throw error(
        "section \(quoted(nameRange)) in a \(isResponse ? "response" : "request")",
        at: nameRange,
        hint: isResponse
          ? "write it above the line of the response"
          : "write it below the line of the response, as HTTP 200"
      )
    }
    guard !sections.contains(where: { $0.name.value == name }) else {
      throw error(
        "section \(quoted(nameRange)) twice",
        at: nameRange,
        hint: "put all rows below the first one"
      )
    }
    let heading = Spelled(name, at: range(from: start))
    try readLineEnd()
    return heading
  }

  /// Reads the rows of a section.
  mutating func readSection(
    _ heading: Spelled<HurlSection.Name>
  ) throws(Diagnostic) -> HurlSection {
    func section(_ rows: HurlSection.Rows, to last: SourceRange?) -> HurlSection {
      let range = last.map(heading.range.joined) ?? heading.range
      return HurlSection(name: heading, rows: rows, range: range)
    }
    switch heading.value {
    case .query, .queryStringParams, .form, .formParams, .basicAuth, .cookies:
      let fields = try readFields()
      if heading.value == .basicAuth, fields.count > 1 {
        throw Diagnostic(.error, "more than one row of [BasicAuth]", at: fields[1].range)
      }
      return section(.fields(fields), to: fields.last?.range)
    case .multipart, .multipartFormData:
      let parts = try readMultipartRows()
      return section(.parts(parts), to: parts.last?.range)
    case .options:
      let options = try readOptions()
      return section(.options(options), to: options.last?.range)
    case .captures:
      let captures = try readCaptures()
      return section(.captures(captures), to: captures.last?.range)
    case .asserts:
      let assertions = try readAssertions()
      return section(.assertions(assertions), to: assertions.last?.range)
    }
  }

  private mutating func readMultipartRows() throws(Diagnostic) -> [HurlPart] {
    var parts: [HurlPart] = []
    while let name = try readKey() {
      let content: HurlPart.Content
      if has("file,") {
        let file = try readFileReference()
        skipSpaces()
        content = .file(file, type: isAtLineEnd ? nil : try readMediaType())
      } else {
        content = .text(try readTemplate(.value))
      }
      parts.append(HurlPart(name: name, content: content, range: range(from: name.range)))
      try readLineEnd()
    }
    return parts
  }

  /// The stretch from the start of another one up to the cursor, white space before the cursor left out.
  private func range(from start: SourceRange) -> SourceRange {
    var last = position
    while last > start.utf8.upperBound, bytes[last - 1] == 0x20 || bytes[last - 1] == 0x09 {
      last -= 1
    }
    return file.range(start.utf8.lowerBound..<last)
  }

  private mutating func readMediaType() throws(Diagnostic) -> HurlTemplate {
    let start = position
    let type = try readTemplate(.value)
    if let text = type.literal {
      let parts = text.prefix { $0 != ";" }
        .split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
        throw expected("a content type, as text/plain", at: start)
      }
    }
    return type
  }

  /// Reads `[Captures]` without its heading.
  private mutating func readCaptures() throws(Diagnostic) -> [HurlCapture] {
    var captures: [HurlCapture] = []
    while let name = try readKey() {
      let query = try readQuery()
      let filters = try readFilters(ofCapture: true)
      var capture = HurlCapture(
        name: name,
        query: query,
        filters: filters,
        redact: nil,
        range: name.range.joined(to: filters.last?.range ?? query.range)
      )
      if has("redact") {
        let start = position
        position += 6
        capture.redact = range(from: start)
        capture.range = capture.range.joined(to: range(from: start))
      }
      try readLineEnd(hint: "one capture a line")
      captures.append(capture)
    }
    return captures
  }

  /// Reads `[Asserts]` without its heading.
  private mutating func readAssertions() throws(Diagnostic) -> [HurlAssertion] {
    var assertions: [HurlAssertion] = []
    while isAtAssertion() {
      let query = try readQuery()
      let filters = try readFilters(ofCapture: false)
      let predicate = try readPredicate()
      try readLineEnd(hint: "one assert a line")
      let range = query.range.joined(to: predicate.range)
      assertions.append(
        HurlAssertion(
          query: consume query,
          filters: filters,
          predicate: consume predicate,
          range: range
        )
      )
    }
    return assertions
  }

  /// Whether the next line that is not empty is an assert, and no body, section or request.
  private mutating func isAtAssertion() -> Bool {
    readBlankLines()
    guard current?.isASCIILetter == true else { return false }
    let end = wordAhead().upperBound
    var place = position
    while place < end, bytes[place].isASCIILetter, bytes[place] < UInt8(ascii: "a") { place += 1 }
    // Capitals alone are a method, or `HTTP`.
    return place < end && kindOfValueAhead() == nil
  }

  /// The letters and digits that come next.
  func wordAhead() -> Range<Int> {
    var place = position
    while place < end, bytes[place].isASCIILetter || bytes[place].isASCIIDigit { place += 1 }
    return position..<place
  }
}
