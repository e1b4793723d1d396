import Foundation
import Testing

/// The pages of the repository agree with it.
@Suite(.timeLimit(.minutes(5))) struct PageTests {
  /// The Markdown files of the root, `Documentation` and the catalogues, by path.
  private static let pages: [String] = {
    let files = FileManager.default
    let found = [
      "", "Documentation", "Sources/curlew/curlew.docc", "Sources/SessionCore/SessionCore.docc",
    ]
    .flatMap { folder in
      let names =
        (try? files.contentsOfDirectory(atPath: "\(SourceTree.root.path)/\(folder)")) ?? []
      return names.filter { $0.hasSuffix(".md") }.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }
    return found.sorted()
  }()

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(SourceTree.root.path)/\(path)")
  }

  @Test(arguments: ["README.md", "Documentation/Architecture.md"])
  func `the diagram of targets is what Package swift declares`(path: String) {
    let package = SourceTree.text(of: "Package.swift")
    let systems = package.matches(of: /systemLibrary\(\s*name: "(\w+)"/).map { String($0.1) }
    var dependencies = PackageManifest(package).dependencies
      .filter { ImportTable.sources[$0.key] != nil }
    for name in systems { dependencies[name] = [] }
    #expect(systems.count > 5 && dependencies.count > 20)
    let diagram = FloorDiagram(SourceTree.text(of: path), names: Set(dependencies.keys))
    #expect(diagram.floors.count == 10)
    #expect(diagram.contradictions(to: dependencies) == [])
  }

  @Test func `a diagram that contradicts is seen`() {
    let names: Set = ["A", "B", "C", "D"]
    let page =
      "# x\n```\ntop      A                                       A wires\n1        B  C\n         D\n```\n"
    let diagram = FloorDiagram(page, names: names)
    #expect(diagram.floors == [["A"], ["B", "C", "D"]])
    #expect(diagram.contradictions(to: ["A": ["B"], "B": []]) == [])
    #expect(
      diagram.contradictions(to: ["B": ["A"], "C": ["D"], "E": []])
        == [
          "B imports A, which is not below it", "C imports D, which is not below it",
          "E is missing",
        ]
    )
  }

  @Test func `every link between pages leads to a file`() {
    #expect(
      Self.pages.contains("README.md") && Self.pages.contains("Documentation/Architecture.md")
    )
    for page in Self.pages {
      let folder = page.split(separator: "/").dropLast().joined(separator: "/")
      for link in SourceTree.text(of: page).matches(of: /\]\(([^)#:\s]+)(?:#[^)]*)?\)/) {
        let path = folder.isEmpty ? String(link.1) : "\(folder)/\(link.1)"
        #expect(exists(path), "\(page) links to \(link.1)")
      }
    }
  }

  @Test func `what CONTRIBUTING names is there`() {
    let page = SourceTree.text(of: "CONTRIBUTING.md")
    let words = page.matches(of: /`([\w.\/+-]+)`/).map { String($0.1) }
    let files = words.filter { $0.hasSuffix(".swift") || $0.hasPrefix("Sources/") }
    let suites = words.filter { $0.hasSuffix("Tests") && !$0.contains("/") }
      .compactMap { $0.split(separator: ".").last }
    #expect(files.count > 20 && suites.count > 20)
    let paths = SourceTree.files.map { "/\($0.path)" } + ["/Package.swift"]
    for name in files {
      #expect(
        paths.contains { $0.hasSuffix("/\(name)") || $0.hasPrefix("/\(name)/") } || exists(name),
        "\(name)"
      )
    }
    for name in Set(suites) where name != "SourceTests" {
      #expect(paths.contains { $0.hasSuffix("/\(name).swift") }, "\(name)")
    }
    // A suite, and the start of a test's name or, around an ellipsis, its start and its end.
    for row in page.matches(of: /`(\w+Tests)`, \*([^*…]+)(?:…([^*]+))?\*/) {
      let suite = SourceTree.files.first { $0.path.hasSuffix("/\(row.1).swift") }
      let lines = suite?.text.split(separator: "\n").filter { $0.contains("func `\(row.2)") } ?? []
      #expect(lines.contains { $0.contains("\(row.3 ?? row.2)`") || row.3 == nil }, "\(row.2)")
    }
  }

  @Test func `comments name only pages that are in the repository`() {
    let known = Set(Self.pages.flatMap { [$0, String($0.split(separator: "/").last ?? "")] })
    let name = /[\w\/.-]*\w\.md\b/
    for file in SourceTree.files {
      for line in file.text.split(separator: "\n")
      where line.drop(while: \.isWhitespace).hasPrefix("//") {
        for name in line.matches(of: name) {
          #expect(known.contains(String(name.output)), "\(file.path): \(line)")
        }
        #expect(!line.contains("design/"), "\(file.path): \(line)")
      }
    }
  }

  @Test func `every acceptance row of the session core is described once, in order`() {
    let page = SourceTree.text(of: "Documentation/SessionCore.md")
    let rows = page.matches(of: /\n\| (\d+) \| [^|]+ \|/).compactMap { Int($0.1) }
    #expect(rows == AcceptanceRows.all.sorted())
  }
}
