/// Finds any of many byte strings in a text, and takes on one more at any time.
///
/// A trie. At each place of a text it is followed as far as it goes, at most ``longest`` bytes; so the time is that of the text alone,
/// however many strings there are and whatever they are. Longer strings are found in pieces.
struct SecretTrie {
  /// The fewest bytes of a string: the first step in the trie takes so many at once.
  static let shortest = 4
  /// A longer string is found in pieces of so many bytes, wherever one of them stands.
  static let longest = 128

  /// A prefix of some of the strings.
  private struct Node {
    /// Whether a string ends here.
    var isEnd = false
    /// The last byte of the prefix.
    var byte: UInt8 = 0
    /// The first of the prefixes that are one byte longer, 0 when there is none; the others are its siblings.
    var firstChild: Int32 = 0
    var nextSibling: Int32 = 0
    /// The place of a table of children, when there are many; -1 without one.
    var table: Int32 = -1
    /// Where the rest of the only longer string is in `rests`; empty when there is none or there are children.
    var rest = 0..<0
  }

  /// From how many children on a node has a table.
  private static let manyChildren = 8

  /// The first one stands for no prefix.
  private var nodes = [Node()]
  private var tables: [[Int32]] = []
  private var rests: [UInt8] = []
  /// The nodes of the prefixes of ``shortest`` bytes.
  private var starts = WordTable()
  /// The first ``shortest`` bytes of each string or piece of one, in the order in which they were taken on.
  private(set) var words: [UInt32] = []

  /// Whether there is no string.
  var isEmpty: Bool { starts.isEmpty }

  /// Takes on a string; one of fewer than ``shortest`` bytes is nothing.
  mutating func insert(_ string: ArraySlice<UInt8>) {
    guard string.count > Self.longest else { return insert(piece: string) }
    // Each piece has its first byte in common with the one before: all together are one stretch.
    for start in stride(from: string.startIndex, to: string.endIndex - 1, by: Self.longest - 1) {
      let start = min(start, string.endIndex - Self.longest)
      insert(piece: string[start..<(start + Self.longest)])
    }
  }

  /// The stretches of a text that strings make up, in order; those that overlap are one.
  func matches(in text: borrowing Span<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var word: UInt32 = 0
    for place in text.indices {
      word = word << 8 | UInt32(text[place])
      let start = place + 1 - Self.shortest
      guard start >= 0, starts.mayContain(word), let node = starts[word],
        let end = endOfLongestString(in: text, at: place + 1, from: node)
      else { continue }
      if let last = found.last, last.upperBound > start {
        found[found.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        found.append(start..<end)
      }
    }
    return found
  }

  /// Where the longest string ends whose first bytes lead to a node; `nil` when none goes on as the text does.
  private func endOfLongestString(
    in text: borrowing Span<UInt8>,
    at place: Int,
    from node: Int32
  ) -> Int? {
    var end: Int?
    var place = place
    var node = Int(node)
    while true {
      if nodes[node].isEnd { end = place }
      let rest = nodes[node].rest
      if !rest.isEmpty {
        return isNext(rest, in: text, at: place) ? place + rest.count : end
      }
      guard place < text.count else { return end }
      node = Int(child(of: node, text[place]))
      guard node != 0 else { return end }
      place += 1
    }
  }

  private func isNext(_ rest: Range<Int>, in text: borrowing Span<UInt8>, at place: Int) -> Bool {
    guard rest.count <= text.count - place else { return false }
    let known = rests.span.extracting(rest)
    let shown = text.extracting(place..<(place + rest.count))
    for index in known.indices where known[index] != shown[index] { return false }
    return true
  }

  private mutating func insert(piece: ArraySlice<UInt8>) {
    guard piece.count >= Self.shortest else { return }
    let word = piece.prefix(Self.shortest).reduce(0) { $0 << 8 | UInt32($1) }
    words.append(word)
    var rest = piece.dropFirst(Self.shortest)
    guard let start = starts[word] else {
      return starts.insert(word, Int32(append(Node(), rest)))
    }
    var node = Int(start)
    while let byte = rest.first {
      guard !rests[nodes[node].rest].elementsEqual(rest) else { return }
      splitRest(of: node)
      rest = rest.dropFirst()
      let child = Int(child(of: node, byte))
      guard child != 0 else { return addChild(append(Node(byte: byte), rest), to: node) }
      node = child
    }
    nodes[node].isEnd = true
  }

  /// Makes the first byte of a node's rest a child.
  private mutating func splitRest(of node: Int) {
    let rest = nodes[node].rest
    guard !rest.isEmpty else { return }
    nodes[node].rest = 0..<0
    let child = Node(
      isEnd: rest.count == 1,
      byte: rests[rest.lowerBound],
      rest: rest.dropFirst()
    )
    nodes.append(child)
    addChild(nodes.count - 1, to: node)
  }

  /// Adds a node behind which one string has a rest.
  private mutating func append(_ node: Node, _ rest: ArraySlice<UInt8>) -> Int {
    var node = node
    node.isEnd = rest.isEmpty
    node.rest = rests.count..<(rests.count + rest.count)
    rests.append(contentsOf: rest)
    nodes.append(node)
    return nodes.count - 1
  }

  private func child(of node: Int, _ byte: UInt8) -> Int32 {
    let table = nodes[node].table
    if table >= 0 { return tables[Int(table)][Int(byte)] }
    var child = nodes[node].firstChild
    while child != 0, nodes[Int(child)].byte != byte { child = nodes[Int(child)].nextSibling }
    return child
  }

  private mutating func addChild(_ child: Int, to parent: Int) {
    nodes[child].nextSibling = nodes[parent].firstChild
    nodes[parent].firstChild = Int32(child)
    if nodes[parent].table >= 0 {
      tables[Int(nodes[parent].table)][Int(nodes[child].byte)] = Int32(child)
      return
    }
    var count = 0
    var sibling = child
    while sibling != 0 {
      count += 1
      sibling = Int(nodes[sibling].nextSibling)
    }
    guard count >= Self.manyChildren else { return }
    var table = [Int32](repeating: 0, count: 256)
    sibling = child
    while sibling != 0 {
      table[Int(nodes[sibling].byte)] = Int32(sibling)
      sibling = Int(nodes[sibling].nextSibling)
    }
    nodes[parent].table = Int32(tables.count)
    tables.append(table)
  }
}
