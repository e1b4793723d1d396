import CLibXML2
import Locks

/// A parsed HTML page that can be asked with XPath, however careless its markup is.
///
/// Missing tags are put in as libxml2's HTML parser does it; element names are lowercase and have
/// no namespace.
///
/// ```swift
/// let page = try HTMLDocument(parsing: body, charset: "iso-8859-1")
/// let title = try page.evaluate(XPath(parsing: "string(//title)"))
/// ```
public final class HTMLDocument: Sendable {
  /// What the parser had to put right.
  public let warnings: [XMLProblem]

  /// The charset by which the bytes were read, by its WHATWG name.
  public let charset: String

  let tree: Locked<XMLTree>

  /// Parses a page.
  ///
  /// - Parameters:
  ///   - bytes: the charset is that of a byte order mark, of `charset`, of a `meta` element, or
  ///     else UTF-8 when the bytes are valid as such, and windows-1252 when they are not.
  ///   - charset: from the Content-Type header.
  /// - Throws: when there is nothing to read, elements are nested deeper than 256, one has more than 10 000
  ///   attributes, or reading takes more than 20 s.
  public init(parsing bytes: [UInt8], charset: String? = nil) throws(XMLDocumentError) {
    let decoded = TextDecoder.decode(bytes, contentTypeCharset: charset, kind: .html)
    let collector = XMLProblemCollector()
    let tree = try collector.collect { () throws(XMLDocumentError) in
      try Self.parse(decoded.text, collector: collector)
    }
    warnings = collector.problems
    self.charset = decoded.charset
    self.tree = Locked(tree)
  }

  private static func parse(
    _ text: String,
    collector: XMLProblemCollector
  ) throws(XMLDocumentError) -> sending XMLTree {
    // A zero byte would end the text for libxml2.
    let bytes = Array((text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text).utf8)
    guard let parser = unsafe htmlNewParserCtxt() else {
      throw XMLDocumentError(code: .limit, problem: XMLProblem(message: "out of memory"))
    }
    defer { unsafe htmlFreeParserCtxt(parser) }
    let options = Int32(
      bitPattern: HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue
        | HTML_PARSE_IGNORE_ENC.rawValue
    )
    let document = unsafe try MarkupBounds.read(
      bytes,
      by: parser,
      isHTML: true,
      encoding: "UTF-8",
      options: options
    )
    guard let document = unsafe document else { throw collector.documentError() }
    let tree = unsafe XMLTree(owning: document)
    guard !collector.isTooDeep else { throw collector.documentError() }
    return tree
  }
}

extension HTMLDocument {
  /// The markup of the page as it was understood, for messages.
  public func markup() -> String {
    tree.withLock { $0.markup(isHTML: true, isIndented: false) }
  }

  /// The markup of the nodes that a query finds, for messages.
  ///
  /// - Parameters:
  ///   - xpath: an XPath 1.0 expression; one that gives a value finds no nodes.
  ///   - namespaces: prefixes, which find nothing in HTML but may be defined.
  ///   - limit: how many nodes are enough.
  /// - Returns: one text for each node; an attribute is `name="value"`.
  /// - Throws: when the query cannot be evaluated.
  public func markup(
    of xpath: XPath,
    namespaces: [String: String] = [:],
    limit: Int = 10
  ) throws(XPathError) -> [String] {
    try tree.withLock { (tree) throws(XPathError) in
      try tree.markup(of: xpath, namespaces: namespaces, limit: limit, isHTML: true)
    }
  }

  /// Evaluates a query from the page's root.
  ///
  /// - Parameters:
  ///   - xpath: an XPath 1.0 expression; names are lowercase.
  ///   - namespaces: prefixes, which find nothing in HTML but may be defined.
  /// - Returns: nodes in document order, or a single value.
  /// - Throws: when a prefix is not defined, or the query takes too long or gives too much.
  public func evaluate(
    _ xpath: XPath,
    namespaces: [String: String] = [:]
  ) throws(XPathError) -> XPathResult {
    try tree.withLock { (tree) throws(XPathError) in
      try tree.evaluate(xpath, namespaces: namespaces)
    }
  }
}
