import Testing

/// Types of other modules that the public declarations of `SessionCore` name.
enum NamedTypes {
  /// The public types that files declare outside any other type.
  static func declared(in files: [SourceText]) -> Set<String> {
    let kinds: Set<Substring> = ["actor", "class", "enum", "protocol", "struct", "typealias"]
    let lines = files.flatMap(\.codeLines).filter { $0.first != " " }
    return Set(
      lines.compactMap { line in
        let words = words(of: line)
        guard words.contains("public"), let kind = words.firstIndex(where: kinds.contains),
          kind + 1 < words.count
        else { return nil }
        return String(words[kind + 1])
      }
    )
  }

  /// The words of a file's public declarations, without bodies and values.
  static func named(in file: SourceText) -> Set<String> {
    var found: Set<String> = []
    var rest = file.code[...]
    while let start = rest.firstRange(of: "public ") {
      let head = head(of: rest[start.upperBound...])
      found.formUnion(words(of: head).map(String.init))
      rest = rest[head.endIndex...]
    }
    return found
  }

  /// A declaration up to its body, its value or, behind all parentheses, the end of its line.
  private static func head(of text: Substring) -> Substring {
    var depth = 0
    let end = text.indices.first { index in
      switch text[index] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{": return depth == 0
      case "=": return depth == 0 && isAlone(index, in: text)
      case "\n": return depth == 0 && !goesOn(text[index...])
      case _: break
      }
      return false
    }
    return text[..<(end ?? text.endIndex)]
  }

  private static func isAlone(_ index: Substring.Index, in text: Substring) -> Bool {
    let before = text[..<index].last
    let after = text[text.index(after: index)...].first
    return before?.isWhitespace == true && after?.isWhitespace == true
  }

  private static func goesOn(_ text: Substring) -> Bool {
    let next = text.drop(while: \.isWhitespace)
    return ["->", "where ", ": ", "throws", "async"].contains { next.hasPrefix($0) }
  }

  private static func words(of text: Substring) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }
}

@Suite(.timeLimit(.minutes(5))) struct NamedTypesTests {
  private let below: Set = ["Compression", "Cryptography", "CurlTransport", "Documents", "Locks"]

  @Test func `every type of another module that the API names has its name in SessionTypes`() {
    let files = SourceTree.files.filter { $0.kind == "Sources" }
    let others = NamedTypes.declared(in: files.filter { below.contains($0.target) })
    let place = "Sources/SessionCore/SessionTypes.swift"
    let aliases = NamedTypes.declared(in: files.filter { $0.path == place }.map(Self.unindented))
    let named = files.filter { isPartOfLibrary($0) && $0.path != place }
      .reduce(into: Set<String>()) { $0.formUnion(NamedTypes.named(in: $1)) }
    #expect(others.isSuperset(of: ["TransferLoop", "JSONValue", "TLSFacts"]))
    #expect(named.isSuperset(of: ["TransferLoop", "JSONValue", "TLSFacts"]))
    #expect(named.intersection(others).subtracting(aliases) == [])
  }

  @Test(arguments: [
    ("public var a: B? {\n C\n}", ["a", "B"], ["C"]),
    ("public var a: B = C()", ["B"], ["C"]),
    ("public init(\n  a: B,\n  c: [D]\n) throws(E) {\n  F()\n}", ["B", "D", "E"], ["F"]),
    ("public func a(b: C)\n  async -> D\n  where E == F\n{ G }", ["C", "D", "E", "F"], ["G"]),
    ("@safe public struct A: B {\n  var c: D\n  public let e: F\n}", ["A", "B", "F"], ["D"]),
    ("let a: B\npublic let c: D\nlet e: F", ["D"], ["B", "F"]),
  ])
  func `the head of a declaration is read`(text: String, names: [String], others: [String]) {
    let found = NamedTypes.named(in: SourceText(path: "Sources/SessionCore/A.swift", text: text))
    #expect(found.isSuperset(of: names))
    #expect(found.isDisjoint(with: others))
  }

  /// Who imports the session core gets the messages, too.
  private func isPartOfLibrary(_ file: SourceText) -> Bool {
    file.target == "SessionCore" || file.target == "HTTPMessages"
  }

  private static func unindented(_ file: SourceText) -> SourceText {
    let lines = file.text.split(separator: "\n").map { $0.drop { $0 == " " } }
    return SourceText(path: file.path, text: lines.joined(separator: "\n"))
  }
}
