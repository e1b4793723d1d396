/// JSON Pointers (RFC 6901).
enum JSONPointer {
  /// The tokens of a pointer, or nil when the text is not one.
  static func tokens(of text: String) -> [String]? {
    guard !text.isEmpty else { return [] }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let token = unescaped(part) else { return nil }
      tokens.append(token)
    }
    return tokens
  }

  /// The pointer of tokens.
  static func text(of tokens: [String]) -> String {
    tokens.map { "/" + escaped($0) }.joined()
  }

  /// A token as it is written in a pointer.
  static func escaped(_ token: String) -> String {
    guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return token
    }
    var text = ""
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func unescaped(_ part: Substring) -> String? {
    guard part.utf8.contains(UInt8(ascii: "~")) else { return String(part) }
    var token = String.UnicodeScalarView()
    var scalars = part.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "~" else {
        token.append(scalar)
        continue
      }
      switch scalars.next() {
      case "0": token.append("~")
      case "1": token.append("/")
      default: return nil
      }
    }
    return String(token)
  }

  /// The element or member that a token leads to.
  static func child(of value: JSONValue, at token: String) -> JSONValue? {
    if case .object(let members) = value { return members[token] }
    guard case .array(let elements) = value, let place = index(token), place < elements.count else {
      return nil
    }
    return elements[place]
  }

  private static func index(_ token: String) -> Int? {
    let digits = token.utf8
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
      digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    return Int(token)
  }
}
