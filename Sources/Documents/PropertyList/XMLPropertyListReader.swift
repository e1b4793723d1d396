import CLibXML2
import Encodings
import Locks

/// Reads the XML format from libxml2's tree.
enum XMLPropertyListReader {
  static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
    let document: XMLDocument
    do {
      document = try XMLDocument(parsing: bytes)
    } catch {
      throw PropertyListError(
        code: error.code == .limit ? .limit : .malformed,
        message: error.problem.message,
        place: .text(line: error.problem.line, column: error.problem.column)
      )
    }
    return try document.tree.withLock { (tree) throws(PropertyListError) in
      guard let root = unsafe tree.root, unsafe name(of: root) == "plist" else {
        throw PropertyListError(
          message: "expected the element 'plist', found '\(tree.rootName)'",
          place: .text(line: 1, column: 0)
        )
      }
      let elements = try unsafe children(of: root)
      guard let value = unsafe elements.first, unsafe elements.count == 1 else {
        throw unsafe error("expected one value in 'plist', found \(elements.count)", at: root)
      }
      return try unsafe self.value(of: value)
    }
  }

  private static func value(of node: xmlNodePtr) throws(PropertyListError) -> PropertyListValue {
    // No recursion bound is needed here: the parser bounds how deep elements nest.
    switch unsafe name(of: node) {
    case "dict": return try unsafe dictionary(of: node)
    case "array":
      var values: [PropertyListValue] = []
      let elements = try unsafe children(of: node)
      for index in unsafe elements.indices {
        try unsafe values.append(value(of: elements[index]))
      }
      return .array(values)
    case "string": return try unsafe .string(text(of: node))
    case "true": return try unsafe empty(node, .boolean(true))
    case "false": return try unsafe empty(node, .boolean(false))
    case "integer":
      let text = try unsafe text(of: node).trimmed
      guard let integer = integer(text) else {
        throw unsafe error(
          "expected a whole number of 64 bits, found '\(text.prefix(40))'",
          at: node
        )
      }
      return .integer(integer)
    case "real":
      let text = try unsafe text(of: node).trimmed
      guard let real = real(text) else {
        throw unsafe error("expected a number, found '\(text.prefix(40))'", at: node)
      }
      return .real(real)
    case "date":
      let text = try unsafe text(of: node).trimmed
      guard let date = PropertyListDate(iso8601: text) else {
        throw unsafe error("expected a date in ISO 8601, found '\(text.prefix(40))'", at: node)
      }
      return .date(date)
    case "data":
      let text = try unsafe text(of: node)
      guard let data = Base64.decode(text, allowing: [.whitespace, .unusedBits]) else {
        throw unsafe error("expected data in Base64", at: node)
      }
      return .data(data)
    case let name: throw unsafe error("the element '\(name)' is no value", at: node)
    }
  }

  private static func dictionary(
    of node: xmlNodePtr
  ) throws(PropertyListError) -> PropertyListValue {
    var values: [String: PropertyListValue] = [:]
    var key: String?
    let elements = try unsafe children(of: node)
    for index in unsafe elements.indices {
      let child = unsafe elements[index]
      let isKey = unsafe name(of: child) == "key"
      if let held = key {
        guard !isKey else { throw unsafe error("the key '\(held)' has no value", at: child) }
        values[held] = try unsafe value(of: child)
        key = nil
      } else {
        guard isKey else {
          throw unsafe error("expected a key, found '\(name(of: child))'", at: child)
        }
        key = try unsafe text(of: child)
      }
    }
    if let key { throw unsafe error("the key '\(key)' has no value", at: node) }
    if values.count == 1, case .integer(let number) = values["CF$UID"],
      let uid = UInt64(exactly: number)
    {
      return .uid(uid)
    }
    return .dictionary(values)
  }

  /// The elements inside one that may hold nothing else.
  private static func children(of node: xmlNodePtr) throws(PropertyListError) -> [xmlNodePtr] {
    var elements: [xmlNodePtr] = unsafe []
    var child = unsafe node.pointee.children
    while let current = unsafe child {
      switch unsafe current.pointee.type {
      case XML_ELEMENT_NODE: unsafe elements.append(current)
      case XML_COMMENT_NODE, XML_PI_NODE: break
      case XML_TEXT_NODE:
        guard unsafe xmlIsBlankNode(current) != 0 else {
          throw unsafe error("'\(name(of: node))' may hold no text", at: current)
        }
      default: throw unsafe error("'\(name(of: node))' may hold elements only", at: current)
      }
      unsafe child = current.pointee.next
    }
    return unsafe elements
  }

  /// The text inside an element that may hold nothing else.
  private static func text(of node: xmlNodePtr) throws(PropertyListError) -> String {
    var text = ""
    var child = unsafe node.pointee.children
    while let current = unsafe child {
      switch unsafe current.pointee.type {
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        text += unsafe current.pointee.content.map { unsafe String(xml: $0) } ?? ""
      case XML_COMMENT_NODE, XML_PI_NODE: break
      default: throw unsafe error("'\(name(of: node))' may hold text only", at: current)
      }
      unsafe child = current.pointee.next
    }
    return text
  }

  private static func empty(
    _ node: xmlNodePtr,
    _ value: PropertyListValue
  ) throws(PropertyListError) -> PropertyListValue {
    guard try unsafe text(of: node).trimmed.isEmpty else {
      throw unsafe error("'\(name(of: node))' may hold nothing", at: node)
    }
    return value
  }

  private static func integer(_ text: String) -> Int128? {
    let isNegative = text.hasPrefix("-")
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isHex = digits.lowercased().hasPrefix("0x")
    let plain = isHex ? digits.dropFirst(2) : digits
    guard plain.count <= 40, let first = plain.first, first != "-", first != "+",
      let magnitude = Int128(plain, radix: isHex ? 16 : 10)
    else { return nil }
    let value = isNegative ? -magnitude : magnitude
    return PropertyListValue.integers.contains(value) ? value : nil
  }

  private static func real(_ text: String) -> Double? {
    switch text.lowercased() {
    case "nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default:
      guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
      return Double(text)
    }
  }

  private static func name(of node: xmlNodePtr) -> String {
    unsafe node.pointee.name.map { unsafe String(xml: $0) } ?? ""
  }

  private static func error(_ message: String, at node: xmlNodePtr) -> PropertyListError {
    unsafe PropertyListError(
      message: message,
      place: .text(line: max(0, xmlGetLineNo(node)), column: 0)
    )
  }
}
