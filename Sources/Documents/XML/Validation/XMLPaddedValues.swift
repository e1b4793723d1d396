import CLibXML2

/// Values that a check refused and that have white space at their ends.
///
/// Every type whose values have a spelling, such as `xs:int` and `xs:date`, takes white space away before a value is read (XML Schema 1.0 part 2,
/// section 4.3.6); texts have no spelling to get wrong. libxml2 before 2.13 leaves it in integers and dates, so these are checked once more
/// without it.
struct XMLPaddedValues {
  /// The content of a text node that has to be shorter.
  @safe private struct Piece {
    let node: UnsafeMutablePointer<xmlNode>
    let content: UnsafeMutablePointer<xmlChar>?
    let trimmed: UnsafeMutablePointer<xmlChar>?
  }

  private let pieces: [Piece]

  /// Whether there are none.
  var isEmpty: Bool { pieces.isEmpty }

  /// Finds the values among those that a collector has received.
  init(of collector: XMLProblemCollector) {
    var pieces: [Piece] = []
    var seen: Set<XMLProblemCollector.Blamed> = []
    for value in collector.misspelled
    where !collector.unfit.contains(value) && seen.insert(value).inserted {
      pieces += unsafe Self.pieces(of: Self.texts(of: value))
    }
    self.pieces = pieces
  }

  /// Takes the white space away.
  func trim() {
    for piece in pieces { unsafe piece.node.pointee.content = piece.trimmed }
  }

  /// Puts everything back as it was.
  func restore() {
    for piece in pieces {
      unsafe piece.node.pointee.content = piece.content
      unsafe curlew_xml_free(piece.trimmed)
    }
  }

  /// The text nodes that hold a value, in order; empty when elements stand between them.
  private static func texts(
    of value: XMLProblemCollector.Blamed
  ) -> [UnsafeMutablePointer<xmlNode>] {
    guard let node = unsafe UnsafeMutablePointer<xmlNode>(bitPattern: value.node) else {
      return unsafe []
    }
    var child: UnsafeMutablePointer<xmlNode>?
    if let name = value.attribute {
      guard unsafe node.pointee.type == XML_ELEMENT_NODE else { return unsafe [] }
      var attribute = unsafe node.pointee.properties
      while let current = unsafe attribute, unsafe Self.name(of: current) != name {
        unsafe attribute = current.pointee.next
      }
      unsafe child = attribute?.pointee.children
    } else {
      unsafe child = node.pointee.children
    }
    var texts: [UnsafeMutablePointer<xmlNode>] = unsafe []
    while let current = unsafe child {
      switch unsafe current.pointee.type {
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: unsafe texts.append(current)
      case XML_COMMENT_NODE, XML_PI_NODE: break
      case _: return unsafe []
      }
      unsafe child = current.pointee.next
    }
    return unsafe texts
  }

  /// An attribute's name as libxml2 writes it in messages: `{namespace}name` or `name`.
  private static func name(of attribute: UnsafeMutablePointer<xmlAttr>) -> String {
    let name = unsafe String(cString: attribute.pointee.name)
    guard let uri = unsafe attribute.pointee.ns?.pointee.href else { return name }
    return unsafe "{\(String(cString: uri))}\(name)"
  }

  /// What is left of texts without the white space at the ends of all of them together.
  private static func pieces(of texts: [UnsafeMutablePointer<xmlNode>]) -> [Piece] {
    var contents = unsafe texts.map { node -> ArraySlice<UInt8> in
      guard let content = unsafe node.pointee.content else { return [] }
      return unsafe Array(UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content))))[...]
    }
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    let counts = contents.map(\.count)
    for place in contents.indices {
      contents[place] = contents[place].drop(while: isSpace)
      if !contents[place].isEmpty { break }
    }
    for place in contents.indices.reversed() {
      while let last = contents[place].last, isSpace(last) { contents[place].removeLast() }
      if !contents[place].isEmpty { break }
    }
    var pieces: [Piece] = []
    for place in contents.indices where contents[place].count < counts[place] {
      let node = unsafe texts[place]
      let bytes = Array(contents[place]) + [0]
      let trimmed = unsafe bytes.withUnsafeBufferPointer { unsafe xmlStrdup($0.baseAddress) }
      pieces.append(unsafe Piece(node: node, content: node.pointee.content, trimmed: trimmed))
    }
    return pieces
  }
}

extension XMLProblemCollector {
  /// Takes note of a value that a schema refused.
  ///
  /// - Parameters:
  ///   - code: libxml2's number of what does not hold.
  ///   - node: the element or attribute.
  ///   - message: the library's sentence, which names an attribute.
  func noteValue(code: Int, of node: UnsafeMutableRawPointer?, _ message: String) {
    guard let node = unsafe node else { return }
    let first = Int(XML_SCHEMAV_CVC_FACET_VALID.rawValue)
    let facets = first...Int(XML_SCHEMAV_CVC_ENUMERATION_VALID.rawValue)
    let isSpelling = code == Int(XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1.rawValue)
    guard isSpelling || facets.contains(code) else { return }
    let address = UInt(bitPattern: node)
    let value = Blamed(node: address, attribute: Self.attribute(in: message))
    if isSpelling { misspelled.append(value) } else { unfit.insert(value) }
  }

  /// The attribute in `Element 'a', attribute 'b': …`.
  private static func attribute(in message: String) -> String? {
    guard let match = message.prefixMatch(of: #/Element '[^']*', attribute '([^']*)'/#) else {
      return nil
    }
    return String(match.output.1)
  }

  /// Forgets what was found, before a second check.
  func forgetProblems() {
    reports = []
    misspelled = []
    unfit = []
  }
}
