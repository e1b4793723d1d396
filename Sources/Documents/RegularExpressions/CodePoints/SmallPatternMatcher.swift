/// Runs a program of fewer than 64 instructions: the ways followed at once are the bits of a number.
struct SmallPatternMatcher: Sendable {
  /// For each instruction the set it consumes of; the ASCII members as bits.
  private struct Consumer: Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var set: CodePointSet

    init(_ set: CodePointSet) {
      self.set = set
      for value in 0..<128 as Range<UInt8> where set.contains(Unicode.Scalar(value)) {
        if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
      }
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      let value = scalar.value
      if value < 64 { return low >> UInt64(value) & 1 == 1 }
      if value < 128 { return high >> UInt64(value - 64) & 1 == 1 }
      return set.contains(scalar)
    }
  }

  private let consumers: [Consumer?]
  /// For each instruction what it leads to without a code point: for a place inside of the text, at
  /// its start, at its end and in an empty text.
  private let closures: [[UInt64]]
  private let acceptance: UInt64

  /// The matcher of a program, or nil when that is too long or looks at word boundaries.
  init?(_ program: RegexProgram<CodePointSet>) {
    guard program.instructions.count < 64 else { return nil }
    var consumers: [Consumer?] = []
    var acceptance: UInt64 = 0
    for (place, instruction) in program.instructions.enumerated() {
      switch instruction {
      case .consume(let set): consumers.append(Consumer(program.sets[set]))
      case .assert(let assertion):
        guard assertion == .start || assertion == .end else { return nil }
        consumers.append(nil)
      case .accept:
        acceptance |= 1 << UInt64(place)
        consumers.append(nil)
      case .split, .jump, .mark: consumers.append(nil)
      }
    }
    self.consumers = consumers
    self.acceptance = acceptance
    closures = (0..<4).map { context in
      program.instructions.indices.map { place in
        Self.closure(of: place, program, isStart: context & 1 != 0, isEnd: context & 2 != 0)
      }
    }
  }

  private static func closure(
    of start: Int,
    _ program: RegexProgram<CodePointSet>,
    isStart: Bool,
    isEnd: Bool
  ) -> UInt64 {
    var reached: UInt64 = 0
    var result: UInt64 = 0
    var pending = [start]
    while let place = pending.popLast() {
      let bit: UInt64 = 1 << UInt64(place)
      guard reached & bit == 0 else { continue }
      reached |= bit
      switch program.instructions[place] {
      case .consume, .accept: result |= bit
      case .jump(let target): pending.append(target)
      case .mark: pending.append(place + 1)
      case .split(let first, let second): pending += [first, second]
      case .assert(.start): if isStart { pending.append(place + 1) }
      case .assert(.end): if isEnd { pending.append(place + 1) }
      case .assert: break
      }
    }
    return result
  }

  /// Whether the pattern matches.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isAnchored: Whether it must match from start to end.
  /// - Returns: Whether it matches.
  func run(_ text: String, isAnchored: Bool) -> Bool {
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    var current = closures[next == nil ? 3 : 1][0]
    while true {
      if current & acceptance != 0, !isAnchored || next == nil { return true }
      guard let scalar = next, current != 0 || !isAnchored else { return false }
      next = scalars.next()
      let context = next == nil ? 2 : 0
      var following = isAnchored ? 0 : closures[context][0]
      var rest = current & ~acceptance
      while rest != 0 {
        let place = rest.trailingZeroBitCount
        rest &= rest - 1
        if let consumer = consumers[place], consumer.contains(scalar) {
          following |= closures[context][place + 1]
        }
      }
      current = following
    }
  }
}
