import CLibXML2

/// An XPath 1.0 expression, checked once and used on any number of documents.
///
/// ```swift
/// let path = try XPath(parsing: "count(/order/line[@sku='a'])")
/// try document.evaluate(path)  // .number(2)
/// ```
public struct XPath: Sendable, Hashable, CustomStringConvertible {
  /// The expression as it was written.
  public let text: String

  /// The namespace prefixes that it uses, in order, each once.
  public let prefixes: [String]

  /// Its tree; `nil` for one that libxml2 must evaluate.
  let expression: XPathExpression?

  /// Whether it has a value in every document, as `string(//a)` and `count(//a)` have; `//a` and `number(//a)` may find nothing.
  public var alwaysHasValue: Bool { expression?.alwaysHasValue ?? false }

  private let prefixOffsets: [Int]
  private let unprefixed: [Int]

  /// The longest expression, in bytes.
  static let lengthLimit = 16_384
  /// The deepest nesting of parentheses and brackets.
  static let depthLimit = 64

  /// Checks an expression.
  ///
  /// - Parameter text: at most 16 KiB, with at most 64 levels of parentheses and brackets.
  /// - Throws: with the place where it goes wrong, as far as that is known.
  public init(parsing text: String) throws(XPathError) {
    let tokens = try XPathTokens(text)
    let scanner = try XPathScanner(tokens)
    self.text = text
    prefixes = scanner.prefixes.map(\.name)
    prefixOffsets = scanner.prefixes.map(\.offset)
    unprefixed = scanner.unprefixed
    try Self.compile(text)
    expression = try XPathParser.parse(tokens)
  }

  /// Whether an expression gives nodes, not a number, a text, or true or false.
  ///
  /// - Parameter text: the expression, which libxml2 does not look at here.
  /// - Returns: `nil` for what is none.
  public static func givesNodes(_ text: String) -> Bool? {
    guard let tokens = try? XPathTokens(text), (try? XPathScanner(tokens)) != nil else {
      return nil
    }
    // The axis of namespaces, which the parser leaves to libxml2, has nodes as any other.
    let known = text.replacing("namespace::", with: "self::")
    return (try? XPathParser.parse(XPathTokens(known)))?.givesNodes
  }

  /// Whether both are written alike.
  public static func == (left: XPath, right: XPath) -> Bool { left.text == right.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  public var description: String { text }

  /// The expression with the prefix `_`, which stands for the default namespace, before every name of an element that has none.
  ///
  /// - Returns: `nil` when each has a prefix, or the expression would be too long.
  public func withDefaultNamespace() -> XPath? {
    guard !unprefixed.isEmpty else { return nil }
    var bytes = Array(text.utf8)
    for offset in unprefixed.reversed() { bytes.insert(contentsOf: "_:".utf8, at: offset) }
    return try? XPath(parsing: String(decoding: bytes, as: UTF8.self))
  }

  /// Finds a prefix that is not among `namespaces`.
  func check(namespaces: [String: String]) throws(XPathError) {
    for (prefix, offset) in zip(prefixes, prefixOffsets) where namespaces[prefix] == nil {
      let known = namespaces.keys.sorted()
      let hint =
        known.isEmpty
        ? "none is known" : "known are \(known.map { "'\($0)'" }.joined(separator: ", "))"
      throw XPathError(
        code: .undefinedPrefix,
        message: "the prefix '\(prefix)' stands for no namespace (\(hint))",
        expression: text,
        offset: offset
      )
    }
  }

  private static func compile(_ text: String) throws(XPathError) {
    let collector = XMLProblemCollector()
    let isValid = collector.collect {
      guard let context = unsafe xmlXPathNewContext(nil) else { return false }
      defer { unsafe xmlXPathFreeContext(context) }
      guard let compiled = unsafe xmlXPathCtxtCompile(context, text) else { return false }
      unsafe xmlXPathFreeCompExpr(compiled)
      return true
    }
    guard !isValid else { return }
    throw collector.xpathError(expression: text, code: .syntax)
  }
}

extension XMLProblemCollector {
  /// The error of what was collected while an expression was read or evaluated.
  func xpathError(expression: String, code: XPathError.Code) -> XPathError {
    guard let report = firstError else {
      return XPathError(code: code, message: "the expression is not valid", expression: expression)
    }
    let isXPath = report.domain == XML_FROM_XPATH.rawValue
    let isPlace = isXPath && code == .syntax && report.offset <= expression.utf8.count
    return XPathError(
      code: report.problem.message.contains("limit exceeded") ? .limit : code,
      message: report.problem.message.lowercased(),
      expression: expression,
      offset: isPlace ? report.offset : nil
    )
  }
}
