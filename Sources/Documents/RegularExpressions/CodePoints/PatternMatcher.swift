/// Runs a pattern's program over a text, all ways at once, in time linear in the text.
struct PatternMatcher {
  /// A large pattern on a large text is given up after some seconds.
  private static let mostVisits = 300_000_000

  private let program: RegexProgram<CodePointSet>
  /// For each instruction the number of the step in which it was reached last.
  private var reached: [Int]
  private var pending: [Int] = []
  private var step = 0
  /// How many instructions were reached in all steps.
  private(set) var visits = 0

  init(program: RegexProgram<CodePointSet>) {
    self.program = program
    reached = Array(repeating: -1, count: program.instructions.count)
  }

  /// Whether the pattern matches.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isAnchored: Whether it must match from start to end.
  /// - Returns: Whether it matches; not when that took more than `mostVisits` to find out.
  mutating func run(_ text: String, isAnchored: Bool) -> Bool {
    var scalars = text.unicodeScalars.makeIterator()
    var previous: Unicode.Scalar?
    var next = scalars.next()
    var current: [Int] = []
    var following: [Int] = []
    var accepts = follow(from: 0, previous, next, into: &current)
    while true {
      if accepts, !isAnchored || next == nil { return true }
      guard let scalar = next, !current.isEmpty || !isAnchored, visits < Self.mostVisits else {
        return false
      }
      previous = scalar
      next = scalars.next()
      step += 1
      following.removeAll(keepingCapacity: true)
      accepts = false
      for place in current {
        guard case .consume(let set) = program.instructions[place] else { continue }
        if program.sets[set].contains(scalar) {
          accepts = follow(from: place + 1, previous, next, into: &following) || accepts
        }
      }
      if !isAnchored { accepts = follow(from: 0, previous, next, into: &following) || accepts }
      swap(&current, &following)
    }
  }

  /// Adds the consuming instructions that can be reached from a place without a code point.
  ///
  /// - Returns: Whether the end of the program can be reached too.
  private mutating func follow(
    from start: Int,
    _ previous: Unicode.Scalar?,
    _ next: Unicode.Scalar?,
    into places: inout [Int]
  ) -> Bool {
    var accepts = false
    pending.append(start)
    while let place = pending.popLast() {
      guard reached[place] != step else { continue }
      reached[place] = step
      visits += 1
      switch program.instructions[place] {
      case .consume: places.append(place)
      case .jump(let target): pending.append(target)
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      case .assert(let assertion):
        if Self.holds(assertion, previous, next) { pending.append(place + 1) }
      case .mark: pending.append(place + 1)
      case .accept: accepts = true
      }
    }
    return accepts
  }

  private static func holds(
    _ assertion: RegexAssertion,
    _ previous: Unicode.Scalar?,
    _ next: Unicode.Scalar?
  ) -> Bool {
    func isWord(_ scalar: Unicode.Scalar?) -> Bool {
      scalar.map { CodePointSet.wordCharacters.contains($0) } ?? false
    }
    return switch assertion {
    case .start: previous == nil
    case .end: next == nil
    case .wordBoundary: isWord(previous) != isWord(next)
    case .noWordBoundary: isWord(previous) == isWord(next)
    // Neither dialect has them.
    case .endBeforeBreak, .lineStart, .lineEnd: false
    }
  }
}
