import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct TextPatternQueryTests {
  @Test(
    arguments: [
      ("order (\\d+)", "42"), ("order \\d+", "order 42"), ("gone", nil), ("(x)?order", nil),
    ] as [(String, String?)]
  )
  func `group 1 is taken, or the whole`(pattern: String, piece: String?) throws {
    let subject = try TextPatternQuery(pattern).subject(in: "the order 42 was made")
    if case .single(.string(let text)) = subject.content {
      #expect(text == piece)
    } else {
      #expect(piece == nil)
    }
  }

  @Test func `a wrong pattern is a mistake`() {
    #expect(throws: QueryError.self) { _ = try TextPatternQuery("[") }
  }
}
