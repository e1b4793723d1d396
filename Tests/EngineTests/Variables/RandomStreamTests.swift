import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct RandomStreamTests {
  @Test func `one seed and one place draw the same, another place draws otherwise`() {
    let first = RandomStream(seed: 7, path: [1, 2, 3])
    let same = RandomStream(seed: 7, path: [1, 2, 3])
    let other = RandomStream(seed: 7, path: [1, 2, 4])
    let draws = (0..<4).map { _ in first.next() }
    #expect(draws == (0..<4).map { _ in same.next() })
    #expect(draws != (0..<4).map { _ in other.next() })
    #expect(Set(draws).count == 4)
  }

  @Test func `a text stands for the same number on every machine`() {
    #expect(RandomStream.number(of: "scenarios/orders.scenario.yaml") == 0x92B7_7AFC_0067_0381)
  }
}
