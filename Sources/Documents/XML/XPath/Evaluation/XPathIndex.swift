import CLibXML2

/// The nodes of a document in document order as flat lists, so that any axis is a range.
///
/// The attributes of an element stand between it and its children.
@safe final class XPathIndex {
  /// The kinds of nodes that XPath knows, namespaces excepted.
  enum Kind: UInt8 { case root, element, attribute, text, comment, instruction }

  private(set) var kinds: [Kind] = []
  /// The node above, -1 for the root.
  private(set) var parents: [Int32] = []
  /// The node behind the last one inside.
  private(set) var ends: [Int32] = []
  /// The numbers of the local name and of the namespace; -1 for none.
  private(set) var locals: [Int32] = []
  private(set) var spaces: [Int32] = []
  /// The bytes of the string value in `texts` or, of attributes, comments and instructions, `others`.
  private var starts: [UInt32] = []
  private var stops: [UInt32] = []
  private var texts: [UInt8] = []
  private var others: [UInt8] = []
  private var pointers: [xmlNodePtr] = unsafe []
  /// The attributes that are identifiers.
  private(set) var identifiers: [Int32] = []

  /// The numbers of names by their bytes: names that differ in a code point are different in XML,
  /// which strings of Swift need not be.
  private var numbers: [[UInt8]: Int32] = [:]
  private(set) var spelled: [String] = []
  private var known: [UInt: Int32] = [:]

  /// How many bytes of text there are.
  var textCount: Int { texts.count + others.count }

  /// How many nodes there are.
  var count: Int { kinds.count }

  /// Reads a document.
  init(_ document: xmlDocPtr) {
    unsafe add(
      UnsafeMutableRawPointer(document).assumingMemoryBound(to: xmlNode.self),
      .root,
      parent: -1
    )
    var open: [Int32] = [0]
    var current: xmlNodePtr? = unsafe document.pointee.children
    while let node = unsafe current {
      let place = Int32(kinds.count)
      if let kind = unsafe Self.kind(of: node) {
        unsafe add(node, kind, parent: open[open.count - 1])
        if kind == .element {
          unsafe addAttributes(of: node, parent: place)
          if let child = unsafe node.pointee.children {
            open.append(place)
            unsafe current = child
            continue
          }
        }
        close(place)
      }
      unsafe current = node.pointee.next
      var above = unsafe node.pointee.parent
      while unsafe current == nil, open.count > 1, let parent = unsafe above {
        close(open.removeLast())
        unsafe current = parent.pointee.next
        unsafe above = parent.pointee.parent
      }
    }
    while let place = open.popLast() { close(place) }
  }

  /// The node of libxml2 at a place.
  func pointer(at place: Int32) -> xmlNodePtr { unsafe pointers[Int(place)] }

  /// The string value of a node (section 5).
  func value(of place: Int32) -> ArraySlice<UInt8> {
    let place = Int(place)
    let range = Int(starts[place])..<Int(stops[place])
    switch kinds[place] {
    case .root, .element, .text: return texts[range]
    case .attribute, .comment, .instruction: return others[range]
    }
  }

  private static func kind(of node: xmlNodePtr) -> Kind? {
    switch unsafe node.pointee.type {
    case XML_ELEMENT_NODE: .element
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: .text
    case XML_COMMENT_NODE: .comment
    case XML_PI_NODE: .instruction
    default: nil
    }
  }

  private func add(_ node: xmlNodePtr, _ kind: Kind, parent: Int32) {
    kinds.append(kind)
    parents.append(parent)
    ends.append(Int32(kinds.count))
    unsafe pointers.append(node)
    let hasName = kind == .element || kind == .attribute || kind == .instruction
    locals.append(unsafe hasName ? name(node.pointee.name) : -1)
    let isQualified = kind == .element || kind == .attribute
    spaces.append(unsafe isQualified ? name(node.pointee.ns?.pointee.href) : -1)
    switch kind {
    case .text:
      starts.append(UInt32(texts.count))
      unsafe append(node.pointee.content, to: &texts)
      stops.append(UInt32(texts.count))
    case .comment, .instruction:
      starts.append(UInt32(others.count))
      unsafe append(node.pointee.content, to: &others)
      stops.append(UInt32(others.count))
    case .root, .element, .attribute:
      starts.append(UInt32(texts.count))
      stops.append(UInt32(texts.count))
    }
  }

  private func addAttributes(of node: xmlNodePtr, parent: Int32) {
    var next = unsafe node.pointee.properties
    while let attribute = unsafe next {
      let place = kinds.count
      unsafe add(
        UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: xmlNode.self),
        .attribute,
        parent: parent
      )
      starts[place] = UInt32(others.count)
      var child = unsafe attribute.pointee.children
      while let text = unsafe child {
        unsafe append(text.pointee.content, to: &others)
        unsafe child = text.pointee.next
      }
      stops[place] = UInt32(others.count)
      if unsafe attribute.pointee.atype == XML_ATTRIBUTE_ID { identifiers.append(Int32(place)) }
      unsafe next = attribute.pointee.next
    }
  }

  private func close(_ place: Int32) {
    let place = Int(place)
    ends[place] = Int32(kinds.count)
    if kinds[place] == .element || kinds[place] == .root { stops[place] = UInt32(texts.count) }
  }

  private func append(_ content: UnsafePointer<xmlChar>?, to bytes: inout [UInt8]) {
    guard let content = unsafe content else { return }
    let count = unsafe Int(xmlStrlen(content))
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: content, count: count))
  }

  /// The number of a name; `nil` when the document does not have it.
  func number(ofName name: String) -> Int32? { numbers[Array(name.utf8)] }

  /// The number of a name; libxml2 keeps one name at one address mostly.
  private func name(_ text: UnsafePointer<xmlChar>?) -> Int32 {
    guard let text = unsafe text else { return -1 }
    let key = UInt(bitPattern: text)
    if let number = known[key] { return number }
    let word = unsafe String(xml: text)
    let bytes = Array(word.utf8)
    let number = numbers[bytes] ?? Int32(spelled.count)
    if number == spelled.count {
      spelled.append(word)
      numbers[bytes] = number
    }
    known[key] = number
    return number
  }
}
