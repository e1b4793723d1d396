import Diagnostics
import Encodings

extension HurlReader {
  /// Reads `{{…}}`.
  ///
  /// - Parameter isInText: whether what follows the name up to `}}` is ignored.
  /// - Returns: the placeholder.
  /// - Throws: when a name or the end on the same line is missing, or an argument of a function.
  mutating func readPlaceholder(isInText: Bool) throws(Diagnostic) -> HurlPlaceholder {
    let start = position
    position += 2
    skipSpaces()
    guard let name = readName() else {
      throw expected("the name of a variable in {{…}}", hint: "write it as {{name}}")
    }
    let expression: HurlPlaceholder.Expression
    if let function = HurlFunction(rawValue: name.value) {
      expression = .function(
        Spelled(function, at: name.range),
        arguments: try readArguments(of: function)
      )
    } else {
      expression = .variable(name)
    }
    skipSpaces()
    if isInText {
      while let byte = current, byte != UInt8(ascii: "\n"), !has("}}") { position += 1 }
    }
    guard skip("}}") else {
      if isInText || isAtLineEnd {
        throw error(
          "expected }} behind {{ on the same line",
          at: start..<start + 2,
          hint: "write a placeholder as {{name}}"
        )
      }
      throw expected("}} behind the name of a variable")
    }
    return HurlPlaceholder(expression: expression, range: range(from: start))
  }

  /// Reads letters, digits, `_` and `-`.
  ///
  /// - Returns: `nil` when none comes next.
  mutating func readName() -> Spelled<String>? {
    let start = position
    while let byte = current {
      let isMark = byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      let length = isMark ? 1 : lengthOfLetter
      guard length > 0 else { break }
      position += length
    }
    guard position > start else { return nil }
    return Spelled(spelling(from: start), at: range(from: start))
  }

  private mutating func readArguments(
    of function: HurlFunction
  ) throws(Diagnostic) -> [Spelled<Int>] {
    var arguments: [Spelled<Int>] = []
    for parameter in function.parameters {
      skipSpaces()
      guard let number = try readInteger() else {
        throw expected("\(parameter), a whole number, behind \(function.rawValue)")
      }
      arguments.append(number)
    }
    return arguments
  }

  /// Reads a whole number, perhaps below zero.
  ///
  /// - Returns: `nil` when none comes next; nothing is read then.
  /// - Throws: when it has more than 64 bits.
  mutating func readInteger() throws(Diagnostic) -> Spelled<Int>? {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    guard current?.isASCIIDigit == true else {
      position = start
      return nil
    }
    while current?.isASCIIDigit == true { position += 1 }
    guard let number = Int(spelling(from: start)) else {
      throw error("a whole number beyond 64 bits", at: start..<position)
    }
    return Spelled(number, at: range(from: start))
  }
}
