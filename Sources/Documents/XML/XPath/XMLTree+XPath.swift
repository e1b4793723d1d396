import CLibXML2

extension XMLTree {
  /// The most steps that libxml2 may take for one query.
  private static var operationLimit: UInt { 50_000_000 }

  /// Evaluates a query from the document's root.
  ///
  /// - Parameters:
  ///   - xpath: a checked expression.
  ///   - namespaces: all prefixes it may use.
  /// - Returns: nodes in document order, or a single value.
  /// - Throws: when a prefix is not defined, or the query takes too long or gives too much.
  func evaluate(
    _ xpath: XPath,
    namespaces: [String: String]
  ) throws(XPathError) -> XPathResult {
    try unsafe withObject(of: xpath, namespaces: namespaces) { (object) throws(XPathError) in
      try unsafe result(of: object, xpath: xpath, namespaces: namespaces)
    }
  }

  /// Hands over the nodes that a query finds; a query that gives a value finds none.
  func withNodes(
    of xpath: XPath,
    namespaces: [String: String],
    _ body: (xmlNodePtr) -> Void
  ) throws(XPathError) {
    try unsafe withObject(of: xpath, namespaces: namespaces) { (object) throws(XPathError) in
      guard unsafe object.pointee.type == XPATH_NODESET,
        let set = unsafe object.pointee.nodesetval
      else { return }
      for index in 0..<Int(unsafe set.pointee.nodeNr) {
        if let node = unsafe set.pointee.nodeTab?[index] { unsafe body(node) }
      }
    }
  }

  /// The markup of the nodes that a query finds.
  ///
  /// - Parameters:
  ///   - xpath: a checked expression.
  ///   - namespaces: all prefixes it may use.
  ///   - limit: how many nodes are enough.
  ///   - isHTML: whether void elements and such are written the HTML way.
  /// - Returns: one text for each node.
  /// - Throws: as `evaluate` does.
  func markup(
    of xpath: XPath,
    namespaces: [String: String],
    limit: Int,
    isHTML: Bool
  ) throws(XPathError) -> [String] {
    var texts: [String] = []
    try unsafe withNodes(of: xpath, namespaces: namespaces) { node in
      guard texts.count < limit, unsafe node.pointee.type != XML_NAMESPACE_DECL else { return }
      let isElement = unsafe node.pointee.type == XML_ELEMENT_NODE
      let text = unsafe markup(of: node, isHTML: isHTML && isElement, isIndented: false)
      // An attribute comes with the space before it.
      texts.append(String(text.drop(while: { $0 == " " && !isElement })))
    }
    return texts
  }

  /// Evaluates a query and hands over libxml2's result, which is freed afterwards.
  private func withObject<Result>(
    of xpath: XPath,
    namespaces: [String: String],
    _ body: (xmlXPathObjectPtr) throws(XPathError) -> Result
  ) throws(XPathError) -> Result {
    try xpath.check(namespaces: namespaces)
    let collector = XMLProblemCollector()
    return try collector.collect { () throws(XPathError) in
      guard let context = unsafe xmlXPathNewContext(document) else {
        throw collector.xpathError(expression: xpath.text, code: .limit)
      }
      defer { unsafe xmlXPathFreeContext(context) }
      for prefix in xpath.prefixes {
        guard unsafe xmlXPathRegisterNs(context, prefix, namespaces[prefix] ?? "") == 0 else {
          throw collector.xpathError(expression: xpath.text, code: .evaluation)
        }
      }
      unsafe context.pointee.opLimit = Self.operationLimit
      unsafe context.pointee.node = UnsafeMutableRawPointer(document)
        .assumingMemoryBound(to: xmlNode.self)
      guard let object = unsafe xmlXPathEval(xpath.text, context) else {
        throw collector.xpathError(expression: xpath.text, code: .evaluation)
      }
      defer { unsafe xmlXPathFreeObject(object) }
      return try unsafe body(object)
    }
  }

  private func result(
    of object: xmlXPathObjectPtr,
    xpath: XPath,
    namespaces: [String: String]
  ) throws(XPathError) -> XPathResult {
    switch unsafe object.pointee.type {
    case XPATH_BOOLEAN: return unsafe .boolean(object.pointee.boolval != 0)
    case XPATH_NUMBER: return unsafe .number(object.pointee.floatval)
    case XPATH_STRING:
      return unsafe .string(object.pointee.stringval.map { unsafe String(xml: $0) } ?? "")
    case XPATH_NODESET:
      guard let set = unsafe object.pointee.nodesetval else { return .nodes([]) }
      unsafe xmlXPathNodeSetSort(set)
      var reader = XPathNodeReader(namespaces: namespaces)
      var nodes: [XPathNode] = []
      for index in 0..<Int(unsafe set.pointee.nodeNr) {
        guard let node = unsafe set.pointee.nodeTab?[index] else { continue }
        guard let value = unsafe reader.read(node) else {
          throw XPathError(
            code: .limit,
            message: "the nodes hold more than \(XPathNodeReader.textLimit >> 20) MiB of text",
            expression: xpath.text
          )
        }
        nodes.append(value)
      }
      return .nodes(nodes)
    default:
      throw XPathError(
        code: .evaluation,
        message: "the result has no type of XPath 1.0",
        expression: xpath.text
      )
    }
  }
}
