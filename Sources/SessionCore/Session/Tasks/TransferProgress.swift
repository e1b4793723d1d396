/// How many bytes of a body have gone or come.
public struct TransferProgress: Sendable, Hashable {
  /// The bytes so far.
  public var completedUnitCount: Int64 = 0
  /// The bytes in total, -1 while that is not known.
  public var totalUnitCount: Int64 = -1

  /// Creates progress of which nothing is known.
  public init() {}

  /// Whether the total is not known.
  public var isIndeterminate: Bool { totalUnitCount < 0 }

  /// From 0 to 1; 0 while the total is not known.
  public var fractionCompleted: Double {
    guard totalUnitCount > 0 else { return totalUnitCount == 0 ? 1 : 0 }
    return min(1, Double(completedUnitCount) / Double(totalUnitCount))
  }

  /// Counts up, never down.
  mutating func advance(to completed: Int64, of total: Int64) {
    completedUnitCount = max(completedUnitCount, completed)
    totalUnitCount = total < 0 ? -1 : max(total, completedUnitCount)
  }

  /// Ends at 1, whatever the total was thought to be.
  mutating func finish() { totalUnitCount = completedUnitCount }
}
