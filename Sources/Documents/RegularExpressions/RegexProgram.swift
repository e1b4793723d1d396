/// A regular expression as instructions of a machine that follows all ways at once.
final class RegexProgram: Sendable {
  private static let longest = 20_000

  enum Instruction: Sendable {
    /// Go on after a character of a set.
    case consume(set: Int)
    /// Go on at both places, the first preferred.
    case split(Int, Int)
    case jump(Int)
    case assert(RegexAssertion)
    /// Note the place: group 1 starts, or ends.
    case mark(isEnd: Bool)
    case accept
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

  let instructions: [Instruction]
  let consumers: [Consumer]
  /// Whether group 1 exists.
  let hasGroup: Bool

  /// The program of an expression.
  ///
  /// - Throws: that it is too large, as repetitions of repetitions can be.
  init(of node: RegexNode, hasGroup: Bool) throws(RegularExpression.ParsingError) {
    var builder = Builder()
    try builder.add(node)
    builder.instructions.append(.accept)
    instructions = builder.instructions
    consumers = builder.consumers
    self.hasGroup = hasGroup
  }

  private struct Builder {
    var instructions: [Instruction] = []
    var consumers: [Consumer] = []

    mutating func add(_ node: RegexNode) throws(RegularExpression.ParsingError) {
      guard instructions.count < RegexProgram.longest else {
        throw RegularExpression.ParsingError(
          message: "the regular expression is too large",
          isUnusable: true
        )
      }
      switch node {
      case .one(let set):
        consumers.append(Consumer(set))
        instructions.append(.consume(set: consumers.count - 1))
      case .assertion(let assertion):
        instructions.append(.assert(assertion))
      case .sequence(let parts):
        for part in parts { try add(part) }
      case .choice(let branches):
        try add(branches)
      case .repetition(let part, let atLeast, let atMost, let isLazy):
        try add(part, atLeast: atLeast, atMost: atMost, isLazy: isLazy)
      case .firstGroup(let part):
        instructions.append(.mark(isEnd: false))
        try add(part)
        instructions.append(.mark(isEnd: true))
      case .opaque(let part):
        try add(part)
      case .backReference:
        // No program with one is ever run.
        break
      }
    }

    private mutating func add(
      _ branches: [RegexNode]
    ) throws(RegularExpression.ParsingError) {
      var ends: [Int] = []
      for branch in branches.dropLast() {
        let split = instructions.count
        instructions.append(.accept)
        try add(branch)
        ends.append(instructions.count)
        instructions.append(.accept)
        instructions[split] = .split(split + 1, instructions.count)
      }
      if let last = branches.last { try add(last) }
      for end in ends { instructions[end] = .jump(instructions.count) }
    }

    private mutating func add(
      _ part: RegexNode,
      atLeast: Int,
      atMost: Int?,
      isLazy: Bool
    ) throws(RegularExpression.ParsingError) {
      for _ in 0..<atLeast {
        let before = instructions.count
        try add(part)
        // What compiles to nothing repeats to nothing, however often.
        if instructions.count == before { return }
      }
      guard let atMost else {
        let split = instructions.count
        instructions.append(.accept)
        try add(part)
        instructions.append(.jump(split))
        instructions[split] = Self.split(split + 1, instructions.count, isLazy)
        return
      }
      var splits: [Int] = []
      for _ in 0..<(atMost - atLeast) {
        splits.append(instructions.count)
        instructions.append(.accept)
        let before = instructions.count
        try add(part)
        if instructions.count == before { break }
      }
      for split in splits {
        instructions[split] = Self.split(split + 1, instructions.count, isLazy)
      }
    }

    private static func split(_ inner: Int, _ outer: Int, _ isLazy: Bool) -> Instruction {
      isLazy ? .split(outer, inner) : .split(inner, outer)
    }
  }
}
