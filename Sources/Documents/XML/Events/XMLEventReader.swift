import CLibXML2
import Locks

/// Reads a document piece by piece; nothing is parsed until the first piece is asked for.
///
/// Entities are bounded and nothing outside the bytes is read, as with `XMLDocument`.
///
/// ```swift
/// let reader = XMLEventReader(body)
/// while let event = try reader.next() {
///   if case .startElement(name: "item", namespace: _, attributes: _) = event { count += 1 }
/// }
/// ```
public final class XMLEventReader: Sendable {
  private let state: Locked<State>

  /// Keeps the bytes for later.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - charset: from the Content-Type header; stands over the declaration.
  public init(_ bytes: [UInt8], charset: String? = nil) {
    state = Locked(State(bytes: bytes, charset: charset))
  }

  /// Reads up to the next piece.
  ///
  /// - Returns: `nil` at the end of the document.
  /// - Throws: at the place where the document is not well-formed; the same error again after that.
  public func next() throws(XMLDocumentError) -> XMLEvent? {
    try state.withLock { (state) throws(XMLDocumentError) in try state.next() }
  }

  /// The line that has been reached, from 1; 0 before the first piece.
  public var line: Int { state.withLock { $0.line } }
}

/// The reader's place in the document.
@safe private struct State: ~Copyable {
  private let charset: String?
  private var bytes: [UInt8]
  /// What libxml2 reads from; it must not move.
  private var buffer: UnsafeMutableBufferPointer<CChar>?
  private var reader: xmlTextReaderPtr?
  private var failure: XMLDocumentError?
  private var isAtEnd = false
  private var pendingEnd: XMLEvent?
  private(set) var line = 0

  init(bytes: [UInt8], charset: String?) {
    self.bytes = bytes
    self.charset = charset
    unsafe buffer = nil
    unsafe reader = nil
  }

  deinit {
    unsafe xmlFreeTextReader(reader)
    unsafe buffer?.deallocate()
  }

  mutating func next() throws(XMLDocumentError) -> XMLEvent? {
    if let failure { throw failure }
    if let event = pendingEnd {
      pendingEnd = nil
      return event
    }
    if isAtEnd { return nil }
    let collector = XMLProblemCollector()
    do {
      return try collector.collect { () throws(XMLDocumentError) in try advance(collector) }
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func advance(
    _ collector: XMLProblemCollector
  ) throws(XMLDocumentError) -> XMLEvent? {
    if unsafe reader == nil { try start(collector) }
    while true {
      let status = unsafe xmlTextReaderRead(reader)
      guard status >= 0 else { throw collector.documentError() }
      line = max(0, Int(unsafe xmlTextReaderGetParserLineNumber(reader)))
      guard status > 0 else {
        isAtEnd = true
        return nil
      }
      // A namespace error is none for libxml2's reader, which goes on.
      let isNamespaceError = collector.reports.contains { $0.domain == XML_FROM_NAMESPACE.rawValue }
      guard !isNamespaceError else { throw collector.documentError() }
      if let event = event() { return event }
    }
  }

  private mutating func start(_ collector: XMLProblemCollector) throws(XMLDocumentError) {
    let count = try MarkupBounds.count(of: bytes, isHTML: false)
    let encoding = TextEncodingMark(bytes) == nil ? XMLLibrary.encodingName(of: charset) : nil
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes.lazy.map(CChar.init(bitPattern:)))
    bytes = []
    unsafe buffer = copy
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_BIG_LINES.rawValue
    unsafe reader = xmlReaderForMemory(
      copy.baseAddress,
      count,
      nil,
      encoding,
      Int32(bitPattern: options)
    )
    guard unsafe reader != nil else { throw collector.documentError() }
  }

  private mutating func event() -> XMLEvent? {
    let kind = unsafe UInt32(bitPattern: xmlTextReaderNodeType(reader))
    switch kind {
    case XML_READER_TYPE_ELEMENT.rawValue:
      let isEmpty = unsafe xmlTextReaderIsEmptyElement(reader) == 1
      let (name, namespace) = (name, namespace)
      if isEmpty { pendingEnd = .endElement(name: name, namespace: namespace) }
      return .startElement(name: name, namespace: namespace, attributes: attributes())
    case XML_READER_TYPE_END_ELEMENT.rawValue:
      return .endElement(name: name, namespace: namespace)
    case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue,
      XML_READER_TYPE_WHITESPACE.rawValue:
      return .text(value)
    case XML_READER_TYPE_CDATA.rawValue: return .cdata(value)
    case XML_READER_TYPE_COMMENT.rawValue: return .comment(value)
    case XML_READER_TYPE_PROCESSING_INSTRUCTION.rawValue:
      return .processingInstruction(target: name, data: value)
    case XML_READER_TYPE_DOCUMENT_TYPE.rawValue: return .documentType(name: name)
    default: return nil
    }
  }

  private func attributes() -> [XMLEvent.Attribute] {
    var attributes: [XMLEvent.Attribute] = []
    while unsafe xmlTextReaderMoveToNextAttribute(reader) == 1 {
      if unsafe xmlTextReaderIsNamespaceDecl(reader) == 1 { continue }
      attributes.append(XMLEvent.Attribute(name: name, namespace: namespace, value: value))
    }
    unsafe xmlTextReaderMoveToElement(reader)
    return attributes
  }

  private var name: String {
    unsafe xmlTextReaderConstName(reader).map { unsafe String(xml: $0) } ?? ""
  }

  private var namespace: String? {
    unsafe xmlTextReaderConstNamespaceUri(reader).map { unsafe String(xml: $0) }
  }

  private var value: String {
    unsafe xmlTextReaderConstValue(reader).map { unsafe String(xml: $0) } ?? ""
  }
}
