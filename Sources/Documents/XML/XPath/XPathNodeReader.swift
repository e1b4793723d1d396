import CLibXML2

/// Turns libxml2's nodes into values, with paths that are made in linear time.
@safe struct XPathNodeReader {
  /// How many bytes of text and path all nodes of one result may hold.
  static let textLimit = 128 << 20

  private let prefixes: [String: String]
  private var budget = Self.textLimit
  /// The step of each child of a parent that was met, such as `line[2]`.
  private var steps: [UnsafeRawPointer: [UnsafeRawPointer: String]] = unsafe [:]
  private var paths: [UnsafeRawPointer: String] = unsafe [:]

  /// Makes a reader whose paths use the prefixes of `namespaces`.
  init(namespaces: [String: String]) {
    prefixes = Dictionary(namespaces.map { ($0.value, $0.key) }, uniquingKeysWith: min)
  }

  /// The value of a node, or `nil` when too much text was read.
  mutating func read(_ node: xmlNodePtr) -> XPathNode? {
    let text = unsafe stringValue(of: node)
    budget -= text.utf8.count
    guard budget >= 0 else { return nil }
    let kind = unsafe kind(of: node)
    let path = unsafe kind == .namespace ? "" : path(of: node)
    budget -= path.utf8.count
    guard budget >= 0 else { return nil }
    return unsafe XPathNode(
      kind: kind,
      name: name(of: node, kind: kind),
      text: text,
      path: path,
      line: kind == .namespace ? 0 : max(0, xmlGetLineNo(node))
    )
  }

  private func stringValue(of node: xmlNodePtr) -> String {
    guard let value = unsafe xmlXPathCastNodeToString(node) else { return "" }
    return unsafe String(takingXML: value)
  }

  private func kind(of node: xmlNodePtr) -> XPathNode.Kind {
    switch unsafe node.pointee.type {
    case XML_ATTRIBUTE_NODE: .attribute
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE, XML_ENTITY_REF_NODE: .text
    case XML_COMMENT_NODE: .comment
    case XML_PI_NODE: .processingInstruction
    case XML_DOCUMENT_NODE, XML_HTML_DOCUMENT_NODE: .root
    case XML_NAMESPACE_DECL: .namespace
    default: .element
    }
  }

  private func name(of node: xmlNodePtr, kind: XPathNode.Kind) -> String {
    switch kind {
    case .element, .attribute: return unsafe XMLTree.qualifiedName(of: node)
    case .processingInstruction:
      return unsafe node.pointee.name.map { unsafe String(xml: $0) } ?? ""
    case .namespace:
      let declaration = unsafe UnsafeRawPointer(node).assumingMemoryBound(to: xmlNs.self)
      return unsafe declaration.pointee.prefix.map { unsafe String(xml: $0) } ?? ""
    case .root, .text, .comment: return ""
    }
  }

  private mutating func path(of node: xmlNodePtr) -> String {
    var pending: [xmlNodePtr] = unsafe []
    var prefix = ""
    var current: xmlNodePtr? = unsafe node
    while let node = unsafe current, unsafe kind(of: node) != .root {
      if let known = unsafe paths[UnsafeRawPointer(node)] {
        prefix = known
        break
      }
      unsafe pending.append(node)
      unsafe current = node.pointee.parent
    }
    while let node = unsafe pending.popLast() {
      prefix += unsafe "/" + step(to: node)
      if unsafe kind(of: node) == .element { unsafe paths[UnsafeRawPointer(node)] = prefix }
    }
    return prefix.isEmpty ? "/" : prefix
  }

  private mutating func step(to node: xmlNodePtr) -> String {
    if unsafe node.pointee.type == XML_ATTRIBUTE_NODE { return unsafe "@" + test(for: node) }
    guard let parent = unsafe node.pointee.parent else { return unsafe test(for: node) }
    let key = UnsafeRawPointer(parent)
    if unsafe steps[key] == nil { unsafe steps[key] = childSteps(of: parent) }
    return unsafe steps[key]?[UnsafeRawPointer(node)] ?? test(for: node)
  }

  /// The steps to all children of a node; a position is given where several share a test.
  private func childSteps(of parent: xmlNodePtr) -> [UnsafeRawPointer: String] {
    var positions: [String: Int] = [:]
    var children: [(UnsafeRawPointer, String, Int)] = unsafe []
    var child = unsafe parent.pointee.children
    while let node = unsafe child {
      defer { unsafe child = node.pointee.next }
      // A document type is no node for XPath.
      guard unsafe node.pointee.type != XML_DTD_NODE else { continue }
      let test = unsafe test(for: node)
      let position = positions[test, default: 0] + 1
      positions[test] = position
      unsafe children.append((UnsafeRawPointer(node), test, position))
    }
    var steps: [UnsafeRawPointer: String] = unsafe [:]
    while let (node, test, position) = unsafe children.popLast() {
      unsafe steps[node] = positions[test] == 1 ? test : "\(test)[\(position)]"
    }
    return unsafe steps
  }

  /// The node test of an XPath that finds the node among its siblings.
  func test(for node: xmlNodePtr) -> String {
    switch unsafe kind(of: node) {
    case .text: return "text()"
    case .comment: return "comment()"
    case .processingInstruction:
      let target = unsafe node.pointee.name.map { unsafe String(xml: $0) } ?? ""
      return "processing-instruction('\(target)')"
    case .root, .namespace: return ""
    case .element, .attribute:
      let local = unsafe node.pointee.name.map { unsafe String(xml: $0) } ?? ""
      guard let address = unsafe node.pointee.ns?.pointee.href else { return local }
      let namespace = unsafe String(xml: address)
      if let prefix = prefixes[namespace] { return "\(prefix):\(local)" }
      return "*[local-name()='\(local)']"
    }
  }
}
