import Documents
import Testing

/// Random calculations held against other ways to calculate the same.
@Suite(.timeLimit(.minutes(5))) struct JSONNumberPropertyTests {
  private func digits(_ count: Int, _ generator: inout some RandomNumberGenerator) -> String {
    let first = String(Int.random(in: 1...9, using: &generator))
    return first
      + (1..<max(count, 1)).map { _ in
        // Long runs of nines and zeros find mistakes of carrying.
        ["0", "9", String(Int.random(in: 0...9, using: &generator))].randomElement(
          using: &generator
        ) ?? ""
      }.joined()
  }

  @Test(arguments: 0..<200)
  func `quotient times divisor plus remainder is the dividend`(seed: Int) throws {
    var generator = Generator(state: UInt64(seed) &* 7919 &+ 1)
    let long = digits(Int.random(in: 1...120, using: &generator), &generator)
    let short = digits(Int.random(in: 1...60, using: &generator), &generator)
    let scale = Int.random(in: 0...5, using: &generator)
    let dividend = try #require(JSONNumber(parsing: "\(long)e-\(scale)"))
    let divisor = try #require(JSONNumber(parsing: short))
    let remainder = try dividend.remainder(dividingBy: divisor)
    #expect(remainder >= 0)
    #expect(remainder < divisor)
    let whole = try dividend.subtracting(remainder)
    #expect(try whole.isMultiple(of: divisor))
    let quotient = try dividend.divided(by: divisor)
    let back = try quotient.multiplied(by: divisor).subtracting(dividend).absolute
    // 34 digits: the error is below one unit of the last of them.
    let tolerance = try dividend.multiplied(by: #require(JSONNumber(parsing: "1e-33")))
    #expect(back <= tolerance)
  }

  @Test(arguments: 0..<200)
  func `small calculations agree with integers`(seed: Int) throws {
    var generator = Generator(state: UInt64(seed) &* 104729 &+ 3)
    let left = Int.random(in: -1_000_000_000...1_000_000_000, using: &generator)
    let right = Int.random(in: -1_000_000_000...1_000_000_000, using: &generator)
    #expect(try JSONNumber(left).adding(JSONNumber(right)).int == left + right)
    #expect(try JSONNumber(left).multiplied(by: JSONNumber(right)).int == left * right)
    #expect((JSONNumber(left) < JSONNumber(right)) == (left < right))
    if right != 0 {
      #expect(try JSONNumber(left).remainder(dividingBy: JSONNumber(right)).int == left % right)
    }
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var word = state
      word ^= word >> 33
      word = word &* 0xFF51_AFD7_ED55_8CCD
      return word ^ word >> 33
    }
  }
}
