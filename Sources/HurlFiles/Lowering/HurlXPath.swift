/// What is known of an XPath before it is evaluated.
enum HurlXPath {
  /// Whether an XPath gives nodes, not a number, a text or a boolean (XPath 1.0, section 3).
  ///
  /// - Parameter text: the path; placeholders in it stand for names or numbers.
  /// - Returns: `true` too for what is no XPath.
  static func givesNodes(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var (depth, quote) = (0, UInt8?.none)
    var start = 0
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    guard start < bytes.count else { return true }
    if bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'")
      || (0x30...0x39).contains(bytes[start])
    {
      return false
    }
    var (firstCall, closed) = (Int?.none, Int?.none)
    for (place, byte) in bytes.enumerated().dropFirst(start) {
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "["):
        if depth == 0, firstCall == nil { firstCall = place }
        depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0, closed == nil { closed = place }
      case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "+"):
        if depth == 0 { return false }
      case UInt8(ascii: " ") where depth == 0:
        let rest = bytes[(place + 1)...]
        if ["and ", "or ", "div ", "mod ", "- ", "* "].contains(where: {
          rest.starts(with: $0.utf8)
        }) {
          return false
        }
      case _: break
      }
    }
    // A call that goes on to the end gives what its function gives.
    guard let firstCall, let closed, bytes[firstCall] == UInt8(ascii: "("), firstCall > start,
      bytes[(closed + 1)...].allSatisfy({ $0 <= 0x20 })
    else { return true }
    let name = String(decoding: bytes[start..<firstCall], as: UTF8.self)
    return !functions.contains(name)
  }

  /// The functions of XPath 1.0 that give no nodes.
  private static let functions: Set<String> = [
    "boolean", "ceiling", "concat", "contains", "count", "false", "floor", "lang", "last",
    "local-name", "name", "namespace-uri", "normalize-space", "not", "number", "position", "round",
    "starts-with", "string", "string-length", "substring", "substring-after", "substring-before",
    "sum", "translate", "true",
  ]
}
