import CLibXML2

extension XMLTree {
  /// Puts the content of internal entities in place of the references to them.
  ///
  /// The parser leaves references in the tree, and libxml2 follows them while it gathers text,
  /// which can grow without bound; so they are replaced here once, and what they add is counted.
  func expandEntities(limit: Int) throws(XMLDocumentError) {
    guard unsafe document.pointee.intSubset != nil else { return }
    var budget = limit
    var node = unsafe document.pointee.children
    while let current = unsafe node {
      if unsafe current.pointee.type == XML_ENTITY_REF_NODE {
        unsafe node = try replaceReference(current, budget: &budget)
        continue
      }
      if unsafe current.pointee.type == XML_ELEMENT_NODE {
        try unsafe expandAttributes(of: current, budget: &budget)
        if let child = unsafe current.pointee.children {
          unsafe node = child
          continue
        }
      }
      unsafe node = following(current)
    }
    try unsafe visit(document.pointee.children) { (node, depth) throws(XMLDocumentError) in
      // The entities may have made the tree deeper than the parser allows for elements.
      guard depth <= 256 else { throw unsafe entityLimit(line: xmlGetLineNo(node.pointee.parent)) }
      try unsafe joinFollowingTexts(to: node)
    }
    unsafe xmlXPathOrderDocElems(document)
  }

  /// Visits the nodes of a list and those inside of them, in document order.
  ///
  /// - Parameters:
  ///   - list: its first node.
  ///   - visitor: takes a node, and in how many elements of the list it is.
  /// - Throws: what the visitor throws.
  private func visit(
    _ list: xmlNodePtr?,
    _ visitor: (xmlNodePtr, Int) throws(XMLDocumentError) -> Void
  ) throws(XMLDocumentError) {
    var node = unsafe list
    var depth = 0
    while let current = unsafe node {
      try unsafe visitor(current, depth)
      if unsafe current.pointee.type == XML_ELEMENT_NODE,
        let child = unsafe current.pointee.children
      {
        unsafe node = child
        depth += 1
        continue
      }
      var next: xmlNodePtr = unsafe current
      while unsafe next.pointee.next == nil, depth > 0, let parent = unsafe next.pointee.parent {
        unsafe next = parent
        depth -= 1
      }
      unsafe node = next.pointee.next
    }
  }

  /// The next node in document order that is not inside `node`.
  private func following(_ node: xmlNodePtr) -> xmlNodePtr? {
    var current: xmlNodePtr? = unsafe node
    while let node = unsafe current, unsafe node.pointee.type != XML_DOCUMENT_NODE {
      if let next = unsafe node.pointee.next { return unsafe next }
      unsafe current = node.pointee.parent
    }
    return nil
  }

  /// Replaces one reference; nested references come with the copy and are met next.
  ///
  /// - Returns: the node to go on with.
  private func replaceReference(
    _ reference: xmlNodePtr,
    budget: inout Int
  ) throws(XMLDocumentError) -> xmlNodePtr? {
    let entity = unsafe xmlGetDocEntity(document, reference.pointee.name)
    guard let entity = unsafe entity, unsafe entity.pointee.etype == XML_INTERNAL_GENERAL_ENTITY
    else { return unsafe following(reference) }
    var firstCopy: xmlNodePtr?
    if let content = unsafe entity.pointee.children {
      try unsafe spend(on: content, line: xmlGetLineNo(reference), budget: &budget)
      unsafe firstCopy = xmlDocCopyNodeList(document, content)
    }
    let parent = unsafe reference.pointee.parent
    let previous = unsafe reference.pointee.prev
    let next = unsafe reference.pointee.next
    let afterwards = unsafe following(reference)
    unsafe xmlUnlinkNode(reference)
    unsafe xmlFreeNode(reference)
    guard let firstCopy = unsafe firstCopy else { return unsafe afterwards }
    // Linked by hand: the library's functions join texts and so would change the order.
    var last = unsafe firstCopy
    while true {
      unsafe last.pointee.parent = parent
      guard let sibling = unsafe last.pointee.next else { break }
      unsafe last = sibling
    }
    unsafe firstCopy.pointee.prev = previous
    unsafe last.pointee.next = next
    if let previous = unsafe previous {
      unsafe previous.pointee.next = firstCopy
    } else {
      unsafe parent?.pointee.children = firstCopy
    }
    if let next = unsafe next {
      unsafe next.pointee.prev = last
    } else {
      unsafe parent?.pointee.last = last
    }
    return unsafe firstCopy
  }

