import TestSupport
import Testing

@testable import Engine

/// The trie finds what a plain search finds, whatever was taken on before.
@Suite(.timeLimit(.minutes(5))) struct SecretTrieTests {
  /// All stretches that strings make up, found one by one.
  private static func stretches(of strings: [[UInt8]], in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for start in text.indices {
      for string in strings where text[start...].starts(with: string) {
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

  @Test(arguments: [1, 2, 3, 40] as [UInt8], 1...8 as ClosedRange<UInt64>)
  func `every string is found after each one that is added`(letters: UInt8, seed: UInt64) {
    var generator = SeededGenerator(seed: seed &* 77 &+ UInt64(letters))
    var trie = SecretTrie()
    var strings: [[UInt8]] = []
    func word(_ count: ClosedRange<Int>) -> [UInt8] {
      (0..<Int.random(in: count, using: &generator)).map { _ in
        UInt8.random(in: 0..<letters, using: &generator)
      }
    }
    func piece(of text: [UInt8], _ count: ClosedRange<Int>) -> [UInt8] {
      let count = Int.random(in: count, using: &generator)
      let start = Int.random(in: 0...(text.count - count), using: &generator)
      return Array(text[start..<(start + count)])
    }
    let text = word(150...200)
    for _ in 0..<20 {
      let string =
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: piece(of: text, SecretTrie.shortest...12)
        case 1: piece(of: text, 20...SecretTrie.longest)
        case 2: piece(of: text, 4...40) + word(1...2)
        case _: word(SecretTrie.shortest...9)
        }
      trie.insert(string[...])
      strings.append(string)
      #expect(trie.matches(in: text) == Self.stretches(of: strings, in: text))
    }
  }

  @Test func `each of many strings is found`() {
    var trie = SecretTrie()
    let strings = (1_000..<10_000).map { Array("\($0) is the number".utf8) }
    for string in strings { trie.insert(string[...]) }
    #expect(strings.count { trie.matches(in: $0) != [$0.indices] } == 0)
  }

  @Test func `strings that go on with each byte are found`() {
    var trie = SecretTrie()
    let strings = (0...UInt8.max).map { Array("abcdef".utf8) + [$0] + Array("ghi".utf8) }
    for (count, string) in strings.enumerated() {
      #expect(trie.matches(in: string).isEmpty)
      trie.insert(string[...])
      #expect(strings.count { trie.matches(in: $0) == [$0.indices] } == count + 1)
    }
  }

  @Test(arguments: [129, 255, 256, 1_000])
  func `a string that is longer than a piece is one stretch`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let string = (0..<count).map { _ in UInt8.random(in: 0..<200, using: &generator) }
    var trie = SecretTrie()
    let around = [UInt8](repeating: 255, count: 10)
    trie.insert((around + string)[10...])
    #expect(trie.matches(in: around + string + around) == [10..<(10 + count)])
    let first = string.prefix(SecretTrie.longest)
    let last = string.suffix(SecretTrie.longest)
    for piece in [first, last] {
      let range = 10..<(10 + SecretTrie.longest)
      #expect(trie.matches(in: around + piece + around) == [range])
      #expect(trie.matches(in: around + piece.dropFirst() + around).isEmpty)
      #expect(trie.matches(in: around + piece.dropLast() + around).isEmpty)
    }
  }

  @Test func `a string of fewer bytes than the first step is not taken on`() {
    var trie = SecretTrie()
    trie.insert(Array("abc".utf8)[...])
    #expect(trie.isEmpty)
    #expect(trie.matches(in: Array("abcabc".utf8)).isEmpty)
  }
}

extension SecretTrie {
  fileprivate func matches(in text: [UInt8]) -> [Range<Int>] { matches(in: text.span) }
}
