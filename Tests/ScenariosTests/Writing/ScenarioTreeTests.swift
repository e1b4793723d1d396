import Diagnostics
import Documents
import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct ScenarioTreeTests {
  private let file = SourceFile(path: "a.hurl", text: "GET http://a\nHTTP 200\n")

  @Test func `a tree made of a node gives the node with its places and notes`() throws {
    let (first, second) = (file.range(0..<3), file.range(13..<21))
    let path = ScenarioNode(.value(.string("a.pem")), at: second, comments: ["kept"], isPath: true)
    let object = ScenarioNode(.value(["a": [1, nil, "${b}"]]), at: first)
    let root = ScenarioNode(
      .map([
        .init(ScenarioNode(.value(.string("ca")), at: first), path),
        .init(ScenarioNode(.value(.string("x")), at: first), object),
      ]),
      at: first
    )
    let node = ScenarioNode(ScenarioTree(root))
    #expect(node.summary == #"{"ca": "a.pem", "x": {"a": [1, null, "${b}"]}}"#)
    guard case .map(let entries) = node.content else {
      Issue.record("\(node.summary)")
      return
    }
    #expect(entries.map(\.value.range) == [second, first])
    #expect(entries.map(\.value.isPath) == [true, false])
    #expect(entries.map(\.value.comments) == [["kept"], []])
  }

  @Test func `a tree made row by row reads as YAML does`() {
    var tree = ScenarioTree(of: file)
    let range = file.range(0..<3)
    let items = [
      tree.add(ScenarioNode(.template("${a} b"), at: range)),
      tree.add(ScenarioNode(.value(.string("${a}")), at: range)),
    ]
    let list = tree.list(items, at: range)
    let entries = [
      tree.entry("list", list, at: range),
      tree.entry("count", ScenarioNode(.value(7), at: range)),
    ]
    let map = tree.map(entries, at: range)
    tree.root = map
    #expect(ScenarioNode(tree).summary == #"{"list": [template "${a} b", "${a}"], "count": 7}"#)
    let root = tree.yaml
    #expect(root.range == range && !root.tree.isWritten)
    // A node that was added but stands nowhere is not in the tree.
    tree.root = list
    #expect(ScenarioNode(tree).summary == #"[template "${a} b", "${a}"]"#)
  }
}
