/// JSON Pointers (RFC 6901).
public enum JSONPointer: Sendable {
  /// The tokens of a pointer, or nil when the text is not one.
  static func tokens(of text: String) -> [String]? {
    guard !text.isEmpty else { return [] }
    let tails = text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
    guard text.utf8.first == UInt8(ascii: "/"),
      tails.dropFirst().allSatisfy({ "01".utf8.contains($0.first ?? 0) })
    else { return nil }
    // By bytes: an accent behind a slash is no part of it.
    return text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    )
    .map { unescaped(Substring($0)) }
  }

  /// The pointer of tokens.
  static func text(of tokens: [String]) -> String {
    tokens.map { "/" + escaped($0) }.joined()
  }

  /// A token as it is written in a pointer.
  public static func escaped(_ token: String) -> String {
    guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return token
    }
    return replacing("/", "~1", in: replacing("~", "~0", in: token))
  }

  /// A token without its escapes; a `~` that begins none stands for itself.
  public static func unescaped(_ token: some StringProtocol) -> String {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
    return replacing("~0", "~", in: replacing("~1", "/", in: String(token)))
  }

  /// By scalars: an accent behind a token is no part of the slash.
  private static func replacing(_ old: String, _ new: String, in text: String) -> String {
    String(text.unicodeScalars.replacing(old.unicodeScalars, with: new.unicodeScalars))
  }

  /// What tokens lead to in a document, or nil when they lead nowhere.
  static func value(at tokens: [String], in document: JSONValue) -> JSONValue? {
    tokens.reduce(.some(document)) { value, token in value.flatMap { child(of: $0, at: token) } }
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
