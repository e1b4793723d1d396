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
      let isUnbounded =
        unsafe curlew_xml_compilation_is_bounded(
          xmlDocPtr(bitPattern: address),
          nil,
          XMLValidationBounds.seconds,
          XMLValidationBounds.bytes
        ) == 0
      if isUnbounded {
        throw XMLDocumentError(code: .limit, problem: XMLValidationBounds.schemaProblem)
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
    let status = collector.collect { () -> Int32? in
      schema.withLock { schema in
        // As a number, because the compiler lets neither lock's value into the other's closure.
        let address = unsafe UInt(bitPattern: schema.schema)
        return tree.withLock { tree in
          let isUnbounded =
            unsafe mayBacktrack
            && curlew_xml_validation_is_bounded(
              xmlSchemaPtr(bitPattern: address),
              nil,
              tree.document,
              XMLValidationBounds.seconds,
              XMLValidationBounds.bytes
            ) == 0
          if isUnbounded { return nil }
          guard let context = unsafe xmlSchemaNewValidCtxt(xmlSchemaPtr(bitPattern: address)) else {
            return -1
          }
          defer { unsafe xmlSchemaFreeValidCtxt(context) }
          let first = unsafe xmlSchemaValidateDoc(context, tree.document)
          let padded = XMLPaddedValues(of: collector)
          guard first > 0, !padded.isEmpty else { return first }
          padded.trim()
          defer { padded.restore() }
          collector.forgetProblems()
          let isStillUnbounded =
            unsafe mayBacktrack
            && curlew_xml_validation_is_bounded(
              xmlSchemaPtr(bitPattern: address),
              nil,
              tree.document,
              XMLValidationBounds.seconds,
              XMLValidationBounds.bytes
            ) == 0
          if isStillUnbounded { return nil }
          return unsafe xmlSchemaValidateDoc(context, tree.document)
        }
      }
    }
    return status.map { collector.problems(afterStatus: $0) } ?? [XMLValidationBounds.problem]
  }

  @safe private struct Handle: ~Copyable {
    let schema: xmlSchemaPtr

    deinit { unsafe xmlSchemaFree(schema) }
  }
}
