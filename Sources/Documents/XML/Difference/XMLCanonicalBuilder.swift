import CLibXML2

/// Turns libxml2's nodes into canonical elements.
@safe struct XMLCanonicalBuilder {
  /// A name as libxml2 keeps it: the same text at the same address.
  private struct NameKey: Hashable {
    let local: UInt
    let namespace: UInt
  }

  private let reader: XPathNodeReader
  private var ignored: Set<UnsafeRawPointer> = unsafe []
  private var names: [NameKey: (name: XMLCanonicalElement.Name, test: String)] = [:]

  init(namespaces: [String: String]) {
    reader = XPathNodeReader(namespaces: namespaces)
  }

  mutating func ignore(_ node: xmlNodePtr) {
    unsafe ignored.insert(UnsafeRawPointer(node))
  }

  /// The root element in canonical form; `nil` when it is left out.
  mutating func root(_ node: xmlNodePtr) -> XMLCanonicalElement? {
    let test = unsafe name(of: node).test
    let place = XMLCanonicalElement.Place(parent: nil, test: test, position: nil)
    return unsafe element(node, at: place, preservesSpace: false)
  }

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
    var positions: [NameKey: Int] = [:]
    var children: [XMLCanonicalElement.Child] = []
    var text = ""
    var child = unsafe node.pointee.children
    while let current = unsafe child {
      unsafe child = current.pointee.next
      switch unsafe current.pointee.type {
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if unsafe ignored.contains(UnsafeRawPointer(current)) { continue }
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
        Self.append(&text, to: &children, preservesSpace: preservesSpace)
        children.append(.element(element))
      default: continue
      }
    }
    Self.append(&text, to: &children, preservesSpace: preservesSpace)
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
    to children: inout [XMLCanonicalElement.Child],
    preservesSpace: Bool
  ) {
    defer { text = "" }
    guard !preservesSpace else {
      if !text.isEmpty { children.append(.text(text)) }
      return
    }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    let start = text.utf8.drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return }
    children.append(.text(String(decoding: start[...last], as: UTF8.self)))
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
