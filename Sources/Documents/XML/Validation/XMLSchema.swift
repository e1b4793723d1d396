import CLibXML2
import Locks

/// An XML Schema (XSD 1.0) that documents can be checked against.
///
/// ```swift
/// let schema = try XMLSchema(xsd: bytes, path: "schemas/order.xsd")
/// let problems = schema.validate(document)  // empty when the document is valid
/// ```
public final class XMLSchema: Sendable {
  /// libxml2's schema points into the document it was read from.
  private let source: XMLDocument
  private let schema: Locked<Handle>
  private let mayBacktrack: Bool

  /// Reads a schema.
  ///
  /// - Parameters:
  ///   - bytes: the schema document.
  ///   - path: where it lies; `xs:include` and `xs:import` are then read from local files beside
  ///     it. Without a path nothing else is read. The network is never used.
  /// - Throws: with line and message when it is no schema, or refers to what cannot be read, or cannot
  ///   be compiled within 5 s and 512 MiB.
  public init(xsd bytes: [UInt8], path: String? = nil) throws(XMLDocumentError) {
    let source = try XMLDocument(parsing: bytes, charset: nil, path: path)
    let collector = XMLProblemCollector(allowsFiles: path != nil)
    // Nobody else knows the document yet, so its lock need not be held while it is read.
    let address = source.tree.withLock { unsafe UInt(bitPattern: $0.document) }
    let handle = try collector.collect { () throws(XMLDocumentError) in
      XMLLibrary.prepareValidation()
      let trial =
        unsafe curlew_xml_try_compiling(
          xmlDocPtr(bitPattern: address),
          nil,
          XMLValidationBounds.seconds,
          XMLValidationBounds.bytes,
          { WorkLimit.endsNow() ? 1 : 0 }
        )
      if let problem = XMLValidationBounds.problem(ofCompiling: trial) {
        throw XMLDocumentError(code: .limit, problem: problem)
      }
      guard let parser = unsafe xmlSchemaNewDocParserCtxt(xmlDocPtr(bitPattern: address)) else {
        throw collector.documentError(.invalidSchema)
      }
      defer { unsafe xmlSchemaFreeParserCtxt(parser) }
      let schema = unsafe xmlSchemaParse(parser)
      if let refusal = collector.refusal {
        unsafe xmlSchemaFree(schema)
        throw refusal
      }
      guard let schema = unsafe schema else { throw collector.documentError(.invalidSchema) }
      return unsafe Handle(schema: schema)
    }
    self.source = source
    mayBacktrack = XMLValidationBounds.mayBacktrack(xsd: bytes)
    schema = Locked(handle)
  }

  /// Checks a document.
  ///
  /// A check by patterns is tried in a child process first, so that none takes the process with it.
  ///
  /// - Returns: what breaks the schema, with line and path, at most a hundred entries; empty when
  ///   the document is valid. A check that takes more than 5 s or 512 MiB is one problem.
  public func validate(_ document: XMLDocument) -> [XMLProblem] {
    validate(document.tree)
  }

  /// Checks a page, whose elements are in no namespace.
  ///
  /// - Returns: what breaks the schema, as for a document.
  public func validate(_ page: HTMLDocument) -> [XMLProblem] {
    validate(page.tree)
  }

  private func validate(_ tree: Locked<XMLTree>) -> [XMLProblem] {
    let collector = XMLProblemCollector()
    let mayBacktrack = mayBacktrack
    let ending = collector.collect { () -> XMLCheckEnding in
      schema.withLock { schema in
        // As a number, because the compiler lets neither lock's value into the other's closure.
        let address = unsafe UInt(bitPattern: schema.schema)
        return tree.withLock { tree in
          let document = unsafe UInt(bitPattern: tree.document)
          func attempt() -> Int32 {
            guard mayBacktrack else { return CURLEW_XML_BOUNDED.rawValue }
            return unsafe curlew_xml_try_validating(
              xmlSchemaPtr(bitPattern: address),
              nil,
              xmlDocPtr(bitPattern: document),
              XMLValidationBounds.seconds,
              XMLValidationBounds.bytes,
              { WorkLimit.endsNow() ? 1 : 0 }
            )
          }
          if let problem = XMLValidationBounds.problem(ofChecking: attempt()) {
            return .untold(problem)
          }
          guard let context = unsafe xmlSchemaNewValidCtxt(xmlSchemaPtr(bitPattern: address)) else {
            return .status(-1)
          }
          defer { unsafe xmlSchemaFreeValidCtxt(context) }
          let first = unsafe xmlSchemaValidateDoc(context, tree.document)
          let padded = XMLPaddedValues(of: collector)
          guard first > 0, !padded.isEmpty else { return .status(first) }
          padded.trim()
          defer { padded.restore() }
          collector.forgetProblems()
          if let problem = XMLValidationBounds.problem(ofChecking: attempt()) {
            return .untold(problem)
          }
          return unsafe .status(xmlSchemaValidateDoc(context, tree.document))
        }
      }
    }
    return collector.problems(after: ending)
  }

  @safe private struct Handle: ~Copyable {
    let schema: xmlSchemaPtr

    deinit { unsafe xmlSchemaFree(schema) }
  }
}
