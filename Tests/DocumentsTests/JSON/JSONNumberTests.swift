import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONNumberTests {
  private func number(_ text: String) throws -> JSONNumber {
    try #require(JSONNumber(parsing: text))
  }

  @Test(arguments: [
    "0", "-0", "1", "-1", "1.10", "0.05", "-0.0", "1E5", "1e-7", "123456789012345678901234567890",
    "0.000000000000000000000000001", "9999999999999999999", "18446744073709551616", "1e999999999",
  ])
  func `a number keeps its spelling`(text: String) throws {
    #expect(try number(text).literal == text)
  }

  @Test(arguments: ["", "-", "01", "1.", ".5", "+1", "1e", "1e+", "0x1", "1 ", " 1", "NaN", "--1"])
  func `what is not one JSON number is no number`(text: String) {
    #expect(JSONNumber(parsing: text) == nil)
  }

  @Test(arguments: [
    ("1", "1.0"), ("1", "10e-1"), ("0", "-0.000"), ("0", "0e999999999999"), ("100", "1e2"),
    ("123456789012345678901234567890", "12345678901234567890123456789e1"),
    ("1e1000000000000000000000", "10e999999999999999999999"), ("0.001", "1e-3"),
  ])
  func `equal values are equal and hash alike, however spelled`(left: String, right: String) throws
  {
    #expect(try number(left) == number(right))
    #expect(try number(left).hashValue == number(right).hashValue)
  }

  @Test(arguments: [
    ("9007199254740992", "9007199254740993"), ("-1", "0"), ("-2", "-1"),
    ("0.1", "0.10000000000001"),
    ("1e999999998", "1e999999999"), ("-1e999999999", "-1e999999998"), ("1e-999999999", "1e-999"),
    ("0", "1e-999999999999"), ("99999999999999999999.5", "1e20"), ("-1e5", "1e-5"),
  ])
  func `order goes by value`(left: String, right: String) throws {
    #expect(try number(left) < number(right))
    #expect(try !(number(right) < number(left)))
    #expect(try number(left) != number(right))
  }

  @Test func `whole numbers and doubles are read from any spelling`() throws {
    #expect(try number("1e3").int == 1000)
    #expect(try number("-9223372036854775808").int == .min)
    #expect(try number("9223372036854775808").int == nil)
    #expect(try number("1.5").int == nil)
    #expect(try number("1.0").isInteger)
    #expect(try !number("1e-999999999").isInteger)
    #expect(try number("0.1").double == 0.1)
    #expect(try number("1e400").double == .infinity)
    #expect(JSONNumber(Double(5))?.literal == "5")
    #expect(JSONNumber(Double("1e300") ?? 0)?.double == 1e300)
    #expect(JSONNumber(Double.nan) == nil)
  }

  @Test(arguments: [
    ("0.1", "0.2", "0.3"), ("1", "-1", "0"), ("999999999", "1", "1000000000"),
    ("123456789012345678901234567890", "1", "123456789012345678901234567891"),
    ("1e30", "-1", "999999999999999999999999999999"), ("-0.5", "0.25", "-0.25"),
    ("1000000000000000000", "-1", "999999999999999999"),
  ])
  func `sums are exact`(left: String, right: String, sum: String) throws {
    #expect(try number(left).adding(number(right)).literal == sum)
    #expect(try number(sum).subtracting(number(right)) == number(left))
  }

  @Test(arguments: [
    ("1", "3", "0.3333333333333333333333333333333333"),
    ("2", "3", "0.6666666666666666666666666666666667"),
    ("10", "4", "2.5"), ("-7", "2", "-3.5"), ("1e20", "1e10", "10000000000"),
    (
      "121932631137021795226185032733622923332237463801111263526900",
      "987654321098765432109876543210",
      "123456789012345678901234567890"
    ),
    ("1", "123456789123456789123456789", "8.10000006561000059705100544126415e-27"),
    // An estimate of a digit is one too large here and is corrected behind the subtraction.
    (
      "366836720385151021157832192815552984", "627756287000000000999999606",
      "584361682.9999999993205496005714334"
    ),
  ])
  func `quotients are exact or have 34 digits`(left: String, right: String, result: String) throws {
    #expect(try number(left).divided(by: number(right)).literal == result)
  }

  @Test(arguments: [
    ("7", "3", "1"), ("-7", "3", "-1"), ("7.5", "2", "1.5"), ("1", "0.1", "0"), ("1e30", "7", "1"),
    ("123456789012345678901234567890123", "98765432109876543210", "81300000008130000000813"),
  ])
  func `products and remainders are exact`(left: String, right: String, remainder: String) throws {
    let quotient = try number(left).divided(by: number(right)).rounded(rule: .towardZero)
    let rest = try number(left).remainder(dividingBy: number(right))
    #expect(try quotient.multiplied(by: number(right)).adding(rest) == number(left))
    if remainder.count < 10 { #expect(rest.literal == remainder) }
  }

  @Test(arguments: [
    ("2.5", 0, "3"), ("-2.5", 0, "-3"), ("1.005", 2, "1.01"), ("1234", -2, "1200"), ("0.4", 0, "0"),
    ("99.95", 1, "100"), ("1e-999999999", 3, "0"), ("50", -2, "100"), ("5", -3, "0"),
  ])
  func `rounding goes to the nearest, halves away from zero`(
    text: String,
    places: Int,
    result: String
  ) throws {
    #expect(try number(text).rounded(to: places).literal == result)
  }

  @Test func `floor goes down and other rules their way`() throws {
    #expect(try number("-0.5").floor() == -1)
    #expect(try number("1e-999999999").floor() == 0)
    #expect(try number("-1e-999999999").floor() == -1)
    #expect(try number("2.5").rounded(rule: .halfEven) == 2)
    #expect(try number("2.5000001").rounded(rule: .halfEven) == 3)
    #expect(try number("2.51").rounded(rule: .halfEven) == 3)
    #expect(try number("2.500").rounded(rule: .halfEven) == 2)
    #expect(try number("2.1").rounded(rule: .up) == 3)
  }

  @Test(arguments: [
    // Behind 2^53 one division of doubles would round twice.
    ("100693156.97783869", 100693156.9778387), ("170.53481303132073", 170.53481303132074),
    ("90.07199254740993", 90.07199254740993), ("-9.090111628771871", -9.09011162877187),
    ("9007199254740993", 9_007_199_254_740_992), ("0.1", 0.1),
  ])
  func `the double is the nearest one`(text: String, double: Double) throws {
    #expect(try number(text).double == double)
  }

  @Test func `a result has as many digits as it may have`() throws {
    let nines = try number(String(repeating: "9", count: JSONNumber.longestResult))
    let short = try number(String(repeating: "9", count: JSONNumber.longestResult - 1))
    #expect(try nines.subtracting(1).literal.hasSuffix("98e\(JSONNumber.longestResult - 1)"))
    #expect(try short.multiplied(by: 3).literal.utf8.count > JSONNumber.longestResult)
    #expect(throws: JSONArithmeticError.self) { try nines.adding(number("0.5")) }
  }

  @Test func `absurd results are errors and not work`() throws {
    let huge = try number("1e999999999")
    #expect(throws: JSONArithmeticError.self) { try huge.adding(1) }
    #expect(throws: JSONArithmeticError.self) { try huge.multiplied(by: huge) }
    #expect(try huge.remainder(dividingBy: 7) == 6)
    #expect(try huge.negated.remainder(dividingBy: 70) == -20)
    #expect(throws: JSONArithmeticError.self) { try number("1").divided(by: number("0.0")) }
    #expect(try huge.divided(by: huge) == 1)
  }
}
