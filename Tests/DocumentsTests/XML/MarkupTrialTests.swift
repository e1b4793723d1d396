import Documents
import Foundation
import Synchronization
import Testing

/// Documents that are tried in a child process while other threads use libxml2.
@Suite(.timeLimit(.minutes(5))) struct MarkupTrialTests {
  private final class Ending: Sendable { let isOver = Atomic<Bool>(false) }

  @Test func `a lock that another thread holds does not hold the child up`() throws {
    let ending = Ending()
    for _ in 0..<3 {
      Thread.detachNewThread {
        while !ending.isOver.load(ordering: .relaxed) {
          _ = try? HTMLDocument(parsing: Array("<p id='a'>x</p>".utf8))
        }
      }
    }
    defer { ending.isOver.store(true, ordering: .relaxed) }
    let long = Array(("<p>" + String(repeating: "x", count: 64 << 10) + "<p id='a'>y</p>").utf8)
    let last = try XPath(parsing: "string(//p[@id])")
    for _ in 0..<12 {
      #expect(try HTMLDocument(parsing: long).evaluate(last) == .string("y"))
    }
  }
}
