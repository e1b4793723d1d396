import Glibc

/// A Swift source file as the fences see it.
struct SourceText: Sendable {
  /// The path from the package's root, with slashes.
  var path: String
  /// The whole text.
  var text: String
  /// The text with comments and the contents of string literals blanked, line for line.
  let code: String
  let codeLines: [Substring]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    var stripper = SourceStripper(text)
    code = stripper.strip()
    codeLines = code.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The folders and the name.
  var parts: [String] { path.split(separator: "/").map(String.init) }

  /// `Sources` or `Tests`.
  var kind: String { parts.first ?? "" }

  /// The folder below `Sources` or `Tests`, which has the target's name.
  var target: String { parts.count > 2 ? parts[1] : "" }

  /// The modules imported, in order, each once for each statement.
  var imports: [String] {
    codeLines.filter { Self.holds(String($0), "import") }
      .flatMap { $0.split(whereSeparator: { $0.isNewline || $0 == ";" }) }
      .compactMap(Self.module)
  }

  /// The numbers, from 1, of the lines of code that hold a text.
  func lines(holding text: String) -> [Int] {
    guard Self.holds(code, text) else { return [] }
    return codeLines.indices.filter { codeLines[$0].contains(text) }.map { $0 + 1 }
  }

  /// Whether a text holds another, byte for byte: thousands of files are searched for most words in vain.
  static func holds(_ text: String, _ part: String) -> Bool {
    unsafe strstr(text, part) != nil
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "private", "fileprivate",
  ]
  private static let kinds: Set<String> = [
    "struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor", "macro",
  ]

  private static func module(_ statement: Substring) -> String? {
    var words = attributesRemoved(statement).split(whereSeparator: \.isWhitespace)[...]
    if let first = words.first, modifiers.contains(String(first)) { words.removeFirst() }
    guard words.first == "import" else { return nil }
    words.removeFirst()
    if words.count > 1, let first = words.first, kinds.contains(String(first)) {
      words.removeFirst()
    }
    return words.first?.split(separator: ".").first.map(String.init)
  }

  private static func attributesRemoved(_ statement: Substring) -> Substring {
    var rest = statement.drop(while: \.isWhitespace)
    while rest.first == "@" {
      rest = rest.drop { !$0.isWhitespace && $0 != "(" }
      if rest.first == "(" { rest = rest.drop { $0 != ")" }.dropFirst() }
      rest = rest.drop(while: \.isWhitespace)
    }
    return rest
  }
}
