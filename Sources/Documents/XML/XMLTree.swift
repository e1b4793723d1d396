import CLibXML2

/// The sole owner of a libxml2 document, of XML or of HTML.
///
/// It lives inside a `Locked`, because libxml2 lets one thread at a time use a document.
@safe struct XMLTree: ~Copyable {
  let document: xmlDocPtr
  /// The nodes as queries want them, made for the first one.
  var index: XPathIndex?

  /// Takes over `document`.
  init(owning document: xmlDocPtr) {
    unsafe self.document = document
    // Sorting the nodes of a query is then by number instead of by walking the tree.
    unsafe xmlXPathOrderDocElems(document)
  }

  deinit { unsafe xmlFreeDoc(document) }

  var root: xmlNodePtr? { unsafe xmlDocGetRootElement(document) }

  /// The name of the root element with its prefix.
  var rootName: String {
    unsafe root.map { unsafe XMLTree.qualifiedName(of: $0) } ?? ""
  }

  /// The prefixes that the root element declares, with `_` for the default namespace.
  var rootNamespaces: [String: String] {
    var namespaces: [String: String] = [:]
    var declaration = unsafe root?.pointee.nsDef
    while let namespace = unsafe declaration {
      if let href = unsafe namespace.pointee.href {
        let prefix = unsafe namespace.pointee.prefix.map { unsafe String(xml: $0) } ?? "_"
        namespaces[prefix] = unsafe String(xml: href)
      }
      unsafe declaration = namespace.pointee.next
    }
    return namespaces
  }

  /// The markup of the root element.
  ///
  /// - Parameters:
  ///   - isHTML: whether void elements and such are written the HTML way.
  ///   - isIndented: whether elements without text are laid out.
  /// - Returns: a text that is empty without a root element.
  func markup(isHTML: Bool, isIndented: Bool) -> String {
    guard let root = unsafe root else { return "" }
    return unsafe markup(of: root, isHTML: isHTML, isIndented: isIndented)
  }

  /// The markup of any node but a namespace.
  func markup(of node: xmlNodePtr, isHTML: Bool, isIndented: Bool) -> String {
    guard let buffer = unsafe xmlBufferCreate() else { return "" }
    defer { unsafe xmlBufferFree(buffer) }
    if isHTML {
      unsafe htmlNodeDump(buffer, document, node)
    } else {
      unsafe xmlNodeDump(buffer, document, node, 0, isIndented ? 1 : 0)
    }
    guard let content = unsafe xmlBufferContent(buffer) else { return "" }
    let length = unsafe Int(xmlBufferLength(buffer))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: content, count: length),
      as: UTF8.self
    )
  }

  /// The name of an element or attribute with its prefix.
  static func qualifiedName(of node: xmlNodePtr) -> String {
    guard let name = unsafe node.pointee.name else { return "" }
    let local = unsafe String(xml: name)
    guard let prefix = unsafe node.pointee.ns?.pointee.prefix else { return local }
    return unsafe "\(String(xml: prefix)):\(local)"
  }
}

extension String {
  /// A text of libxml2, which ends at its zero byte.
  @unsafe init(xml text: UnsafePointer<xmlChar>) {
    self = unsafe String(cString: text)
  }

  /// A text that libxml2 made for the caller, freed here.
  @unsafe init(takingXML text: UnsafeMutablePointer<xmlChar>) {
    self = unsafe String(cString: text)
    unsafe curlew_xml_free(text)
  }
}
