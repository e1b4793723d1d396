/// Writes XML 1.0 in which every name, value and text is escaped.
///
/// Characters that XML 1.0 cannot hold (most control characters, U+FFFE, U+FFFF) become U+FFFD, so
/// what it writes is always well-formed. Children are put on lines of their own until an element
/// holds text.
///
/// ```swift
/// var writer = XMLWriter()
/// writer.declaration()
/// writer.element("testsuite", attributes: [("name", "a < b")]) { writer in
///   writer.element("testcase") { $0.text("all & sundry") }
/// }
/// let bytes = writer.finish()
/// ```
public struct XMLWriter: Sendable {
  private struct OpenElement {
    let name: String
    var hasElements = false
    var hasText = false
  }

  private let indentation: Int?
  private let sink: (@Sendable ([UInt8]) -> Void)?
  private let sinkThreshold = 1 << 16
  private var buffer: [UInt8] = []
  private var open: [OpenElement] = []
  private var startTagIsOpen = false
  private var wroteAnything = false

  /// Makes a writer that keeps its bytes until `finish()`.
  ///
  /// - Parameter indentation: how many spaces a level has; `nil` writes no layout at all.
  public init(indentation: Int? = 2) {
    self.indentation = indentation
    sink = nil
  }

  /// Makes a writer that hands its bytes over as it goes, in pieces of some 64 KiB.
  ///
  /// - Parameters:
  ///   - indentation: how many spaces a level has; `nil` writes no layout at all.
  ///   - sink: takes each piece; the last comes from `finish()`.
  public init(indentation: Int? = 2, sink: @escaping @Sendable ([UInt8]) -> Void) {
    self.indentation = indentation
    self.sink = sink
  }

  /// Writes `<?xml version="1.0" encoding="UTF-8"?>`.
  public mutating func declaration() {
    append(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    wroteAnything = true
  }

  /// Writes `<!DOCTYPE name PUBLIC "…" "…">`; quotation marks are left out of the identifiers.
  public mutating func documentType(
    _ name: String,
    publicIdentifier: String,
    systemIdentifier: String
  ) {
    lineBreakBeforeNode()
    append("<!DOCTYPE \(Self.validName(name)) PUBLIC \"")
    append(publicIdentifier.replacing("\"", with: ""))
    append("\" \"")
    append(systemIdentifier.replacing("\"", with: ""))
    append("\">")
    wroteAnything = true
  }

  /// Writes an element with its content.
  ///
  /// - Parameters:
  ///   - name: characters that no name can hold become `_`.
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
    closeStartTag()
    lineBreakBeforeNode()
    if !open.isEmpty { open[open.count - 1].hasElements = true }
    let name = Self.validName(name)
    append("<")
    append(name)
    for (attribute, value) in attributes {
      guard let value else { continue }
      append(" ")
      append(Self.validName(attribute))
      append("=\"")
      escape(value, inAttribute: true)
      append("\"")
    }
    open.append(OpenElement(name: name))
    startTagIsOpen = true
    wroteAnything = true
    flushIfLarge()
  }

  /// Writes the end tag of the innermost open element; without one it does nothing.
  public mutating func end() {
    guard let element = open.popLast() else { return }
    if startTagIsOpen {
      append("/>")
      startTagIsOpen = false
    } else {
      if element.hasElements, !element.hasText { lineBreak(level: open.count) }
      append("</")
      append(element.name)
      append(">")
    }
    flushIfLarge()
  }

  /// Writes a text.
  public mutating func text(_ text: String) {
    guard !text.isEmpty else { return }
    closeStartTag()
    markText()
    escape(text, inAttribute: false)
    flushIfLarge()
  }

  /// Writes a text as CDATA; `]]>` inside is divided over two sections.
  public mutating func cdata(_ text: String) {
    closeStartTag()
    markText()
    append("<![CDATA[")
    var brackets = 0
    for scalar in text.unicodeScalars {
      if scalar == ">", brackets >= 2 { append("]]><![CDATA[") }
      brackets = scalar == "]" ? brackets + 1 : 0
      appendScalar(scalar)
    }
    append("]]>")
    flushIfLarge()
  }

  /// Writes a comment; a space parts hyphens that follow each other.
  public mutating func comment(_ text: String) {
    closeStartTag()
    lineBreakBeforeNode()
    if !open.isEmpty { open[open.count - 1].hasElements = true }
    append("<!--")
    var previous: Unicode.Scalar = "-"
    for scalar in text.unicodeScalars {
      if scalar == "-", previous == "-" { append(" ") }
      appendScalar(scalar)
      previous = scalar
    }
    append(previous == "-" ? " -->" : "-->")
    wroteAnything = true
  }

  /// Ends all open elements.
  ///
  /// - Returns: what was not handed to the sink; without a sink, everything.
  @discardableResult
  public mutating func finish() -> [UInt8] {
    while !open.isEmpty { end() }
    if indentation != nil, wroteAnything { append("\n") }
    let rest = buffer
    buffer = []
    wroteAnything = false
    guard let sink else { return rest }
    if !rest.isEmpty { sink(rest) }
    return []
  }

  private mutating func closeStartTag() {
    guard startTagIsOpen else { return }
    append(">")
    startTagIsOpen = false
  }

  private mutating func markText() {
    if !open.isEmpty { open[open.count - 1].hasText = true }
  }

  private mutating func lineBreakBeforeNode() {
    guard wroteAnything, open.last?.hasText != true else { return }
    lineBreak(level: open.count)
  }

  private mutating func lineBreak(level: Int) {
    guard let indentation else { return }
    append("\n")
    buffer.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * max(0, indentation)))
  }

  private mutating func flushIfLarge() {
    guard let sink, buffer.count >= sinkThreshold else { return }
    sink(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ text: String) {
    buffer.append(contentsOf: text.utf8)
  }
}

extension XMLWriter {
  private mutating func escape(_ text: String, inAttribute: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"" where inAttribute: append("&quot;")
      case "\n" where inAttribute: append("&#10;")
      case "\t" where inAttribute: append("&#9;")
      // A parser reads a bare carriage return as a line feed (XML 1.0, section 2.11).
      case "\r": append("&#13;")
      default: appendScalar(scalar)
      }
    }
  }

  private mutating func appendScalar(_ scalar: Unicode.Scalar) {
    let scalar = Self.isAllowed(scalar) ? scalar : "\u{FFFD}"
    buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// Whether XML 1.0 (section 2.2, production 2) can hold a character at all.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }

  /// The name with `_` for each character that a name cannot hold there (XML 1.0, productions 4 and
  /// 4a).
  static func validName(_ name: String) -> String {
    var valid = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if isNameStart(scalar) {
        valid.append(scalar)
      } else if isNameCharacter(scalar) {
        if valid.isEmpty { valid.append("_") }
        valid.append(scalar)
      } else {
        valid.append("_")
      }
    }
    return valid.isEmpty ? "_" : String(valid)
  }

  static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
      0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF,
      0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x1_0000...0xE_FFFF:
      true
    default: false
    }
  }

  static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: isNameStart(scalar)
    }
  }
}
