import Diagnostics
import Documents

extension HurlReader {
  /// How deep elements may be nested.
  static let maximumXMLDepth = 4096

  /// Reads a document up to the end of its root element, and looks whether it is well-formed.
  mutating func readXML() throws(Diagnostic) -> Spelled<String> {
    let start = position
    // The names of the elements that are open.
    var open: [Range<Int>] = []
    repeat {
      if current == UInt8(ascii: "<") {
        if try readMarkup(&open) { break }
      } else if open.isEmpty {
        skipJSONSpace()
        guard current == UInt8(ascii: "<") else { throw expected("the root element of the XML") }
      } else if current != nil {
        position += 1
      } else {
        throw error(
          "element <\(String(quoted(open[open.count - 1]).dropFirst().dropLast()))> is not closed",
          at: open[open.count - 1]
        )
      }
    } while true
    let range = range(from: start)
    if let mistake = mistakeOfXML(range) { throw mistake }
    return Spelled(range.text, at: range)
  }

  /// Reads one piece of markup.
  ///
  /// - Returns: whether it ends the root element.
  private mutating func readMarkup(_ open: inout [Range<Int>]) throws(Diagnostic) -> Bool {
    let start = position
    if skip("<!--") {
      try skip(to: "-->", from: start, "a comment")
    } else if skip("<![CDATA[") {
      try skip(to: "]]>", from: start, "a CDATA section")
    } else if skip("<?") {
      try skip(to: "?>", from: start, "a processing instruction")
    } else if skip("<!") {
      try skipDoctype(from: start)
    } else if skip("</") {
      let name = readXMLName()
      guard let opened = open.popLast() else {
        throw error("an end tag before the root element", at: start..<position)
      }
      guard bytes[name] == bytes[opened] else {
        let wanted = String(quoted(opened).dropFirst().dropLast())
        throw error("expected </\(wanted)>, got \(quoted(start..<position))", at: start..<position)
      }
      try skip(to: ">", from: start, "an end tag")
      return open.isEmpty
    } else {
      position += 1
      let name = readXMLName()
      guard !name.isEmpty else { throw expected("the name of an XML element behind <") }
      if try readEndOfTag(from: start) { return open.isEmpty }
      guard open.count < Self.maximumXMLDepth else {
        throw error("XML nested deeper than \(Self.maximumXMLDepth) levels", at: start..<position)
      }
      open.append(name)
    }
    return false
  }

  private mutating func readXMLName() -> Range<Int> {
    let start = position
    while let byte = current, byte > 0x20, !"<>/=\"'&!?".utf8.contains(byte) { position += 1 }
    return start..<position
  }

  /// Reads the attributes of a tag and its end.
  ///
  /// - Returns: whether the element is empty.
  private mutating func readEndOfTag(from start: Int) throws(Diagnostic) -> Bool {
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: ">"): return bytes[position - 2] == UInt8(ascii: "/")
      case UInt8(ascii: "\""): try skip(to: "\"", from: start, "a tag")
      case UInt8(ascii: "'"): try skip(to: "'", from: start, "a tag")
      case _: break
      }
    }
    throw error("a tag is not closed", at: start..<start + 1)
  }

  /// Reads the rest of a document type declaration with what it declares.
  private mutating func skipDoctype(from start: Int) throws(Diagnostic) {
    var isInBrackets = false
    while let byte = current {
      if isInBrackets, skip("<!--") {
        try skip(to: "-->", from: start, "a comment")
        continue
      }
      if isInBrackets, skip("<?") {
        try skip(to: "?>", from: start, "a processing instruction")
        continue
      }
      position += 1
      switch byte {
      case UInt8(ascii: "\""): try skip(to: "\"", from: start, "a document type declaration")
      case UInt8(ascii: "'"): try skip(to: "'", from: start, "a document type declaration")
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"): isInBrackets = false
      case UInt8(ascii: ">") where !isInBrackets: return
      case _: break
      }
    }
    throw error("a document type declaration is not closed", at: start..<start + 1)
  }

  /// Steps behind the next occurrence of a text.
  private mutating func skip(
    to text: StaticString,
    from start: Int,
    _ what: String
  ) throws(Diagnostic) {
    while current != nil {
      if skip(text) { return }
      position += 1
    }
    throw error("\(what) is not closed", at: start..<start + 1)
  }

  /// What libxml2 finds wrong with a document, beside prefixes that are not declared and what is too large for it.
  private func mistakeOfXML(_ range: SourceRange) -> Diagnostic? {
    do throws(XMLDocumentError) {
      // The file is UTF-8, whatever the document declares of the bytes that will be sent.
      _ = try XMLDocument(parsing: Array(bytes[range.utf8]), charset: "UTF-8")
      return nil
    } catch {
      guard error.code == .malformed else { return nil }
      let problem = error.problems.first {
        $0.severity == .error && !$0.message.hasPrefix("namespace prefix")
      }
      guard let problem else { return nil }
      let place = offset(ofLine: problem.line, column: problem.column, in: range)
      return self.error("the XML is not well-formed: \(problem.message)", at: place..<place)
    }
  }

  /// The byte at a line and a column, both from 1, of a part of the file.
  private func offset(ofLine line: Int, column: Int, in range: SourceRange) -> Int {
    let part = range.utf8
    guard line > 0 else { return part.lowerBound }
    var place =
      line == 1 ? part.lowerBound : file.offset(ofLine: range.start.line + line - 1)
    var left = column - 1
    while left > 0, place < part.upperBound, bytes[place] != UInt8(ascii: "\n") {
      place += 1
      while place < part.upperBound, bytes[place] & 0xC0 == 0x80 { place += 1 }
      left -= 1
    }
    return min(place, part.upperBound)
  }
}
