/// Splits a selection into parts of which every machine sees the same.
///
/// Runs are put in the order of their keys and dealt out one by one, so parts differ by one at most. With the durations of an earlier run the longest
/// come first, each to the part that has least to do.
struct ShardSplit {
  /// What identifies a run, the same on every machine and from every folder.
  struct Key: Hashable, Comparable, Sendable {
    /// The file, relative to the project's folder.
    var file: String
    /// The number of the data row.
    var row: Int
    /// The number of the repeat.
    var turn: Int

    static func < (left: Self, right: Self) -> Bool {
      if left.file == right.file { return (left.row, left.turn) < (right.row, right.turn) }
      // By bytes: the order of texts is the library's to change.
      return left.file.utf8.lexicographicallyPrecedes(right.file.utf8)
    }
  }

  /// A run to be given to a part.
  struct Run: Sendable {
    /// What identifies it.
    var key: Key
    /// How long it took before, in seconds; `nil` when that is not known.
    var duration: Double?
  }

  /// How many parts there are, at least 1.
  let total: Int

  /// The part of each run, from 1, in the order of the runs.
  func parts(of runs: [Run]) -> [Int] {
    let known = runs.compactMap(\.duration).sorted()
    let order = runs.indices.sorted { runs[$0].key < runs[$1].key }
    var parts = Array(repeating: 1, count: runs.count)
    guard !known.isEmpty else {
      for (place, index) in order.enumerated() { parts[index] = place % total + 1 }
      return parts
    }
    let median = known[known.count / 2]
    let durations = runs.map { $0.duration ?? median }
    // Those that take equally long keep their order.
    let longestFirst = order.sorted { durations[$0] > durations[$1] }
    var loads = (0..<total).map { Load(part: $0) }
    for index in longestFirst {
      // The heap's first has least to do.
      parts[index] = loads[0].part + 1
      loads[0].duration += durations[index]
      loads[0].count += 1
      Self.sink(&loads)
    }
    return parts
  }

  /// What a part has got so far.
  private struct Load: Comparable {
    var part: Int
    var duration = 0.0
    var count = 0

    static func < (left: Self, right: Self) -> Bool {
      (left.duration, left.count, left.part) < (right.duration, right.count, right.part)
    }
  }

  /// Puts the first of a heap where it belongs.
  private static func sink(_ heap: inout [Load]) {
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      guard least != index else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
