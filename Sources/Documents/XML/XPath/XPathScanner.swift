/// Finds in an expression what libxml2 reports late or without a place: prefixes, functions, depth.
struct XPathScanner {
  private(set) var prefixes: [(name: String, offset: Int)] = []
  /// Where the names of elements without a prefix stand.
  private(set) var unprefixed: [Int] = []

  private let text: String
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  /// Whether a name here would be an operator (XPath 1.0, section 3.7).
  private var followsOperand = false
  /// Whether a name here would be that of an attribute or a namespace.
  private var isNoElement = false

  /// How many arguments each function takes (section 4).
  static let functions: [String: ClosedRange<Int>] = [
    "last": 0...0, "position": 0...0, "count": 1...1, "id": 1...1, "local-name": 0...1,
    "namespace-uri": 0...1, "name": 0...1, "string": 0...1, "concat": 2...Int.max,
    "starts-with": 2...2, "contains": 2...2, "substring-before": 2...2, "substring-after": 2...2,
    "substring": 2...3, "string-length": 0...1, "normalize-space": 0...1, "translate": 3...3,
    "boolean": 1...1, "not": 1...1, "true": 0...0, "false": 0...0, "lang": 1...1,
    "number": 0...1, "sum": 1...1, "floor": 1...1, "ceiling": 1...1, "round": 1...1,
  ]
  static let nodeTests: Set<String> = [
    "comment", "text", "processing-instruction", "node",
  ]

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Reads the whole expression; its grammar is left to libxml2.
  mutating func scan() throws(XPathError) {
    guard bytes.count <= XPath.lengthLimit else {
      throw XPathError(
        code: .limit,
        message: "the expression has \(bytes.count) bytes, more than \(XPath.lengthLimit)",
        expression: String(text.prefix(40)) + "…"
      )
    }
    if let zero = bytes.firstIndex(of: 0) {
      throw error(.syntax, "a zero character is not allowed", at: zero)
    }
    while index < bytes.count { try scanToken() }
    if depth > 0 {
      throw error(.syntax, "a parenthesis or bracket is not closed", at: bytes.count)
    }
  }

  private mutating func scanToken() throws(XPathError) {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      index += 1
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      guard let end = bytes[(index + 1)...].firstIndex(of: byte) else {
        throw error(.syntax, "the text in quotes has no end", at: index)
      }
      index = end + 1
      followsOperand = true
    case UInt8(ascii: "("), UInt8(ascii: "["):
      depth += 1
      guard depth <= XPath.depthLimit else {
        let message = "parentheses and brackets are nested deeper than \(XPath.depthLimit)"
        throw error(.limit, message, at: index)
      }
      index += 1
      followsOperand = false
    case UInt8(ascii: ")"), UInt8(ascii: "]"):
      depth -= 1
      guard depth >= 0 else {
        throw error(.syntax, "a parenthesis or bracket was not opened", at: index)
      }
      index += 1
      followsOperand = true
    case UInt8(ascii: "$"):
      throw error(.unknownVariable, "XPath variables are not supported", at: index)
    case UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
      index += 1
      followsOperand = true
    case UInt8(ascii: "*"):
      index += 1
      followsOperand.toggle()
    default:
      if isNameByte(byte) { return try scanName() }
      index += 1
      followsOperand = false
      if byte == UInt8(ascii: "@") { isNoElement = true }
    }
  }

  private mutating func scanName() throws(XPathError) {
    let start = index
    let name = takeName()
    let isNoElement = isNoElement
    self.isNoElement = false
    if followsOperand {
      followsOperand = false
      return
    }
    guard !isNext("::") else {
      skipSpaces()
      index += 2
      self.isNoElement = name == "attribute" || name == "namespace"
      return
    }
    followsOperand = true
    if index + 1 < bytes.count, bytes[index] == UInt8(ascii: ":") {
      index += 1
      if bytes[index] == UInt8(ascii: "*") { index += 1 } else { _ = takeName() }
      guard !isNext("(") else {
        throw error(.unknownFunction, "XPath 1.0 has no function with a prefix", at: start)
      }
      if name != "xml", !prefixes.contains(where: { $0.name == name }) {
        prefixes.append((name, start))
      }
    } else if isNext("("), Self.functions[name] == nil, !Self.nodeTests.contains(name) {
      throw error(.unknownFunction, "XPath 1.0 has no function '\(name)'", at: start)
    } else if !isNoElement, !isNext("(") {
      unprefixed.append(start)
    }
  }

  private mutating func takeName() -> String {
    let start = index
    while index < bytes.count, isNameByte(bytes[index]) || isNameTailByte(bytes[index]) {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipSpaces() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private func isNext(_ token: String) -> Bool {
    bytes[index...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.starts(with: token.utf8)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private func isNameTailByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  private func error(_ code: XPathError.Code, _ message: String, at offset: Int) -> XPathError {
    XPathError(code: code, message: message, expression: text, offset: offset)
  }
}
