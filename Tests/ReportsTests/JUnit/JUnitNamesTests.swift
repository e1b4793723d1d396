import RunEvents
import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct JUnitNamesTests {
  @Test(arguments: [
    ("scenarios/orders.scenario.yaml", "scenarios.orders"), ("orders.yml", "orders"),
    ("./a/b.json", "a.b"), ("/tmp/x.scenario.yaml", "tmp.x"), ("../up/x.yaml", "up.x"),
    ("v1.2/orders.scenario.yaml", "v1_2.orders"), ("", "file"),
  ])
  func `a path is a dotted class`(path: String, dotted: String) {
    #expect(JUnitNames.dotted(path) == dotted)
  }

  @Test func `dots and slashes of a scenario's name are replaced`() {
    let scenario = EventFixture.scenario(0, "GET http://h/v1.2/x")
    #expect(JUnitNames.classname(of: scenario) == "scenarios.orders.GET http:__h_v1_2_x")
  }

  @Test func `the label of a row is cut`() {
    let scenario = EventFixture.scenario(0, row: String(repeating: "x", count: 100))
    let name = JUnitNames.name(of: scenario.steps[0], in: scenario)
    #expect(name == "create an order [\(String(repeating: "x", count: 79))…]")
  }

  @Test func `ordinals count the repeats before`() {
    let steps = ["a", "b", "a"].enumerated().map { EventFixture.step($0.offset, $0.element) }
    let first = EventFixture.scenario(0, turn: 1, steps: steps)
    let second = EventFixture.scenario(1, turn: 2, steps: steps)
    #expect(JUnitNames.ordinals(of: first) == [1, 1, 2])
    #expect(JUnitNames.ordinals(of: second) == [3, 2, 4])
  }
}