  /// Makes one text node of a text and the run of those behind it.
  ///
  /// All at once, because the library looks for the end of a text before it adds another: references
  /// in a long text would each cost its length.
  private func joinFollowingTexts(to first: xmlNodePtr) throws(XMLDocumentError) {
    guard unsafe textFollowing(first) != nil else { return }
    var bytes = unsafe content(of: first)
    while let next = unsafe textFollowing(first) {
      bytes += unsafe content(of: next)
      unsafe xmlUnlinkNode(next)
      unsafe xmlFreeNode(next)
    }
    guard let count = Int32(exactly: bytes.count) else {
      throw entityLimit(line: unsafe xmlGetLineNo(first))
    }
    unsafe xmlNodeSetContentLen(first, bytes, count)
  }

  /// The text right behind a text of the same kind.
  private func textFollowing(_ node: xmlNodePtr) -> xmlNodePtr? {
    guard let next = unsafe node.pointee.next, unsafe node.pointee.type == XML_TEXT_NODE,
      unsafe next.pointee.type == XML_TEXT_NODE, unsafe node.pointee.name == next.pointee.name
    else { return nil }
    return unsafe next
  }

  private func content(of text: xmlNodePtr) -> [UInt8] {
    guard let content = unsafe text.pointee.content else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content))))
  }

  private func expandAttributes(
    of element: xmlNodePtr,
    budget: inout Int
  ) throws(XMLDocumentError) {
    var attribute = unsafe element.pointee.properties
    while let current = unsafe attribute {
      unsafe attribute = current.pointee.next
      guard unsafe hasReference(current) else { continue }
      var text = ""
      try unsafe appendText(
        of: current.pointee.children,
        to: &text,
        depth: 0,
        line: xmlGetLineNo(element),
        budget: &budget
      )
      guard let replacement = unsafe xmlNewDocText(document, text) else { continue }
      unsafe xmlFreeNodeList(current.pointee.children)
      unsafe current.pointee.children = replacement
      unsafe current.pointee.last = replacement
      unsafe replacement.pointee.parent = UnsafeMutableRawPointer(current)
        .assumingMemoryBound(to: xmlNode.self)
    }
  }

  private func hasReference(_ attribute: xmlAttrPtr) -> Bool {
    var child = unsafe attribute.pointee.children
    while let node = unsafe child {
      if unsafe node.pointee.type == XML_ENTITY_REF_NODE { return true }
      unsafe child = node.pointee.next
    }
    return false
  }

  private func appendText(
    of list: xmlNodePtr?,
    to text: inout String,
    depth: Int,
    line: Int,
    budget: inout Int
  ) throws(XMLDocumentError) {
    guard depth < 40 else { throw entityLimit(line: line) }
    var child = unsafe list
    while let node = unsafe child {
      if unsafe node.pointee.type == XML_ENTITY_REF_NODE {
        let entity = unsafe xmlGetDocEntity(document, node.pointee.name)
        if let entity = unsafe entity,
          unsafe entity.pointee.etype == XML_INTERNAL_GENERAL_ENTITY
        {
          try unsafe appendText(
            of: entity.pointee.children,
            to: &text,
            depth: depth + 1,
            line: line,
            budget: &budget
          )
        }
      } else if let content = unsafe node.pointee.content {
        let piece = unsafe String(xml: content)
        budget -= depth > 0 ? piece.utf8.count + 1 : 0
        guard budget >= 0 else { throw entityLimit(line: line) }
        text += piece
      }
      unsafe child = node.pointee.next
    }
  }

  /// Counts the nodes and the bytes of text of a list that is about to be copied.
  private func spend(
    on list: xmlNodePtr,
    line: Int,
    budget: inout Int
  ) throws(XMLDocumentError) {
    try unsafe visit(list) { (node, _) throws(XMLDocumentError) in
      budget -= 64
      if unsafe node.pointee.type == XML_TEXT_NODE, let text = unsafe node.pointee.content {
        budget -= unsafe Int(xmlStrlen(text))
      }
      guard budget >= 0 else { throw entityLimit(line: line) }
    }
  }

  private func entityLimit(line: Int) -> XMLDocumentError {
    let problem = XMLProblem(
      message: "the entities of the document expand beyond the limit",
      line: max(0, line)
    )
    return XMLDocumentError(code: .limit, problem: problem)
  }
}
