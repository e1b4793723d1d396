/// How near two names are: how many letters must be added, removed, changed or swapped.
public enum EditDistance: Sendable {
  /// The nearest of `candidates`, when one is near enough to be a slip.
  ///
  /// Near is an edit distance (insertions, deletions, changes, swapped neighbours) of at most a third of the name's length,
  /// at least 1 and at most 3; letter case and `-`, `_` count as nothing. Of equally near names the first wins.
  ///
  /// - Parameters:
  ///   - name: what was written; longer than 64 characters finds nothing.
  ///   - candidates: what could have been meant.
  /// - Returns: the candidate as spelled there, or `nil`.
  public static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    guard name.utf8.count <= mostBytes, name.count <= 64, !name.isEmpty else { return nil }
    let wanted = folded(name)
    let limit = min(3, max(1, wanted.count / 3))
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != name && candidate.utf8.count <= mostBytes {
      let other = folded(candidate)
      guard abs(other.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, other)
      if distance <= limit, distance < best?.distance ?? .max {
        best = (candidate, distance)
        if distance == 0 { break }
      }
    }
    return best?.name
  }

  /// Longer texts are names of nothing; those that a server sends may be longer than memory allows to compare.
  private static let mostBytes = 1024

  /// The letters that are compared: Unicode scalars, without letter case.
  private static func folded(_ name: String) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(name.utf8.count)
    for scalar in name.unicodeScalars where scalar != "-" && scalar != "_" {
      guard scalar.isASCII else {
        return name.lowercased().unicodeScalars.filter { $0 != "-" && $0 != "_" }
      }
      let isUpper = ("A"..."Z").contains(scalar)
      scalars.append(isUpper ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
    }
    return scalars
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforePrevious = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    for row in 1...left.count {
      var current = [row] + [Int](repeating: 0, count: right.count)
      for column in 1...right.count {
        let change = left[row - 1] == right[column - 1] ? 0 : 1
        current[column] = min(
          previous[column] + 1,
          current[column - 1] + 1,
          previous[column - 1] + change
        )
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          current[column] = min(current[column], beforePrevious[column - 2] + 1)
        }
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
