/// Runs a program over a text, all ways at once and the preferred one first, in time linear in the text.
///
/// What it finds is what a matcher that goes back would find: the leftmost match, of these the one whose choices come first.
struct RegexMachine {
  /// A large expression on a large text is given up after some seconds.
  private static let mostVisits = 200_000_000

  /// What came of it.
  enum Result {
    /// A match; the places of group 1, or of the whole without a group, `nil` for a group that took no part.
    case found(Range<Int>?)
    case missing
    case tooMuchWork
  }

  /// One of the ways: where it is, where it began, and where group 1 is on it.
  private struct Way {
    var place: Int
    var start: Int
    var groupStart = -1
    var groupEnd = -1
  }

  private let program: CharacterProgram
  private let input: RegexInput
  /// For each instruction the number of the step in which it was reached last.
  private var reached: [Int]
  private var pending: [Way] = []
  private var visits = 0

  init(_ program: CharacterProgram, _ input: RegexInput) {
    self.program = program
    self.input = input
    reached = Array(repeating: -1, count: program.instructions.count)
  }

  /// Searches for the expression.
  ///
  /// - Parameter capturing: whether the places matter; else the first sign of a match ends the search.
  /// - Returns: the first match from the left, if there is one.
  mutating func run(capturing: Bool) -> Result {
    var current: [Way] = []
    var following: [Way] = []
    var match: Way?
    var matchEnd = 0
    for index in 0...input.count {
      // No way that begins later is preferred to a match.
      if match == nil {
        follow(Way(place: 0, start: index), at: index, into: &current)
      }
      guard !current.isEmpty || match == nil else { break }
      guard visits < Self.mostVisits else { return .tooMuchWork }
      following.removeAll(keepingCapacity: true)
      for way in current {
        if case .accept = program.instructions[way.place] {
          match = way
          matchEnd = index
          if !capturing { return .found(nil) }
          // Those behind it are less preferred.
          break
        }
        guard index < input.count, case .consume(let set) = program.instructions[way.place],
          contains(set, index)
        else { continue }
        var next = way
        next.place += 1
        follow(next, at: index + 1, into: &following)
      }
      swap(&current, &following)
    }
    guard let match else { return .missing }
    guard program.hasGroup else { return .found(match.start..<matchEnd) }
    guard match.groupStart >= 0, match.groupEnd >= match.groupStart else { return .found(nil) }
    return .found(match.groupStart..<match.groupEnd)
  }

  private func contains(_ set: Int, _ index: Int) -> Bool {
    let consumer = program.consumers[set]
    if let code = input.code(at: index) { return consumer.contains(ascii: code) }
    return consumer.contains(input.character(at: index))
  }

  /// Adds the consuming instructions that can be reached from a place without a character.
  private mutating func follow(_ way: Way, at index: Int, into ways: inout [Way]) {
    pending.append(way)
    while var way = pending.popLast() {
      guard reached[way.place] != index else { continue }
      reached[way.place] = index
      visits += 1
      switch program.instructions[way.place] {
      case .consume, .accept: ways.append(way)
      case .jump(let target):
        way.place = target
        pending.append(way)
      case .split(let first, let second):
        way.place = second
        pending.append(way)
        way.place = first
        pending.append(way)
      case .assert(let assertion):
        guard holds(assertion, at: index) else { continue }
        way.place += 1
        pending.append(way)
      case .mark(let isEnd):
        if isEnd { way.groupEnd = index } else { way.groupStart = index }
        way.place += 1
        pending.append(way)
      }
    }
  }

  private func holds(_ assertion: RegexAssertion, at index: Int) -> Bool {
    switch assertion {
    case .start: index == 0
    case .end: index == input.count
    case .endBeforeBreak:
      index == input.count || index == input.count - 1 && input.isBreak(at: index)
    case .lineStart: index == 0 || input.isBreak(at: index - 1)
    case .lineEnd: index == input.count || input.isBreak(at: index)
    case .wordBoundary: input.isWord(at: index - 1) != input.isWord(at: index)
    case .noWordBoundary: input.isWord(at: index - 1) == input.isWord(at: index)
    }
  }
}
