import CLibXML2
import Locks

/// A parsed XML document that can be asked with XPath.
///
/// Nothing outside the bytes is ever read: no external entity, no DTD, no network. Internal
/// entities are put in, within a bound. One query at a time runs on a document; others wait.
///
/// ```swift
/// let document = try XMLDocument(parsing: body)
/// let total = try document.evaluate(XPath(parsing: "/order/total"))
/// ```
public final class XMLDocument: Sendable {
  /// What was odd but no error, such as an external entity that was left out.
  public let warnings: [XMLProblem]

  /// The name of the root element with its prefix.
  public let rootName: String

  /// The prefixes that the root element declares, with `_` for the default namespace.
  public let namespaces: [String: String]

  let tree: Locked<XMLTree>

  /// Parses a document.
  ///
  /// - Parameters:
  ///   - bytes: in any encoding that libxml2 knows; a byte order mark or the XML declaration
  ///     names it.
  ///   - charset: from the Content-Type header; stands over the declaration but not over a byte
  ///     order mark (RFC 7303 section 3).
  ///   - limits: how far the document may grow by its entities.
  /// - Throws: all problems with line and column; elements nested deeper than 256 are one, and so are one
  ///   with more than 10 000 attributes and a document that takes more than 20 s.
  public convenience init(
    parsing bytes: [UInt8],
    charset: String? = nil,
    limits: Limits = Limits()
  ) throws(XMLDocumentError) {
    try self.init(parsing: bytes, charset: charset, path: nil, limits: limits)
  }

  /// Whether documents of a charset can be read.
  ///
  /// - Parameter charset: a label of a Content-Type header.
  /// - Returns: whether libxml2 knows it.
  public static func isKnown(charset: String) -> Bool {
    XMLLibrary.encodingName(of: charset) != nil
  }

  init(
    parsing bytes: [UInt8],
    charset: String?,
    path: String?,
    limits: Limits = Limits()
  ) throws(XMLDocumentError) {
    let collector = XMLProblemCollector()
    let tree = try collector.collect { () throws(XMLDocumentError) in
      try Self.parse(bytes, charset: charset, path: path, limits: limits, collector: collector)
    }
    warnings = collector.problems
    rootName = tree.rootName
    namespaces = tree.rootNamespaces
    self.tree = Locked(tree)
  }

  /// How far a document may grow while it is read.
  public struct Limits: Sendable, Hashable {
    /// How many bytes and nodes the entities may add in all.
    public var entityExpansion: Int

    /// Makes limits.
    public init(entityExpansion: Int = 1_000_000) {
      self.entityExpansion = entityExpansion
    }
  }

  private static func parse(
    _ bytes: [UInt8],
    charset: String?,
    path: String?,
    limits: Limits,
    collector: XMLProblemCollector
  ) throws(XMLDocumentError) -> sending XMLTree {
    guard let parser = unsafe xmlNewParserCtxt() else {
      throw XMLDocumentError(code: .limit, problem: XMLProblem(message: "out of memory"))
    }
    defer { unsafe xmlFreeParserCtxt(parser) }
    let options = Int32(
      bitPattern: XML_PARSE_NONET.rawValue | XML_PARSE_BIG_LINES.rawValue
    )
    let encoding = TextEncodingMark(bytes) == nil ? XMLLibrary.encodingName(of: charset) : nil
    let document = unsafe try MarkupBounds.read(
      bytes,
      by: parser,
      isHTML: false,
      encoding: encoding,
      options: options,
      address: path.flatMap(Self.address)
    )
    guard let document = unsafe document else { throw collector.documentError() }
    let tree = unsafe XMLTree(owning: document)
    guard unsafe parser.pointee.nsWellFormed != 0 else { throw collector.documentError() }
    try tree.expandEntities(limit: limits.entityExpansion)
    return tree
  }

  /// A path as an address, so that references beside it resolve.
  private static func address(ofPath path: String) -> String? {
    guard let address = unsafe xmlPathToURI(path) else { return nil }
    return unsafe String(takingXML: address)
  }
}

extension XMLDocument {
  /// The markup of the document, for messages.
  ///
  /// - Parameter isIndented: whether elements without text are laid out.
  /// - Returns: the root element as it was understood, entities put in.
  public func markup(isIndented: Bool = false) -> String {
    tree.withLock { $0.markup(isHTML: false, isIndented: isIndented) }
  }

  /// The markup of the nodes that a query finds, for messages.
  ///
  /// - Parameters:
  ///   - xpath: an XPath 1.0 expression; one that gives a value finds no nodes.
  ///   - namespaces: prefixes beside those of the root element.
  ///   - limit: how many nodes are enough.
  /// - Returns: one text for each node; an attribute is `name="value"`.
  /// - Throws: when the query cannot be evaluated.
  public func markup(
    of xpath: XPath,
    namespaces: [String: String] = [:],
    limit: Int = 10
  ) throws(XPathError) -> [String] {
    let known = self.namespaces.merging(namespaces) { $1 }
    return try tree.withLock { (tree) throws(XPathError) in
      try tree.markup(of: xpath, namespaces: known, limit: limit, isHTML: false)
    }
  }

  /// Evaluates a query from the document's root.
  ///
  /// - Parameters:
  ///   - xpath: an XPath 1.0 expression.
  ///   - namespaces: prefixes beside those of the root element, over which they stand; `_` is the
  ///     default namespace.
  /// - Returns: nodes in document order, or a single value.
  /// - Throws: when a prefix is not defined, or the query takes too long or gives too much.
  public func evaluate(
    _ xpath: XPath,
    namespaces: [String: String] = [:]
  ) throws(XPathError) -> XPathResult {
    let known = self.namespaces.merging(namespaces) { $1 }
    return try tree.withLock { (tree) throws(XPathError) in
      try tree.evaluate(xpath, namespaces: known)
    }
  }
}

extension XMLProblemCollector {
  /// The error of what was collected; there is always one, whatever the library said.
  func documentError(_ code: XMLDocumentError.Code = .malformed) -> XMLDocumentError {
    guard let first = firstError else {
      return XMLDocumentError(
        code: code,
        problem: XMLProblem(message: "the document cannot be read"),
        problems: problems
      )
    }
    let isLimit =
      first.code == Int(XML_ERR_ENTITY_LOOP.rawValue)
      || isTooDeep
    return XMLDocumentError(
      code: isLimit ? .limit : code,
      problem: first.problem,
      problems: problems
    )
  }
}
