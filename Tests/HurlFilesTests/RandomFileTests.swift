import Diagnostics
import Documents
import HurlFiles
import Scenarios
import TestSupport
import Testing

/// Files made at random from the grammar.
@Suite(.timeLimit(.minutes(5))) struct RandomFileTests {
  private let frontEnd = HurlFrontEnd()

  @Test(arguments: 0..<5)
  func `what is written of a file in YAML reads as the same tree`(part: UInt64) throws {
    var files = RandomHurlFile(seed: 40 + part)
    var trees = 0
    for _ in 0..<150 {
      let text = files.text(base: "{{host}}")
      let (tree, diagnostics) = frontEnd.read(SourceFile(path: "suite/a.hurl", text: text))
      guard let root = tree.map(ScenarioNode.init) else {
        #expect(diagnostics.contains { $0.severity == .error }, "\(text)")
        continue
      }
      trees += 1
      let written = ScenarioWriter().text(of: root)
      let read = YAMLData.read(SourceFile(path: "a.scenario.yaml", text: written))
      #expect(read.value == root.written, "\(text)\n\(written)")
    }
    #expect(trees > 100)
  }

  @Test(arguments: [1, 2, 7])
  func `pieces of a file together are the whole file`(count: Int) throws {
    var files = RandomHurlFile(seed: 90)
    var cut = 0
    for _ in 0..<100 {
      let text = files.text(base: "{{host}}")
      let file = SourceFile(path: "suite/a.hurl", text: "\(text)\n\(text)\n\(text)")
      let whole = frontEnd.read(file)
      var pieces: [ScenarioNode] = []
      let diagnostics = frontEnd.read(file, inPiecesOf: count) { pieces.append(ScenarioNode($0)) }
      #expect(diagnostics == whole.diagnostics)
      guard let root = whole.tree.map(ScenarioNode.init)?.written else { continue }
      var steps: [JSONValue] = []
      for (place, piece) in pieces.enumerated() {
        guard case .array(let part)? = place == 0 ? piece.written?["steps"] : piece.written else {
          Issue.record("piece \(place) has no steps")
          continue
        }
        // An entry with variables is several steps, and is not cut.
        #expect(place == pieces.count - 1 || part.count >= count)
        steps += part
      }
      #expect(.array(steps) == root["steps"])
      #expect(pieces.first?.written?["defaults"] == root["defaults"])
      #expect(pieces.first?.written?["scenario"] == root["scenario"])
      #expect(pieces.first?.written?["tags"] == root["tags"])
      if pieces.count > 1 { cut += 1 }
    }
    #expect(cut > 20)
  }

  @Test func `the generator makes files that are right`() {
    var files = RandomHurlFile(seed: 7)
    for _ in 0..<500 {
      let text = files.text(base: "{{host}}")
      let (file, diagnostics) = HurlParser.parse(SourceFile(path: "a.hurl", text: text))
      #expect(file != nil, "\(text)\n\(diagnostics.map(\.message))")
    }
  }
}

extension ScenarioNode {
  /// The value that YAML has for the tree: a text in which `${` means nothing has it as `$${`.
  fileprivate var written: JSONValue? {
    switch content {
    case .value(.string(let text)): .string(text.replacing("${", with: "$${"))
    case .value(let value): value
    case .template(let text), .spelled(let text): .string(text)
    case .list(let items): .array(items.compactMap(\.written))
    case .map(let entries):
      .object(
        JSONObject(
          entries.compactMap { entry in
            guard case .string(let key)? = entry.key.written, let value = entry.value.written else {
              return nil
            }
            return (key, value)
          }
        )
      )
    }
  }
}
