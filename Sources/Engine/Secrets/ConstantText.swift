import Locks

/// Texts that stay the same while secrets are added: each secret is looked for in them once.
final class ConstantText: Sendable {
  private let pieces: @Sendable () -> [ArraySlice<UInt8>]
  private let search = Locked<TextSearch?>(nil)

  /// Keeps texts.
  ///
  /// - Parameter pieces: gives them when they are first searched.
  init(_ pieces: @escaping @Sendable () -> [ArraySlice<UInt8>]) {
    self.pieces = pieces
  }

  /// Whether one of the texts has one of some strings, now or in an earlier search, with or without its escapes.
  ///
  /// - Parameter strings: those of the search before and more.
  /// - Returns: also `true` for a string with a line break that two texts make up together.
  func contains(_ strings: SecretTrie) -> Bool {
    search.withLock { search in
      if search == nil { search = TextSearch(pieces()) }
      return search?.finds(strings) ?? false
    }
  }
}

/// A search in texts for strings that become more.
private struct TextSearch {
  /// The texts, a line break behind each, and the same without escapes.
  private let levels: [[UInt8]]
  private let count: Int
  /// What strings in the texts begin with.
  private var words: WordFilter
  /// How many strings were looked for.
  private var searchedCount = 0
  private var hasFound = false

  init(_ pieces: [ArraySlice<UInt8>]) {
    // No escape goes on behind a line break: together the texts have the levels that each has by itself.
    let text = pieces.reduce(into: []) { $0 += $1 + [UInt8(ascii: "\n")] }
    levels = [text] + PlainSpelling.levels(of: text).map(\.bytes)
    count = levels.reduce(0) { $0 + $1.count }
    words = WordFilter(bits: count * 16)
    for level in levels {
      var word: UInt32 = 0
      for byte in level {
        word = word << 8 | UInt32(byte)
        words.insert(word)
      }
    }
  }

  mutating func finds(_ strings: SecretTrie) -> Bool {
    guard !hasFound else { return true }
    let new = strings.words[searchedCount...]
    searchedCount = strings.words.count
    // With many new strings it takes less to search for all.
    guard new.count > count || new.contains(where: { words.mayContain($0) }) else { return false }
    hasFound = levels.contains { !strings.matches(in: $0.span).isEmpty }
    return hasFound
  }
}
