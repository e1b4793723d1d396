/// A dictionary of 32-bit words that is fast for words that are not in it, as most words of a text are.
///
/// A hash table with open addressing, at most half full, and a filter of an eighth of its size before it.
struct WordTable {
  /// The filter's bits for each slot: of the words that are not there at most one in sixteen passes.
  private static let filterBits = 8

  /// The logarithm of the number of slots.
  private var logarithm: UInt32 = 10
  private var count = 0
  /// A word in the upper half and its value in the lower; 0 is a free slot.
  private var slots = [UInt64](repeating: 0, count: 1 << 10)
  private var filter = WordFilter(bits: filterBits << 10)

  var isEmpty: Bool { count == 0 }

  /// Whether a word may be there; `false` is certain.
  func mayContain(_ word: UInt32) -> Bool { filter.mayContain(word) }

  /// The value of a word; `nil` when the word is not there.
  subscript(word: UInt32) -> Int32? {
    let slot = slots[slot(of: word)]
    return slot == 0 ? nil : Int32(truncatingIfNeeded: slot)
  }

  /// Adds a word that is not there yet.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - value: not 0.
  mutating func insert(_ word: UInt32, _ value: Int32) {
    count += 1
    if count > slots.count / 2, logarithm < 29 { grow() }
    put(UInt64(word) << 32 | UInt64(UInt32(bitPattern: value)))
  }

  private mutating func grow() {
    let old = slots
    logarithm += 1
    slots = [UInt64](repeating: 0, count: old.count * 2)
    filter = WordFilter(bits: Self.filterBits * slots.count)
    for slot in old where slot != 0 { put(slot) }
  }

  private mutating func put(_ entry: UInt64) {
    let word = UInt32(truncatingIfNeeded: entry >> 32)
    slots[slot(of: word)] = entry
    filter.insert(word)
  }

  /// The slot of a word, or the free one where it belongs.
  private func slot(of word: UInt32) -> Int {
    var index = Int(truncatingIfNeeded: WordFilter.hash(word) >> (32 - logarithm))
    while slots[index] != 0, slots[index] >> 32 != word {
      index = (index + 1) & (slots.count - 1)
    }
    return index
  }
}

/// Tells of most 32-bit words that are not in a set that they are not.
struct WordFilter {
  /// How far a hash is shifted to be the number of a bit.
  private let shift: UInt32
  private var bits: [UInt64]

  /// Makes a filter without a word.
  ///
  /// - Parameter count: how many bits it has, at least; of n for each word at most one in n of the others passes.
  init(bits count: Int) {
    let logarithm = min(max(6, UInt32(Int.bitWidth - (count - 1).leadingZeroBitCount)), 32)
    shift = 32 - logarithm
    bits = [UInt64](repeating: 0, count: 1 << (logarithm - 6))
  }

  /// Whether a word may be there; `false` is certain.
  func mayContain(_ word: UInt32) -> Bool {
    let bit = Int(truncatingIfNeeded: Self.hash(word) &>> shift)
    return bits[bit &>> 6] &>> UInt64(bit & 63) & 1 == 1
  }

  /// Adds a word.
  mutating func insert(_ word: UInt32) {
    let bit = Int(truncatingIfNeeded: Self.hash(word) &>> shift)
    bits[bit &>> 6] |= 1 &<< UInt64(bit & 63)
  }

  /// A product with an odd number: its first bits depend on all bits of the word.
  static func hash(_ word: UInt32) -> UInt32 { word &* 0x9E37_79B1 }
}
