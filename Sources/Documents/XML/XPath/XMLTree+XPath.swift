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
    let index = indexed()
    guard let value = try value(of: xpath, namespaces: namespaces, on: index) else {
      return try unsafe withObject(of: xpath, namespaces: namespaces, on: index) {
        (object) throws(XPathError) in
        try unsafe result(of: object, xpath: xpath, namespaces: namespaces)
      }
    }
    switch value {
    case .truth(let truth): return .boolean(truth)
    case .number(let number): return .number(number)
    case .text(let text): return .string(String(decoding: text, as: UTF8.self))
    case .nodes(let places):
      var reader = XPathNodeReader(namespaces: namespaces)
      var nodes: [XPathNode] = []
      for place in places {
        guard let node = unsafe reader.read(index.pointer(at: place)) else {
          throw Self.tooMuchText(xpath)
        }
        nodes.append(node)
      }
      return .nodes(nodes)
    }
  }

  /// Hands over the nodes that a query finds; a query that gives a value finds none.
  mutating func withNodes(
    of xpath: XPath,
    namespaces: [String: String],
    _ body: (xmlNodePtr) -> Void
  ) throws(XPathError) {
    let index = indexed()
    if let value = try value(of: xpath, namespaces: namespaces, on: index) {
      guard case .nodes(let places) = value else { return }
      for place in places { unsafe body(index.pointer(at: place)) }
      return
    }
    try unsafe withObject(of: xpath, namespaces: namespaces, on: index) {
      (object) throws(XPathError) in
      guard unsafe object.pointee.type == XPATH_NODESET,
        let set = unsafe object.pointee.nodesetval
      else { return }
      for index in 0..<Int(unsafe set.pointee.nodeNr) {
        if let node = unsafe set.pointee.nodeTab?[index] { unsafe body(node) }
      }
    }
  }

  private mutating func indexed() -> XPathIndex {
    if let index { return index }
    let made = unsafe XPathIndex(document)
    index = made
    return made
  }

  /// What a query comes to, or `nil` for one that libxml2 must answer.
  private func value(
    of xpath: XPath,
    namespaces: [String: String],
    on index: XPathIndex
  ) throws(XPathError) -> XPathValue? {
    try xpath.check(namespaces: namespaces)
    guard let expression = xpath.expression else { return nil }
    var evaluator = XPathEvaluator(index: index, xpath: xpath, namespaces: namespaces)
    return try evaluator.evaluate(expression, .init(node: 0))
  }

  private static func tooMuchText(_ xpath: XPath) -> XPathError {
    XPathError(
      code: .limit,
      message: "the nodes hold more than \(XPathNodeReader.textLimit >> 20) MiB of text",
      expression: xpath.text
    )
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

  /// Evaluates a query and hands over libxml2's result, which is freed afterwards.
  ///
  /// Only for the axis of namespaces, whose nodes the index does not have; as libxml2 does not
  /// bound its work on texts and sets, the document must be small.
  private func withObject<Result>(
    of xpath: XPath,
    namespaces: [String: String],
    on index: XPathIndex,
    _ body: (xmlXPathObjectPtr) throws(XPathError) -> Result
  ) throws(XPathError) -> Result {
    let limits = Self.namespaceLimits
    guard index.count <= limits.nodes, index.textCount <= limits.text else {
      throw XPathError(
        code: .limit,
        message: "namespace:: is followed only in documents of at most \(limits.nodes) nodes",
        expression: xpath.text
      )
    }
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
      unsafe context.pointee.opLimit = limits.steps
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
        guard let value = unsafe reader.read(node) else { throw Self.tooMuchText(xpath) }
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
