import Testing

@testable import Engine

/// The automaton finds what a plain search finds, however it was put together.
@Suite(.timeLimit(.minutes(5))) struct SecretAutomatonTests {
  /// All stretches that strings make up, found one by one.
  private static func stretches(of strings: [[UInt8]], in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for start in text.indices {
      for string in strings where text[start...].starts(with: string) && !string.isEmpty {
        found.append(start..<(start + string.count))
      }
    }
    var joined: [Range<Int>] = []
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, last.upperBound > range.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  @Test(arguments: [2, 3, 40] as [UInt8], 1...40 as ClosedRange<UInt64>)
  func `every string is found after each one that is added`(letters: UInt8, seed: UInt64) {
    var generator = SeededGenerator(state: seed &* 77 &+ UInt64(letters))
    var automaton = SecretAutomaton()
    var strings: [[UInt8]] = []
    func word(_ count: ClosedRange<Int>) -> [UInt8] {
      (0..<Int.random(in: count, using: &generator)).map { _ in
        UInt8.random(in: 0..<letters, using: &generator)
      }
    }
    let text = word(200...300)
    for _ in 0..<25 {
      let piece = Int.random(in: 0..<150, using: &generator)
      let string = Bool.random(using: &generator) ? word(1...9) : Array(text[piece..<(piece + 12)])
      automaton.insert(string)
      strings.append(string)
      #expect(automaton.matches(in: text) == Self.stretches(of: strings, in: text))
    }
  }

  @Test func `a text that repeats is looked through once`() {
    var automaton = SecretAutomaton()
    automaton.insert([UInt8](repeating: 97, count: 100_000) + [98])
    let text = [UInt8](repeating: 97, count: 400_000)
    let clock = ContinuousClock.now
    #expect(automaton.matches(in: text).isEmpty)
    #expect(ContinuousClock.now - clock < .seconds(10))
  }
}

/// Random numbers that are the same for each run of a test.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
