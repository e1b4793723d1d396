import Diagnostics

extension HurlReader {
  /// Reads a text between three backticks.
  mutating func readMultiline() throws(Diagnostic) -> HurlMultiline {
    let start = position
    position += 3
    let (language, attributes) = try readWordsOfMultiline()
    skipSpaces()
    guard skipLineBreak() else {
      throw expected("a line break behind ```", hint: "the text begins on the next line")
    }
    let isEscaped = attributes.contains { $0.value == .escape }
    let textEnd = endOfMultiline(isEscaped: isEscaped)
    guard let textEnd else {
      throw error("expected ``` behind the text", at: start..<start + 3)
    }
    let outerEnd = end
    end = textEnd
    var variables: HurlJSON?
    let text: HurlTemplate
    if language?.value == .graphql, let line = lineOfVariables() {
      end = line.start
      text = try readTemplate(isEscaped ? .escapedLines : .lines)
      end = textEnd
      position = line.object
      variables = try readJSON()
      skipJSONSpace()
      guard current == nil else {
        throw expected("``` behind the variables", hint: "variables are the last of the text")
      }
    } else {
      text = try readTemplate(isEscaped ? .escapedLines : .lines)
    }
    end = outerEnd
    position = textEnd + 3
    return HurlMultiline(
      language: language,
      attributes: attributes,
      text: text,
      variables: variables,
      range: range(from: start)
    )
  }

  private mutating func readWordsOfMultiline() throws(Diagnostic) -> (
    language: Spelled<HurlMultiline.Language>?, attributes: [Spelled<HurlMultiline.Attribute>]
  ) {
    var language: Spelled<HurlMultiline.Language>?
    var attributes: [Spelled<HurlMultiline.Attribute>] = []
    let word = wordAhead()
    if let known = HurlMultiline.Language(rawValue: spelling(of: word)) {
      position = word.upperBound
      language = Spelled(known, at: file.range(word))
    } else if !word.isEmpty {
      guard HurlMultiline.Attribute(rawValue: spelling(of: word)) != nil
      else { throw unknown(HurlMultiline.Language.self, at: word) }
      attributes.append(try readAttribute())
    }
    while skip(",") {
      skipSpaces()
      attributes.append(try readAttribute())
    }
    return (language, attributes)
  }

  private mutating func readAttribute() throws(Diagnostic) -> Spelled<HurlMultiline.Attribute> {
    let word = wordAhead()
    guard !word.isEmpty else { throw expected("an attribute, escape or novariable") }
    let name = spelling(of: word)
    guard let attribute = HurlMultiline.Attribute(rawValue: name) else {
      throw unknown(HurlMultiline.Attribute.self, at: word)
    }
    position = word.upperBound
    warn("the attribute \(name) is deprecated", at: file.range(word))
    return Spelled(attribute, at: file.range(word))
  }

  /// Where the text ends that begins here: before the next three backticks.
  private func endOfMultiline(isEscaped: Bool) -> Int? {
    var place = position
    while place + 2 < end {
      if bytes[place] == UInt8(ascii: "`"), bytes[place + 1] == UInt8(ascii: "`"),
        bytes[place + 2] == UInt8(ascii: "`")
      {
        return place
      }
      place += isEscaped && bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// The first line from here on that begins with `variables` and an object.
  ///
  /// - Returns: where the line and where the object starts; `nil` when there is no such line.
  private func lineOfVariables() -> (start: Int, object: Int)? {
    var other = self
    while other.position < end {
      let start = other.position
      if other.skip("variables") {
        other.skipJSONSpace()
        if other.current == UInt8(ascii: "{") { return (start, other.position) }
        other.position = start
      }
      while let byte = other.current, byte != UInt8(ascii: "\n") { other.position += 1 }
      other.position += 1
    }
    return nil
  }
}

extension HurlMultiline.Language: HurlWord {
  public static var noun: String { "language of a text" }
}

extension HurlMultiline.Attribute: HurlWord {
  public static var noun: String { "attribute of a text" }
}
