/// A regular expression as instructions of a machine that follows all ways at once.
struct PatternProgram: Sendable {
  private static let longest = 20_000

  enum Instruction: Sendable {
    /// Go on after a code point of a set.
    case consume(set: Int)
    /// Go on at both places.
    case split(Int, Int)
    case jump(Int)
    case assert(PatternAssertion)
    case accept
  }

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [CodePointSet] = []

  /// The program of an expression.
  ///
  /// - Throws: That it is too large, as repetitions of repetitions can be.
  init(of node: PatternNode) throws(TextPatternError) {
    try add(node)
    instructions.append(.accept)
  }

  private mutating func add(_ node: PatternNode) throws(TextPatternError) {
    guard instructions.count < Self.longest else {
      throw TextPatternError(message: "the pattern is too large", offset: 0)
    }
    switch node {
    case .one(let set):
      sets.append(set)
      instructions.append(.consume(set: sets.count - 1))
    case .assertion(let assertion):
      instructions.append(.assert(assertion))
    case .sequence(let parts):
      for part in parts { try add(part) }
    case .choice(let branches):
      try add(branches)
    case .repetition(let part, let atLeast, let atMost):
      try add(part, atLeast: atLeast, atMost: atMost)
    }
  }

  private mutating func add(_ branches: [PatternNode]) throws(TextPatternError) {
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
    _ part: PatternNode,
    atLeast: Int,
    atMost: Int?
  ) throws(TextPatternError) {
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
      instructions[split] = .split(split + 1, instructions.count)
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
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }
}
