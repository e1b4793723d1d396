/// Finds in an expression what libxml2 reports late or without a place: prefixes, functions, depth.
struct XPathScanner {
  private(set) var prefixes: [(name: String, offset: Int)] = []
  /// Where the names of elements without a prefix stand.
  private(set) var unprefixed: [Int] = []

  private let tokens: XPathTokens
  private var depth = 0
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

  /// Reads a whole expression; its grammar is left to libxml2.
  init(_ tokens: XPathTokens) throws(XPathError) {
    self.tokens = tokens
    for (place, (token, offset)) in tokens.list.enumerated() {
      switch token {
      case .text, .number: break
      case .operation: isNoElement = false
      case .name(let name): try scan(name, at: place)
      case .symbol("("), .symbol("["):
        isNoElement = false
        depth += 1
        guard depth <= XPath.depthLimit else {
          let message = "parentheses and brackets are nested deeper than \(XPath.depthLimit)"
          throw error(.limit, message, at: offset)
        }
      case .symbol(")"), .symbol("]"):
        depth -= 1
        guard depth >= 0 else {
          throw error(.syntax, "a parenthesis or bracket was not opened", at: offset)
        }
      case .symbol("$"):
        throw error(.unknownVariable, "XPath variables are not supported", at: offset)
      case .symbol("::"): break
      case .symbol(let symbol): isNoElement = symbol == "@"
      }
    }
    if let quote = tokens.openQuote {
      throw error(.syntax, "the text in quotes has no end", at: quote)
    }
    if depth > 0 {
      let end = tokens.text.utf8.count
      throw error(.syntax, "a parenthesis or bracket is not closed", at: end)
    }
  }

  private mutating func scan(_ name: String, at place: Int) throws(XPathError) {
    let isNoElement = isNoElement
    self.isNoElement = false
    let start = tokens.list[place].offset
    let isCall = tokens.isSymbol("(", at: place + 1)
    if let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) {
      guard !isCall else {
        throw error(.unknownFunction, "XPath 1.0 has no function with a prefix", at: start)
      }
      let prefix = String(name[..<colon])
      if prefix != "xml", !prefixes.contains(where: { $0.name == prefix }) {
        prefixes.append((prefix, start))
      }
    } else if tokens.isSymbol("::", at: place + 1) {
      self.isNoElement = name == "attribute" || name == "namespace"
    } else if isCall {
      guard Self.functions[name] != nil || Self.nodeTests.contains(name) else {
        throw error(.unknownFunction, "XPath 1.0 has no function '\(name)'", at: start)
      }
    } else if !isNoElement {
      unprefixed.append(start)
    }
  }

  private func error(_ code: XPathError.Code, _ message: String, at offset: Int) -> XPathError {
    XPathError(code: code, message: message, expression: tokens.text, offset: offset)
  }
}
