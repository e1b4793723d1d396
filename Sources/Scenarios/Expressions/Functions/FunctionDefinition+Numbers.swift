import Documents
import Encodings

extension FunctionDefinition {
  static let numbers = [
    FunctionDefinition(
      "round",
      ["number", "digits?"],
      "The number rounded to so many digits behind the point (0), halves away from zero.",
      example: "round(2.345, 2)  # 2.35"
    ) { arguments throws(FunctionFailure) in
      let digits = arguments.count > 1 ? try arguments.count(1, atMost: 1000) : 0
      return .number(try rounded(arguments.number(0), to: digits, .halfAwayFromZero))
    },
    FunctionDefinition(
      "int",
      ["value"],
      "The whole part of a number, also of one that is written as text.",
      example: "int('12')  # 12"
    ) { arguments throws(FunctionFailure) in
      let number = try read(arguments)
      return .number(try rounded(number, to: 0, .towardZero))
    },
    FunctionDefinition(
      "to_int",
      ["value"],
      "As int, but a text must be a whole number of 64 bits, without spaces or a fraction.",
      example: "to_int('12')  # 12"
    ) { arguments throws(FunctionFailure) in
      guard let text = arguments[0].string else {
        return .number(try rounded(read(arguments), to: 0, .towardZero))
      }
      guard let number = Int(text) else {
        throw FunctionFailure("not a whole number: \"\(text)\"", argument: 0)
      }
      return .number(JSONNumber(number))
    },
    FunctionDefinition(
      "float",
      ["value"],
      "The number, also of one that is written as text.",
      example: "float('1.5')  # 1.5"
    ) { arguments throws(FunctionFailure) in .number(try read(arguments)) },
  ]

  private static func rounded(
    _ number: JSONNumber,
    to digits: Int,
    _ rule: JSONNumber.Rounding
  ) throws(FunctionFailure) -> JSONNumber {
    do throws(JSONArithmeticError) {
      return try number.rounded(to: digits, rule: rule)
    } catch {
      throw FunctionFailure(error.message, argument: 0)
    }
  }

  private static func read(_ arguments: FunctionArguments) throws(FunctionFailure) -> JSONNumber {
    if case .number(let number) = arguments[0] { return number }
    guard let text = arguments[0].string else {
      throw arguments.unfit(0, wanted: "a number or a text")
    }
    var digits = text.trimmed[...]
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits.removeFirst() }
    while digits.hasPrefix("0"), let next = digits.dropFirst().first, next.isNumber {
      digits.removeFirst()
    }
    guard let number = JSONNumber(parsing: (isNegative ? "-" : "") + digits) else {
      throw FunctionFailure("not a number: \"\(text)\"", argument: 0)
    }
    return number
  }
}
