/// A regular expression as instructions of a machine that follows all ways at once.
struct RegexProgram<Members: Sendable>: Sendable {
  /// Why there is no program: it would be too large, as repetitions of repetitions can be.
  struct TooLarge: Error {}

  private(set) var instructions: [RegexInstruction] = []
  private(set) var sets: [Members] = []

  /// The program of an expression.
  init(of node: RegexNode<Members>) throws(TooLarge) {
    try add(node)
    instructions.append(.accept)
  }

  private mutating func add(_ node: RegexNode<Members>) throws(TooLarge) {
    guard instructions.count < 20_000 else { throw TooLarge() }
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

  private mutating func add(_ branches: [RegexNode<Members>]) throws(TooLarge) {
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
    _ part: RegexNode<Members>,
    atLeast: Int,
    atMost: Int?,
    isLazy: Bool
  ) throws(TooLarge) {
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

  private static func split(_ inner: Int, _ outer: Int, _ isLazy: Bool) -> RegexInstruction {
    isLazy ? .split(outer, inner) : .split(inner, outer)
  }
}

/// One step of a program.
enum RegexInstruction: Sendable {
  /// Go on after a member of a set.
  case consume(set: Int)
  /// Go on at both places, the first preferred.
  case split(Int, Int)
  case jump(Int)
  case assert(RegexAssertion)
  /// Note the place: group 1 starts, or ends.
  case mark(isEnd: Bool)
  case accept
}
