/// The program of an expression over characters, with what makes it run fast.
final class CharacterProgram: Sendable {
  let instructions: [RegexInstruction]
  let consumers: [Consumer]
  /// Whether group 1 exists.
  let hasGroup: Bool

  /// The program of an expression.
  ///
  /// - Throws: that it is too large, as repetitions of repetitions can be.
  init(of node: RegexNode<RegexSet>, hasGroup: Bool) throws(RegularExpression.ParsingError) {
    do throws(RegexProgram<RegexSet>.TooLarge) {
      let program = try RegexProgram(of: node)
      instructions = program.instructions
      consumers = program.sets.map { Consumer($0) }
    } catch {
      throw RegularExpression.ParsingError(
        message: "the regular expression is too large",
        isUnusable: true
      )
    }
    self.hasGroup = hasGroup
  }

  /// A set with its members among ASCII as bits.
  struct Consumer: Sendable {
    private let low: UInt64
    private let high: UInt64
    private let set: RegexSet

    init(_ set: RegexSet) {
      self.set = set
      var bits: [UInt64] = [0, 0]
      for value in 0..<128 as Range<UInt8> where set.contains(Character(Unicode.Scalar(value))) {
        bits[Int(value >> 6)] |= 1 << UInt64(value & 63)
      }
      (low, high) = (bits[0], bits[1])
    }

    func contains(ascii value: UInt8) -> Bool {
      (value < 64 ? low : high) >> UInt64(value & 63) & 1 == 1
    }

    func contains(_ character: Character) -> Bool { set.contains(character) }
  }
}
