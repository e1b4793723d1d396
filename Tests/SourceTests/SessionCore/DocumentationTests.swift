import Testing

/// Public declarations, and whether a doc comment stands above them.
enum Documentation {
  private static let kinds: Set<Substring> = [
    "actor", "class", "enum", "func", "init", "let", "protocol", "struct", "subscript",
    "typealias", "var",
  ]

  /// The places, as `path:line`, of public declarations without a doc comment.
  static func gaps(_ file: SourceText) -> [String] {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.filter { index in
      isPublicDeclaration(lines[index]) && !hasComment(above: index, in: lines)
    }.map { "\(file.path):\($0 + 1)" }
  }

  private static func isPublicDeclaration(_ line: Substring) -> Bool {
    let words = line.split { !$0.isLetter && $0 != "@" && $0 != "(" && $0 != "?" && $0 != "/" }
    guard let place = words.firstIndex(of: "public") else { return false }
    // Before it only attributes may stand; behind it modifiers, then the kind.
    guard words[..<place].allSatisfy({ $0.hasPrefix("@") || $0 == "final" }) else { return false }
    let kind = words[(place + 1)...].first { word in
      kinds.contains(word.prefix { $0.isLetter })
    }
    return kind != nil && words[place + 1] != "import" && words[place + 1] != "extension"
  }

  private static func hasComment(above index: Int, in lines: [Substring]) -> Bool {
    let above = lines[..<index].last { line in
      let text = line.drop { $0 == " " }
      return !text.hasPrefix("@")
    }
    return above?.drop { $0 == " " }.hasPrefix("///") ?? false
  }
}

@Suite(.timeLimit(.minutes(5))) struct DocumentationTests {
  @Test func `everything public of the session core has a doc comment`() {
    let files = SourceTree.files.filter {
      $0.kind == "Sources"
        && ($0.target.hasPrefix("SessionCore") || $0.target == "HTTPMessages")
    }
    #expect(!files.isEmpty)
    #expect(files.flatMap(Documentation.gaps) == [])
  }

  @Test(arguments: [
    ("public struct A {}", 1), ("/// A.\npublic struct A {}", 0),
    ("/// A.\n@discardableResult\npublic func a() {}", 0),
    ("@discardableResult\npublic func a()", 1),
    ("public import Locks", 0), ("public extension A {}", 0), ("  public init() {}", 1),
    ("/// A.\n@safe public final class A {}", 0), ("public private(set) var a = 1", 1),
    ("public init?(a: Int) {}", 1), ("// the public var", 0), ("let a = \"public\"", 0),
  ])
  func `a gap is seen`(text: String, count: Int) {
    let file = SourceText(path: "Sources/SessionCore/A.swift", text: text)
    #expect(Documentation.gaps(file).count == count)
  }
}
