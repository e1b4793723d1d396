import Documents

/// Asks an XML document questions.
struct XMLProbe {
  let document: XMLDocument

  init(_ bytes: [UInt8]) throws {
    document = try XMLDocument(parsing: bytes)
  }

  /// The texts of the nodes at a path.
  func texts(_ path: String) throws -> [String] {
    guard case .nodes(let nodes) = try document.evaluate(XPath(parsing: path)) else { return [] }
    return nodes.map(\.text)
  }

  /// A number.
  func number(_ path: String) throws -> Int? {
    guard case .number(let number) = try document.evaluate(XPath(parsing: path)) else { return nil }
    return number.isFinite ? Int(number) : nil
  }
}
