/// How near two names are: how many letters must be added, removed, changed or swapped.
enum EditDistance {
  private static let longestName = 64
  private static let mostCandidates = 1000

  /// The candidate nearest to a name, or nil when none is near enough to be meant.
  ///
  /// - Parameters:
  ///   - name: The name as it was written.
  ///   - candidates: The names there are; only the first thousand are looked at.
  /// - Returns: The nearest candidate.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(longestName + 1))
    guard !wanted.isEmpty, wanted.count <= longestName else { return nil }
    let tolerance = max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates.prefix(mostCandidates) {
      let scalars = Array(candidate.lowercased().unicodeScalars.prefix(longestName + 1))
      guard abs(scalars.count - wanted.count) <= tolerance else { continue }
      let distance = distance(wanted, scalars)
      if distance <= tolerance, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      before = last
      last = current
    }
    return last[right.count]
  }
}
