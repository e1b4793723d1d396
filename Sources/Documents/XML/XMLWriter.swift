import CLibXML2

/// Writes XML 1.0 in UTF-8 by libxml2; every value and text is escaped.
///
/// Characters that XML 1.0 cannot hold (most control characters, U+FFFE, U+FFFF) become U+FFFD. Names
/// are written as they are, so they must be names of XML. Children stand on lines of their own; an element
/// holds either children or text.
///
/// ```swift
/// var writer = XMLWriter()
/// writer.element("testsuite", attributes: [("name", "a < b")]) { writer in
///   writer.element("testcase", text: "all & sundry")
/// }
/// let bytes = writer.finish()
/// ```
@safe public struct XMLWriter: ~Copyable {
  private let buffer: xmlBufferPtr
  private let writer: xmlTextWriterPtr

  /// Begins a document with `<?xml version="1.0" encoding="UTF-8"?>`.
  public init() {
    XMLLibrary.prepare()
    guard let buffer = unsafe xmlBufferCreate(),
      let writer = unsafe xmlNewTextWriterMemory(buffer, 0)
    else { preconditionFailure("there is no memory for a document") }
    unsafe self.buffer = buffer
    unsafe self.writer = writer
    unsafe xmlTextWriterSetIndent(writer, 1)
    unsafe xmlTextWriterSetIndentString(writer, "  ")
    unsafe expect(xmlTextWriterStartDocument(writer, nil, "UTF-8", nil))
  }

  deinit {
    unsafe xmlFreeTextWriter(writer)
    unsafe xmlBufferFree(buffer)
  }

  /// Writes a document type declaration as it is, on a line of its own.
  public mutating func documentType(_ declaration: String) {
    unsafe expect(xmlTextWriterWriteRaw(writer, declaration + "\n"))
  }

  /// Writes an element with its content.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - attributes: in this order; one whose value is `nil` is left out.
  ///   - content: writes what is inside.
  /// - Throws: what `content` throws.
  public mutating func element<Failure: Error>(
    _ name: String,
    attributes: [(String, String?)] = [],
    content: (inout XMLWriter) throws(Failure) -> Void
  ) throws(Failure) {
    start(name, attributes: attributes)
    try content(&self)
    end()
  }

  /// Writes an element that holds a text, or nothing.
  public mutating func element(
    _ name: String,
    attributes: [(String, String?)] = [],
    text: String? = nil
  ) {
    start(name, attributes: attributes)
    if let text { self.text(text) }
    end()
  }

  /// Writes a start tag; `end()` must follow.
  public mutating func start(_ name: String, attributes: [(String, String?)] = []) {
    unsafe expect(Self.withBytes(of: name) { unsafe xmlTextWriterStartElement(writer, $0) })
    for case (let name, let value?) in attributes {
      let status = unsafe Self.withBytes(of: name) { name in
        unsafe Self.withBytes(of: Self.writable(value)) { value in
          unsafe xmlTextWriterWriteAttribute(writer, name, value)
        }
      }
      expect(status)
    }
  }

  /// Lends a text to libxml2 as it is; what is passed as an argument is copied for each call.
  private static func withBytes(
    of text: String,
    _ body: (UnsafePointer<xmlChar>) -> Int32
  ) -> Int32 {
    unsafe text.withCString { bytes in
      let capacity = text.utf8.count + 1
      return unsafe bytes.withMemoryRebound(to: xmlChar.self, capacity: capacity) { bytes in
        unsafe body(bytes)
      }
    }
  }

  /// Writes the end tag of the innermost open element.
  public mutating func end() {
    unsafe expect(xmlTextWriterEndElement(writer))
  }

  /// Writes a text.
  public mutating func text(_ text: String) {
    // Quotation marks, which libxml2 would escape, are better to read as they are.
    let parts = Self.writable(text).utf8.split(
      separator: UInt8(ascii: "\""),
      omittingEmptySubsequences: false
    )
    for (place, part) in parts.enumerated() {
      if place > 0 { unsafe expect(xmlTextWriterWriteRaw(writer, "\"")) }
      if !part.isEmpty { unsafe expect(xmlTextWriterWriteString(writer, String(Substring(part)))) }
    }
  }

  /// Whether enough has been written that it should be taken.
  public var isLarge: Bool { unsafe xmlBufferLength(buffer) >= 1 << 16 }

  /// Hands over what has been written since the last time.
  public mutating func take() -> [UInt8] {
    unsafe expect(xmlTextWriterFlush(writer))
    let count = unsafe Int(xmlBufferLength(buffer))
    let bytes = unsafe Array(UnsafeBufferPointer(start: xmlBufferContent(buffer), count: count))
    unsafe xmlBufferEmpty(buffer)
    return bytes
  }

  /// Ends all open elements.
  ///
  /// - Returns: what has not been taken.
  public mutating func finish() -> [UInt8] {
    unsafe expect(xmlTextWriterEndDocument(writer))
    return take()
  }

  /// Stops the process where libxml2 has no memory: nothing else keeps it from writing.
  private func expect(_ status: Int32) {
    precondition(status >= 0, "libxml2 cannot write: there is no memory")
  }

  private static func writable(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(isAllowed) { return text }
    let scalars = text.unicodeScalars.map { isAllowed($0) ? $0 : "\u{FFFD}" }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Whether XML 1.0 (section 2.2, production 2) can hold a character at all.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}

@available(*, unavailable)
extension XMLWriter: Sendable {}
