import Testing

/// A text that a fence must let pass or must stop.
private struct Sample: Sendable, CustomTestStringConvertible {
  var path: String
  var text: String
  var testDescription: String { "\(path): \(text.prefix(60))" }

  init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
  }

  var breaches: [String] {
    let file = SourceText(path: path, text: text)
    return Fence.all.flatMap { $0.breaches(file) }
  }
}

@Suite(.timeLimit(.minutes(5))) struct FenceTests {
  @Test(arguments: Fence.all)
  func `every source file keeps the fence`(fence: Fence) {
    #expect(SourceTree.files.flatMap(fence.breaches) == [])
  }

  @Test func `the tree is found`() {
    let targets = Set(SourceTree.files.map(\.target))
    #expect(targets.isSuperset(of: ["Locks", "TestSupport", "SourceTests"]))
  }

  @Test(arguments: [
    Sample("Sources/Engine/A.swift", "final class A: @unchecked Sendable {}"),
    Sample("Sources/Engine/A.swift", "@_exported import Documents"),
    Sample("Sources/Engine/A.swift", "let a = try! b()"),
    Sample("Sources/Engine/A.swift", "let a = b as! Int"),
    Sample("Sources/Engine/A.swift", "fatalError(\"no\")"),
    Sample("Sources/Engine/A.swift", "nonisolated(unsafe) var a = 1"),
    Sample("Tests/EngineTests/A.swift", "nonisolated(unsafe) var a = 1"),
    Sample("Sources/SessionCore/A.swift", "set(CURLOPT_URL)"),
    Sample("Sources/Engine/A.swift", "let a = Mutex<Int>(1)"),
    Sample("Sources/Engine/A.swift", "let a = Mutex(1)"),
    Sample("Sources/Engine/A.swift", "let a = \"\\(try! b())\""),
    Sample("Tests/EngineTests/A.swift", "import Testing\nstruct A {\n  @Test func b() {}\n}"),
    Sample(
      "Tests/EngineTests/A.swift",
      "@Suite struct A {\n  @Test(arguments: [1]) func b() {}\n}"
    ),
    Sample("Tests/EngineTests/A.swift", "@Suite(.serialized)\nstruct A {\n  @Test func b() {}\n}"),
    Sample("Tests/EngineTests/A.swift", "@Test func b() {}"),
    Sample("Sources/Engine/Utils/A.swift", ""),
    Sample("Sources/Engine/Deep/Helpers/A.swift", ""),
    Sample("Sources/Engine/A.swift", "// TO" + "DO: later"),
    Sample("Sources/Engine/A.swift", "// FIX" + "ME"),
    Sample("Sources/Engine/A.swift", "// X" + "XX"),
    Sample("Tests/EngineTests/A.swift", "let folder = \"/wo" + "rk/main\""),
    Sample("Sources/Engine/A.swift", "let a = \"/opt/" + "swift-packages\""),
    Sample("Sources/Unknown/A.swift", ""),
    Sample("Sources/Engine/A.swift", "import Foundation"),
    Sample("Sources/Engine/A.swift", "import Reports"),
    Sample("Sources/Reports/A.swift", "public import Engine"),
    Sample("Sources/Engine/A.swift", "import CCurl"),
    Sample("Sources/Documents/A.swift", "import COpenSSL"),
    Sample("Sources/SessionCore/A.swift", "import struct CLibXML2.xmlNode"),
    Sample("Sources/Engine/A.swift", "import Locks; import CYAML"),
    Sample("Sources/Engine/A.swift", "@preconcurrency private import NIOCore"),
    Sample("Sources/Engine/A.swift", "#if os(Linux)\n  import Testing\n#endif"),
    Sample("Tests/LocksTests/A.swift", "@testable import Documents"),
    Sample("Tests/LocksTests/A.swift", "import TestSupport"),
  ])
  private func `a breach is seen`(sample: Sample) {
    #expect(sample.breaches.count == 1)
  }

  @Test(arguments: [
    Sample("Sources/Engine/A.swift", "// why `try!` and fatalError( are not used here"),
    Sample("Sources/Engine/A.swift", "/* @unchecked Sendable /* try! */ as! */ let a = 1"),
    Sample("Sources/Engine/A.swift", "let a = \"try! \\\" import Foundation\""),
    Sample("Sources/Engine/A.swift", "let a = #\"as! \" import Reports\"#"),
    Sample("Sources/Engine/A.swift", "let a = \"\"\"\n  import Foundation\n  \"\"\""),
    Sample("Sources/Engine/A.swift", "// a-" + String(repeating: "X", count: 6)),
    Sample("Sources/Engine/A.swift", "public import Documents\nimport struct SessionCore.URI"),
    Sample("Sources/Locks/A.swift", "import Glibc\nnonisolated(unsafe) let a = 1"),
    Sample("Sources/CurlTransport/A.swift", "import CCurl\nset(CURLOPT_URL)"),
    Sample(
      "Tests/EngineTests/A.swift",
      "import Foundation\nimport Testing\n@testable import Engine"
    ),
    Sample("Tests/TestSupport/A.swift", "import NIOTLS\n"),
    Sample(
      "Tests/EngineTests/A.swift",
      "@Suite(.timeLimit(.minutes(5))) struct A {\n  @Test func b() {}\n}\nstruct C {}"
    ),
    Sample(
      "Tests/EngineTests/A.swift",
      "@Suite(.serialized, .timeLimit(.minutes(1)))\nstruct A {\n  @Test func b() {}\n}"
    ),
    Sample("Tests/EngineTests/A.swift", "extension A {\n  @Test func b() {}\n}"),
  ])
  private func `what is allowed passes`(sample: Sample) {
    #expect(sample.breaches == [])
  }
}
