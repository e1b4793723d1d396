import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct RandomStreamTests {
  @Test func `one seed and one place draw the same, another place draws otherwise`() {
    let path = RandomPath(seed: 7).appending(1).appending(2)
    let first = RandomStream(at: path.appending(3))
    let same = RandomStream(at: path.appending(3))
    let other = RandomStream(at: path.appending(4))
    let draws = (0..<4).map { _ in first.next() }
    #expect(draws == (0..<4).map { _ in same.next() })
    #expect(draws != (0..<4).map { _ in other.next() })
    #expect(Set(draws).count == 4)
  }

  @Test func `a text stands for the same number on every machine`() {
    #expect(RandomPath.number(of: "scenarios/orders.scenario.yaml") == 0x92B7_7AFC_0067_0381)
  }
}
