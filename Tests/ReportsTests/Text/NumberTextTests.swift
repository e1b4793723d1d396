import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct NumberTextTests {
  @Test(arguments: [
    (0.0, "0.000"), (0.0004, "0.000"), (0.0005, "0.001"), (1.5, "1.500"), (1234.5678, "1234.568"),
    (-1, "0.000"), (.nan, "0.000"), (.infinity, "0.000"), (1e-12, "0.000"),
    (1e9, "1000000000.000"),
  ])
  func `seconds have three decimals and no exponent`(value: Double, text: String) {
    #expect(NumberText.fixed(value, 3) == text)
  }

  @Test(arguments: [
    (0.0, "0 ms"), (0.000_1, "0.10 ms"), (0.012, "12 ms"), (0.999, "999 ms"), (0.9996, "1.00 s"),
    (1.2, "1.20 s"), (184, "3 min 4 s"), (.nan, "0 ms"), (1e300, "16666666666 min 40 s"),
  ])
  func `a duration has a unit that suits it`(seconds: Double, text: String) {
    #expect(NumberText.duration(seconds) == text)
  }
}
