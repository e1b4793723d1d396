import CLibXML2

/// How much reading a document of markup may cost.
///
/// libxml2 compares each attribute of an element with all others, looks names up in all namespaces that
/// are in scope, and more of that kind: a document of less than a megabyte can take minutes. So one that
/// is large enough for that is first looked through for elements with too many attributes, and then tried
/// in a child process.
enum MarkupBounds {
  /// The shortest document that is looked through and tried, in bytes; a shorter one takes no time worth bounding.
  static let leastBytes = 64 << 10
  /// How many attributes an element may have.
  static let mostAttributes = 10_000
  /// The computing time of reading a document.
  static let seconds: UInt32 = 20

  /// Reads a document, after it was tried whether that ends in time.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - parser: libxml2's parser of its language.
  ///   - isHTML: whether that is HTML.
  ///   - encoding: libxml2's name of the charset, if that is known.
  ///   - options: libxml2's.
  ///   - address: what references are relative to.
  /// - Returns: the document, which the caller owns; `nil` when libxml2 makes none of it.
  /// - Throws: for a document that is empty, longer than 2 GiB, has an element with too many attributes
  ///   or takes too long.
  @unsafe static func read(
    _ bytes: [UInt8],
    by parser: xmlParserCtxtPtr,
    isHTML: Bool,
    encoding: String?,
    options: Int32,
    address: String? = nil
  ) throws(XMLDocumentError) -> xmlDocPtr? {
    let count = try count(of: bytes, isHTML: isHTML)
    var trial = CURLEW_XML_UNTRIED.rawValue
    let document: xmlDocPtr? = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
        let start = buffer.baseAddress
        if bytes.count >= leastBytes {
          trial = unsafe curlew_xml_try_reading(
            isHTML ? nil : parser,
            isHTML ? parser : nil,
            start,
            count,
            encoding,
            options,
            seconds,
            // What reading it may take beside what the process has.
            512 << 20 + 64 * UInt(count),
            { WorkLimit.endsNow() ? 1 : 0 }
          )
          let isBounded =
            trial != CURLEW_XML_UNBOUNDED.rawValue && trial != CURLEW_XML_GIVEN_UP.rawValue
          guard isBounded else { return nil }
        }
        return isHTML
          ? unsafe htmlCtxtReadMemory(parser, start, count, nil, encoding, options)
          : unsafe xmlCtxtReadMemory(parser, start, count, address, encoding, options)
      }
    }
    let problem = problem(
      of: trial,
      "the document was not read",
      unbounded: """
        the document cannot be read within \(seconds) s: it has too many attributes, namespaces or \
        declarations for its size
        """
    )
    if let problem { throw XMLDocumentError(code: .limit, problem: problem) }
    return unsafe document
  }

  /// Why something cannot be done after it was tried; `nil` when it can.
  ///
  /// - Parameters:
  ///   - trial: how that ended.
  ///   - unfinished: the message when the task's limit ended it.
  ///   - message: the message when it took too much.
  /// - Returns: the problem to tell.
  static func problem(
    of trial: Int32,
    _ unfinished: String,
    unbounded message: @autoclosure () -> String
  ) -> XMLProblem? {
    switch trial {
    case CURLEW_XML_UNBOUNDED.rawValue: XMLProblem(message: message())
    case CURLEW_XML_GIVEN_UP.rawValue: XMLProblem(message: "\(unfinished): \(WorkLimit.message)")
    default: nil
    }
  }

  /// The length of a document that may be read.
  ///
  /// - Throws: for one that is empty, longer than 2 GiB, or has an element with too many attributes.
  static func count(of bytes: [UInt8], isHTML: Bool) throws(XMLDocumentError) -> Int32 {
    guard !bytes.isEmpty else {
      let problem = XMLProblem(message: "the document is empty", line: 1, column: 1)
      throw XMLDocumentError(code: .empty, problem: problem)
    }
    guard let count = Int32(exactly: bytes.count) else {
      throw refusal("the document has \(bytes.count) bytes, more than 2 GiB")
    }
    guard bytes.count >= leastBytes else { return count }
    var scan = AttributeScan(bytes, isHTML: isHTML)
    guard let line = scan.lineOfExcess(over: mostAttributes) else { return count }
    throw refusal("an element has more than \(mostAttributes) attributes", line: line)
  }

  private static func refusal(_ message: String, line: Int = 0) -> XMLDocumentError {
    XMLDocumentError(code: .limit, problem: XMLProblem(message: message, line: line))
  }
}

