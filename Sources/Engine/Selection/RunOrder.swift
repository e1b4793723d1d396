/// `--order`: in which order scenarios begin.
///
/// Reports keep the order of the source whatever is chosen here.
public enum RunOrder: String, Sendable, Hashable, CaseIterable {
  /// As the paths are given: files by name, then rows, then repeats.
  case given
  /// Shuffled by the run's seed: the same seed and selection give the same order.
  case random

  /// The places of so many runs in the order in which they begin.
  ///
  /// - Parameters:
  ///   - count: how many runs there are.
  ///   - seed: the run's.
  /// - Returns: each place once.
  func places(of count: Int, seed: UInt64) -> [Int] {
    var places = Array(0..<count)
    switch self {
    case .given: break
    case .random:
      var stream = RandomStream(at: RandomPath(seed: seed).appending("--order"))
      places.shuffle(using: &stream)
    }
    return places
  }
}
