import CLibXML2

extension XMLTree {
  /// How many steps libxml2 may take for a query with the axis of namespaces, on which documents.
  private static var namespaceLimits: (steps: UInt, nodes: Int, text: Int) {
    (200_000, 2_000, 1 << 16)
  }

  /// Evaluates a query from the document's root.
  ///
  /// - Parameters:
  ///   - xpath: a checked expression.
  ///   - namespaces: all prefixes it may use.
  /// - Returns: nodes in document order, or a single value.
  /// - Throws: when a prefix is not defined, or the query takes too long or gives too much.
  mutating func evaluate(
    _ xpath: XPath,
    namespaces: [String: String]
  ) throws(XPathError) -> XPathResult {
    var reader = XPathNodeReader(namespaces: namespaces)
    var nodes: [XPathNode] = []
    var isTooMuch = false
    let value = try unsafe withNodes(of: xpath, namespaces: namespaces) { node in
      guard !isTooMuch, let node = unsafe reader.read(node) else {
        isTooMuch = true
        return
      }
      nodes.append(node)
    }
    guard !isTooMuch else {
      throw XPathError(
        code: .limit,
        message: "the nodes hold more than \(XPathNodeReader.textLimit >> 20) MiB of text",
        expression: xpath.text
      )
    }
    return value ?? .nodes(nodes)
  }

  /// Hands over the nodes that a query finds, in document order.
  ///
  /// - Returns: the value of a query that gives one instead; it finds no nodes.
  @discardableResult
  mutating func withNodes(
    of xpath: XPath,
    namespaces: [String: String],
    _ body: (xmlNodePtr) -> Void
  ) throws(XPathError) -> XPathResult? {
    try xpath.check(namespaces: namespaces)
    let index = indexed()
    guard let expression = xpath.expression else {
      return try unsafe withNodesOfLibrary(of: xpath, namespaces: namespaces, on: index, body)
    }
    var evaluator = XPathEvaluator(index: index, xpath: xpath, namespaces: namespaces)
    switch try evaluator.evaluate(expression, .init(node: 0)) {
    case .truth(let truth): return .boolean(truth)
    case .number(let number): return .number(number)
    case .text(let text): return .string(String(decoding: text, as: UTF8.self))
    case .nodes(let places):
      for place in places { unsafe body(index.pointer(at: place)) }
      return nil
    }
  }

  private mutating func indexed() -> XPathIndex {
    if let index { return index }
    let made = unsafe XPathIndex(document)
    index = made
    return made
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
  mutating func markup(
    of xpath: XPath,
    namespaces: [String: String],
    limit: Int,
    isHTML: Bool
  ) throws(XPathError) -> [String] {
    var texts: [String] = []
    var found: [xmlNodePtr] = unsafe []
    try unsafe withNodes(of: xpath, namespaces: namespaces) { node in
      guard unsafe found.count < limit, unsafe node.pointee.type != XML_NAMESPACE_DECL else {
        return
      }
      unsafe found.append(node)
    }
    while let node = unsafe found.first {
      unsafe found.removeFirst()
      let isElement = unsafe node.pointee.type == XML_ELEMENT_NODE
      let text = unsafe markup(of: node, isHTML: isHTML && isElement, isIndented: false)
      // An attribute comes with the space before it.
      texts.append(String(text.drop(while: { $0 == " " && !isElement })))
    }
    return texts
  }

  /// Hands over the nodes that a query finds by libxml2, or gives its value.
  ///
  /// Only for the axis of namespaces, whose nodes the index does not have; as libxml2 does not
  /// bound its work on texts and sets, the document must be small.
  private func withNodesOfLibrary(
    of xpath: XPath,
    namespaces: [String: String],
    on index: XPathIndex,
    _ body: (xmlNodePtr) -> Void
  ) throws(XPathError) -> XPathResult? {
    let limits = Self.namespaceLimits
    guard index.count <= limits.nodes, index.textCount <= limits.text else {
      throw XPathError(
        code: .limit,
        message: "namespace:: is followed only in documents of at most \(limits.nodes) nodes",
        expression: xpath.text
      )
    }
    let collector = XMLProblemCollector()
    return try collector.collect { () throws(XPathError) -> XPathResult? in
      guard let context = unsafe xmlXPathNewContext(document) else {
        throw collector.xpathError(expression: xpath.text, code: .limit)
      }
      defer { unsafe xmlXPathFreeContext(context) }
      for prefix in xpath.prefixes {
        guard unsafe xmlXPathRegisterNs(context, prefix, namespaces[prefix] ?? "") == 0 else {
          throw collector.xpathError(expression: xpath.text, code: .evaluation)
        }
      }
      unsafe context.pointee.opLimit = limits.steps
      unsafe context.pointee.node = UnsafeMutableRawPointer(document)
        .assumingMemoryBound(to: xmlNode.self)
      guard let object = unsafe xmlXPathEval(xpath.text, context) else {
        throw collector.xpathError(expression: xpath.text, code: .evaluation)
      }
      defer { unsafe xmlXPathFreeObject(object) }
      switch unsafe object.pointee.type {
      case XPATH_BOOLEAN: return unsafe .boolean(object.pointee.boolval != 0)
      case XPATH_NUMBER: return unsafe .number(object.pointee.floatval)
      case XPATH_STRING:
        return unsafe .string(object.pointee.stringval.map { unsafe String(xml: $0) } ?? "")
      case XPATH_NODESET:
        guard let set = unsafe object.pointee.nodesetval else { return nil }
        unsafe xmlXPathNodeSetSort(set)
        for index in 0..<Int(unsafe set.pointee.nodeNr) {
          if let node = unsafe set.pointee.nodeTab?[index] { unsafe body(node) }
        }
        return nil
      default:
        throw XPathError(
          code: .evaluation,
          message: "the result has no type of XPath 1.0",
          expression: xpath.text
        )
      }
    }
  }
}
