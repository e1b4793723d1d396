import CLibXML2

/// Turns libxml2's nodes into canonical elements.
@safe struct XMLCanonicalBuilder {
  /// A name as libxml2 keeps it: the same text at the same address.
  private struct NameKey: Hashable {
    let local: UInt
    let namespace: UInt
  }

  private let reader: XPathNodeReader
  /// Whether comments and processing instructions are kept.
  private let withComments: Bool
  private var ignored: Set<UnsafeRawPointer> = unsafe []
  private var names: [NameKey: (name: XMLCanonicalElement.Name, test: String)] = [:]

  init(namespaces: [String: String], withComments: Bool) {
    reader = XPathNodeReader(namespaces: namespaces)
    self.withComments = withComments
  }

  mutating func ignore(_ node: xmlNodePtr) {
    unsafe ignored.insert(UnsafeRawPointer(node))
  }

  /// The document of a root element in canonical form.
  mutating func document(_ node: xmlNodePtr) -> XMLCanonicalDocument {
    let test = unsafe name(of: node).test
    let place = XMLCanonicalElement.Place(parent: nil, test: test, position: nil)
    let root = unsafe element(node, at: place, preservesSpace: false)
    var document = XMLCanonicalDocument(root: root)
    guard withComments else { return document }
    var before = unsafe node.pointee.prev
    while let current = unsafe before {
      if let remark = unsafe remark(current) { document.before.append(remark) }
      unsafe before = current.pointee.prev
    }
    document.before.reverse()
    var behind = unsafe node.pointee.next
    while let current = unsafe behind {
      if let remark = unsafe remark(current) { document.behind.append(remark) }
      unsafe behind = current.pointee.next
    }
    return document
  }

  /// A comment or a processing instruction as it is written; `nil` for other nodes, and where these
  /// do not count.
  private func remark(_ node: xmlNodePtr) -> String? {
    guard withComments, unsafe !ignored.contains(UnsafeRawPointer(node)) else { return nil }
    let content = unsafe node.pointee.content.map { unsafe String(xml: $0) } ?? ""
    switch unsafe node.pointee.type {
    case XML_COMMENT_NODE: return "<!--\(content)-->"
    case XML_PI_NODE:
      let target = unsafe node.pointee.name.map { unsafe String(xml: $0) } ?? ""
      return content.isEmpty ? "<?\(target)?>" : "<?\(target) \(content)?>"
    default: return nil
    }
  }

  /// An element in canonical form; `nil` when it is left out.
  ///
  /// Recursion is bounded, as the parser bounds how deep elements nest.
  private mutating func element(
    _ node: xmlNodePtr,
    at place: XMLCanonicalElement.Place,
    preservesSpace: Bool
  ) -> XMLCanonicalElement? {
    guard unsafe !ignored.contains(UnsafeRawPointer(node)) else { return nil }
    let attributes = unsafe attributes(of: node)
    let space = attributes.first { $0.key.written == "xml:space" }?.value
    let preservesSpace = space.map { $0 == "preserve" } ?? preservesSpace
    let totals = unsafe countChildren(of: node)
    // White space lays out the elements of an element that has no other text.
    let dropsText = unsafe !preservesSpace && !totals.isEmpty && !hasText(node)
    var positions: [NameKey: Int] = [:]
    var children: [XMLCanonicalElement.Child] = []
    var text = ""
    var child = unsafe node.pointee.children
    while let current = unsafe child {
      unsafe child = current.pointee.next
      switch unsafe current.pointee.type {
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if unsafe dropsText || ignored.contains(UnsafeRawPointer(current)) { continue }
        text += unsafe current.pointee.content.map { unsafe String(xml: $0) } ?? ""
      case XML_ELEMENT_NODE:
        let key = unsafe key(of: current)
        positions[key, default: 0] += 1
        let position = totals[key, default: 1] > 1 ? positions[key] : nil
        let childPlace = unsafe XMLCanonicalElement.Place(
          parent: place,
          test: name(of: current).test,
          position: position
        )
        guard
          let element = unsafe element(current, at: childPlace, preservesSpace: preservesSpace)
        else { continue }
        Self.append(&text, to: &children)
        children.append(.element(element))
      default:
        guard let remark = unsafe remark(current) else { continue }
        Self.append(&text, to: &children)
        children.append(.remark(remark))
      }
    }
    Self.append(&text, to: &children)
    return unsafe XMLCanonicalElement(
      name: name(of: node).name,
      place: place,
      attributes: attributes,
      children: children
    )
  }

  private mutating func attributes(of node: xmlNodePtr) -> [XMLCanonicalElement.Name: String] {
    var attributes: [XMLCanonicalElement.Name: String] = [:]
    var attribute = unsafe node.pointee.properties
    while let current = unsafe attribute {
      let asNode = unsafe UnsafeMutableRawPointer(current).assumingMemoryBound(to: xmlNode.self)
      if unsafe !ignored.contains(UnsafeRawPointer(current)) {
        let value = unsafe xmlXPathCastNodeToString(asNode)
        unsafe attributes[name(of: asNode).name] = value.map { unsafe String(takingXML: $0) } ?? ""
      }
      unsafe attribute = current.pointee.next
    }
    return attributes
  }

  /// How many children share each name, for positions like those that XPath counts.
  private func countChildren(of node: xmlNodePtr) -> [NameKey: Int] {
    var totals: [NameKey: Int] = [:]
    var child = unsafe node.pointee.children
    while let current = unsafe child {
      if unsafe current.pointee.type == XML_ELEMENT_NODE {
        unsafe totals[key(of: current), default: 0] += 1
      }
      unsafe child = current.pointee.next
    }
    return totals
  }

  private static func append(
    _ text: inout String,
    to children: inout [XMLCanonicalElement.Child]
  ) {
    if !text.isEmpty { children.append(.text(text)) }
    text = ""
  }

  /// Whether an element has text of its own that is more than white space.
  private func hasText(_ node: xmlNodePtr) -> Bool {
    var child = unsafe node.pointee.children
    while let current = unsafe child {
      unsafe child = current.pointee.next
      let type = unsafe current.pointee.type
      guard type == XML_TEXT_NODE || type == XML_CDATA_SECTION_NODE,
        unsafe !ignored.contains(UnsafeRawPointer(current)),
        var byte = unsafe current.pointee.content
      else { continue }
      while unsafe byte.pointee != 0 {
        guard unsafe [0x20, 0x09, 0x0A, 0x0D].contains(byte.pointee) else { return true }
        unsafe byte += 1
      }
    }
    return false
  }

  private func key(of node: xmlNodePtr) -> NameKey {
    unsafe NameKey(
      local: UInt(bitPattern: node.pointee.name),
      namespace: UInt(bitPattern: node.pointee.ns)
    )
  }

  private mutating func name(
    of node: xmlNodePtr
  ) -> (name: XMLCanonicalElement.Name, test: String) {
    let key = unsafe key(of: node)
    if let known = names[key] { return known }
    let name = unsafe XMLCanonicalElement.Name(
      namespace: node.pointee.ns?.pointee.href.map { unsafe String(xml: $0) } ?? "",
      local: node.pointee.name.map { unsafe String(xml: $0) } ?? "",
      written: XMLTree.qualifiedName(of: node)
    )
    let entry = unsafe (name: name, test: reader.test(for: node))
    names[key] = entry
    return entry
  }
}
