/// Finds any of many byte strings in one pass over a text (Aho and Corasick), and takes on one more at any time.
///
/// A new string costs its own length alone: where a node falls back to is found when a text gets there, once for each count of strings.
struct SecretAutomaton {
  /// A prefix of some of the strings.
  private struct Node {
    /// The last byte of the prefix.
    var byte: UInt8
    /// The prefix without its last byte.
    var parent: Int32
    /// The first of the prefixes that are one byte longer, 0 when there is none; the others are its siblings.
    var firstChild: Int32 = 0
    var nextSibling: Int32 = 0
    /// The place of a table of children, when there are many; -1 without one.
    var table: Int32 = -1
    /// How many bytes the string has that ends here, 0 when none does.
    var length: Int32 = 0
    /// The longest proper suffix that is a prefix, too, as of a count of strings.
    var fallback: Int32 = 0
    var fallbackCount: Int32 = -1
    /// How many bytes the longest string has that is a suffix of the prefix, as of a count of strings.
    var longest: Int32 = 0
    var longestCount: Int32 = -1
  }

  /// From how many children on a node has a table.
  private static let manyChildren = 8

  private var nodes = [Node(byte: 0, parent: 0)]
  private var tables: [[Int32]] = []
  private var stringCount: Int32 = 0

  /// Whether there is no string.
  var isEmpty: Bool { stringCount == 0 }

  /// Takes on a string; an empty one is nothing.
  mutating func insert(_ string: some Collection<UInt8>) {
    guard !string.isEmpty, nodes.count + string.count < Int(Int32.max) else { return }
    var node: Int32 = 0
    for byte in string {
      let child = child(of: node, byte)
      node = child > 0 ? child : append(byte, to: node)
    }
    guard nodes[Int(node)].length == 0 else { return }
    nodes[Int(node)].length = Int32(string.count)
    stringCount += 1
  }

  /// The stretches of a text that strings make up, in order; those that overlap are one.
  mutating func matches(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var node: Int32 = 0
    for place in text.indices {
      let byte = text[place]
      var next = child(of: node, byte)
      while next == 0, node != 0 {
        node = fallback(of: node)
        next = child(of: node, byte)
      }
      node = next
      guard node != 0 else { continue }
      let length = longestString(at: node)
      guard length > 0 else { continue }
      var start = place + 1 - length
      while let last = found.last, last.upperBound > start {
        start = min(start, last.lowerBound)
        found.removeLast()
      }
      found.append(start..<(place + 1))
    }
    return found
  }

  private func child(of node: Int32, _ byte: UInt8) -> Int32 {
    let table = nodes[Int(node)].table
    if table >= 0 { return tables[Int(table)][Int(byte)] }
    var child = nodes[Int(node)].firstChild
    while child != 0, nodes[Int(child)].byte != byte { child = nodes[Int(child)].nextSibling }
    return child
  }

  private mutating func append(_ byte: UInt8, to parent: Int32) -> Int32 {
    let node = Int32(nodes.count)
    nodes.append(Node(byte: byte, parent: parent))
    addChild(node, byte, to: parent)
    return node
  }

  private mutating func addChild(_ node: Int32, _ byte: UInt8, to parent: Int32) {
    nodes[Int(node)].nextSibling = nodes[Int(parent)].firstChild
    nodes[Int(parent)].firstChild = node
    if nodes[Int(parent)].table >= 0 {
      tables[Int(nodes[Int(parent)].table)][Int(byte)] = node
      return
    }
    var count = 0
    var child = node
    while child != 0 {
      count += 1
      child = nodes[Int(child)].nextSibling
    }
    guard count >= Self.manyChildren else { return }
    var table = [Int32](repeating: 0, count: 256)
    child = node
    while child != 0 {
      table[Int(nodes[Int(child)].byte)] = child
      child = nodes[Int(child)].nextSibling
    }
    nodes[Int(parent)].table = Int32(tables.count)
    tables.append(table)
  }

  /// The longest proper suffix of a node that is a node, too; found with that of every node above.
  private mutating func fallback(of node: Int32) -> Int32 {
    var open: [Int32] = []
    var above = node
    while above != 0, nodes[Int(above)].fallbackCount != stringCount {
      open.append(above)
      above = nodes[Int(above)].parent
    }
    while let node = open.popLast() {
      let (byte, parent) = (nodes[Int(node)].byte, nodes[Int(node)].parent)
      var suffix = parent
      var found: Int32 = 0
      while suffix != 0, found == 0 {
        suffix = suffix == parent ? nodes[Int(parent)].fallback : fallback(of: suffix)
        found = child(of: suffix, byte)
      }
      nodes[Int(node)].fallback = found
      nodes[Int(node)].fallbackCount = stringCount
    }
    return nodes[Int(node)].fallback
  }

  /// How many bytes the longest string has that ends at a node; found once for each count of strings.
  private mutating func longestString(at start: Int32) -> Int {
    if nodes[Int(start)].length > 0 { return Int(nodes[Int(start)].length) }
    var length: Int32 = 0
    var node = start
    while node != 0 {
      if nodes[Int(node)].length > 0 {
        length = nodes[Int(node)].length
        break
      }
      if nodes[Int(node)].longestCount == stringCount {
        length = nodes[Int(node)].longest
        break
      }
      node = fallback(of: node)
    }
    let end = node
    node = start
    while node != end {
      nodes[Int(node)].longest = length
      nodes[Int(node)].longestCount = stringCount
      node = nodes[Int(node)].fallback
    }
    return Int(length)
  }
}