/// Counts the attributes of elements without understanding anything else.
private struct AttributeScan: ~Copyable {
  private let bytes: [UInt8]
  private let isHTML: Bool
  /// How many bytes a character takes, and which of them tells ASCII.
  private let width: Int
  private let place: Int
  private var index = 0
  private var line = 1

  init(_ bytes: [UInt8], isHTML: Bool) {
    self.bytes = bytes
    self.isHTML = isHTML
    let start = Array(bytes.prefix(4))
    let mark = TextEncodingMark(bytes)?.encoding
    if mark == .utf16LittleEndian || mark == nil && start.count > 1 && start[1] == 0 {
      (width, place) = (2, 0)
    } else if mark == .utf16BigEndian || mark == nil && start.first == 0 {
      (width, place) = (2, 1)
    } else {
      (width, place) = (1, 0)
    }
  }

  /// The line of the first element with more attributes than a limit; `nil` when there is none.
  mutating func lineOfExcess(over limit: Int) -> Int? {
    while let byte = next() {
      guard byte == UInt8(ascii: "<") else { continue }
      if skip("!--") {
        guard find("-->") else { return nil }
      } else if !isHTML, skip("![CDATA[") {
        guard find("]]>") else { return nil }
      } else if skip("?") {
        guard find(isHTML ? ">" : "?>") else { return nil }
      } else if let first = peek(), isNameStart(first) {
        let start = line
        let name = isHTML ? rawName() : nil
        guard attributes(over: limit) <= limit else { return start }
        if let name, !find("</\(name)") { return nil }
      }
    }
    return nil
  }

  /// The name of the element that begins here, when what it contains is no markup.
  private func rawName() -> String? {
    ["script", "style"].first { matches($0, from: index) }
  }

  /// Counts the attributes up to the end of the tag; no more than one above a limit.
  private mutating func attributes(over limit: Int) -> Int {
    var count = 0
    var isInName = true
    var follows: UInt8 = 0
    while count <= limit, let byte = next() {
      switch byte {
      case UInt8(ascii: ">"): return count
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if follows == UInt8(ascii: "=") {
          while let other = next(), other != byte {}
          isInName = false
        }
        follows = byte
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "/"): isInName = false
      case UInt8(ascii: "="):
        isInName = false
        follows = byte
      case _:
        if !isInName, follows != UInt8(ascii: "=") { count += 1 }
        isInName = true
        follows = byte
      }
    }
    return count
  }

  private func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    case _: false
    }
  }

  /// The character at a place, 0x80 for all beyond ASCII.
  private func character(at index: Int) -> UInt8? {
    guard index + width <= bytes.count else { return nil }
    guard width == 2 else { return bytes[index] }
    return bytes[index + 1 - place] == 0 ? bytes[index + place] : 0x80
  }

  private func peek() -> UInt8? { character(at: index) }

  private mutating func next() -> UInt8? {
    guard let byte = character(at: index) else { return nil }
    index += width
    if byte == 0x0A { line += 1 }
    return byte
  }

  /// Whether a text stands at a place, letter case aside.
  private func matches(_ text: String, from start: Int) -> Bool {
    var index = start
    for wanted in text.utf8 {
      guard let byte = character(at: index) else { return false }
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      guard byte == wanted || isUpper && byte | 0x20 == wanted else { return false }
      index += width
    }
    return true
  }

  private mutating func skip(_ text: String) -> Bool {
    guard matches(text, from: index) else { return false }
    index += text.utf8.count * width
    return true
  }

  /// Goes on behind the next occurrence of a text.
  private mutating func find(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    while let byte = peek() {
      if byte == first, matches(text, from: index) {
        index += text.utf8.count * width
        return true
      }
      _ = next()
    }
    return false
  }
}
