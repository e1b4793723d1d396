import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct RegularExpressionCheckingTests {
  @Test func `one pattern serves many tasks at once`() async throws {
    let pattern = try RegularExpression(checking: "b(\\d+)")
    let right = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          pattern.capture(in: "ab\(number)c") == .found("\(number)")
            && pattern.search("x\(number)") == .missing
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(right)
  }

  @Test func `a pattern is searched, not anchored`() throws {
    #expect(try RegularExpression(checking: "b").search("abc") == .found(nil))
    #expect(try RegularExpression(checking: "^b").search("abc") == .missing)
    #expect(try RegularExpression(checking: "").search("abc") == .found(nil))
  }
}
