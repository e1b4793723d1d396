import CLibXML2
import Locks

/// A schema that documents can be checked against: an XML Schema (XSD 1.0), or one of RELAX NG.
///
/// ```swift
/// let schema = try XMLSchema(bytes, path: "schemas/order.xsd")
/// let problems = schema.validate(.xml(document))  // empty when the document is valid
/// ```
public final class XMLSchema: Sendable {
  /// libxml2's schema points into the document it was read from.
  private let source: XMLDocument
  private let schema: Locked<Handle>
  private let mayBacktrack: Bool

  /// Reads a schema.
  ///
  /// - Parameters:
  ///   - bytes: the schema document; of RELAX NG in the XML syntax, the compact one is not understood.
  ///   - isRelaxNG: whether it is one of RELAX NG.
  ///   - path: where it lies; what it includes and imports (`include` and `externalRef` of RELAX NG) is
  ///     then read from local files beside it. Without a path nothing else is read. The network is never
  ///     used.
  /// - Throws: with line and message when it is no schema, or refers to what cannot be read, or cannot
  ///   be compiled within 5 s and 512 MiB.
  public init(
    _ bytes: [UInt8],
    isRelaxNG: Bool = false,
    path: String? = nil
  ) throws(XMLDocumentError) {
    let source = try XMLDocument(parsing: bytes, charset: nil, path: path)
    let collector = XMLProblemCollector(allowsFiles: path != nil)
    // Nobody else knows the document yet, so its lock need not be held while it is read.
    let address = source.tree.withLock { unsafe UInt(bitPattern: $0.document) }
    let handle = try collector.collect { () throws(XMLDocumentError) in
      _ = XMLLibrary.isReadyForValidation
      let trial =
        unsafe curlew_xml_try_compiling(
          isRelaxNG ? nil : xmlDocPtr(bitPattern: address),
          isRelaxNG ? xmlDocPtr(bitPattern: address) : nil,
          XMLValidationBounds.seconds,
          XMLValidationBounds.bytes,
          { WorkLimit.endsNow() ? 1 : 0 }
        )
      if let problem = XMLValidationBounds.problem(ofCompiling: trial) {
        throw XMLDocumentError(code: .limit, problem: problem)
      }
      let handle = unsafe Handle(xmlDocPtr(bitPattern: address), isRelaxNG: isRelaxNG)
      if let refusal = collector.refusal { throw refusal }
      guard handle.isUsable else { throw collector.documentError(.invalidSchema) }
      return handle
    }
    self.source = source
    mayBacktrack = isRelaxNG || XMLValidationBounds.mayBacktrack(xsd: source)
    schema = Locked(handle)
  }

  /// Checks a document; the elements of a page are in no namespace.
  ///
  /// A check that may go back and forth, as by patterns, is tried in a child process first, so that
  /// none takes the process with it.
  ///
  /// - Returns: what breaks the schema, with line and path, at most a hundred entries; empty when
  ///   the document is valid. A check that takes more than 5 s or 512 MiB is one problem.
  public func validate(_ document: MarkupDocument) -> [XMLProblem] {
    let collector = XMLProblemCollector()
    let mayBacktrack = mayBacktrack
    return collector.collect { () -> [XMLProblem] in
      schema.withLock { schema in
        // As numbers, because the compiler lets neither lock's value into the other's closure.
        let xsd = unsafe UInt(bitPattern: schema.xsd)
        let relaxNG = unsafe UInt(bitPattern: schema.relaxNG)
        return document.tree.withLock { tree in
          let document = unsafe UInt(bitPattern: tree.document)
          func attempt() -> Int32 {
            guard mayBacktrack else { return CURLEW_XML_BOUNDED.rawValue }
            return unsafe curlew_xml_try_validating(
              xmlSchemaPtr(bitPattern: xsd),
              xmlRelaxNGPtr(bitPattern: relaxNG),
              xmlDocPtr(bitPattern: document),
              XMLValidationBounds.seconds,
              XMLValidationBounds.bytes,
              { WorkLimit.endsNow() ? 1 : 0 }
            )
          }
          // Without a context the library's own status is below 0.
          func run() -> Int32 {
            if let schema = unsafe xmlSchemaPtr(bitPattern: xsd) {
              let context = unsafe xmlSchemaNewValidCtxt(schema)
              defer { unsafe xmlSchemaFreeValidCtxt(context) }
              return unsafe xmlSchemaValidateDoc(context, xmlDocPtr(bitPattern: document))
            }
            let context = unsafe xmlRelaxNGNewValidCtxt(xmlRelaxNGPtr(bitPattern: relaxNG))
            defer { unsafe xmlRelaxNGFreeValidCtxt(context) }
            return unsafe xmlRelaxNGValidateDoc(context, xmlDocPtr(bitPattern: document))
          }
          if let problem = XMLValidationBounds.problem(ofChecking: attempt()) { return [problem] }
          let first = run()
          let padded = XMLPaddedValues(of: collector)
          guard first > 0, !padded.isEmpty else { return collector.problems(ofStatus: first) }
          padded.trim()
          defer { padded.restore() }
          collector.forgetProblems()
          if let problem = XMLValidationBounds.problem(ofChecking: attempt()) { return [problem] }
          return collector.problems(ofStatus: run())
        }
      }
    }
  }

  /// A compiled schema, which is of one of the two kinds.
  @safe private struct Handle: ~Copyable {
    let xsd: xmlSchemaPtr?
    let relaxNG: xmlRelaxNGPtr?

    /// Whether the document was a schema.
    var isUsable: Bool { unsafe xsd != nil || relaxNG != nil }

    init(_ document: xmlDocPtr?, isRelaxNG: Bool) {
      if isRelaxNG {
        let parser = unsafe xmlRelaxNGNewDocParserCtxt(document)
        defer { unsafe xmlRelaxNGFreeParserCtxt(parser) }
        unsafe (xsd, relaxNG) = (nil, xmlRelaxNGParse(parser))
      } else {
        let parser = unsafe xmlSchemaNewDocParserCtxt(document)
        defer { unsafe xmlSchemaFreeParserCtxt(parser) }
        unsafe (xsd, relaxNG) = (xmlSchemaParse(parser), nil)
      }
    }

    deinit {
      unsafe xmlSchemaFree(xsd)
      unsafe xmlRelaxNGFree(relaxNG)
    }
  }
}
