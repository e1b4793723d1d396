import Locks

/// What lives until the process ends, and is freed with it: freeing the syntax and the plan of 5 000 steps one by one takes 3 % of
/// a run.
enum LeftToTheSystem {
  private static let kept = Locked<[any Sendable]>([])

  /// Keeps a value.
  static func keep(_ value: any Sendable) { kept.withLock { $0.append(value) } }
}
