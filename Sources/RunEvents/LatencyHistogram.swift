/// How long responses took, in buckets: its size does not grow with the run.
///
/// Buckets grow by about a tenth each, so a percentile is right to some 5 %, from 10 µs to a day.
public struct LatencyHistogram: Sendable, Hashable {
  private static let bucketsPerDoubling = 8
  private static let bucketCount = 34 * bucketsPerDoubling
  private static let smallest = 0.000_01

  /// How many were counted in each bucket; empty before the first.
  public private(set) var counts: [Int] = []
  /// How many there are.
  public private(set) var count = 0
  /// The longest, in seconds.
  public private(set) var maximum = 0.0
  /// All of them together, in seconds.
  public private(set) var sum = 0.0

  /// Makes an empty histogram.
  public init() {}

  /// Makes a histogram anew from what was written of one.
  ///
  /// - Parameters:
  ///   - buckets: the upper end of each bucket in seconds, rounded or not, and how many are in it; what is below zero counts as zero.
  ///   - sum: all of them together, in seconds.
  ///   - maximum: the longest, in seconds.
  public init(buckets: [(upperBound: Double, count: Int)], sum: Double, maximum: Double) {
    for (bound, count) in buckets.prefix(Self.bucketCount) where count > 0 {
      if counts.isEmpty { counts = [Int](repeating: 0, count: Self.bucketCount) }
      // What a file says may be anything; a run of that many requests there is not.
      let count = min(count, 1 << 40)
      // A hair below the end, so that a rounded one is not in the next bucket.
      counts[Self.bucket(of: bound * 0.97)] += count
      self.count += count
    }
    self.sum = sum.isFinite ? max(0, sum) : 0
    self.maximum = maximum.isFinite ? max(0, maximum) : 0
  }

  /// Counts one.
  ///
  /// - Parameter seconds: what is not a number or below zero counts as zero.
  public mutating func record(_ seconds: Double) {
    let seconds = seconds.isFinite ? max(0, seconds) : 0
    if counts.isEmpty {
      counts = [Int](repeating: 0, count: Self.bucketCount)
    }
    counts[Self.bucket(of: seconds)] += 1
    count += 1
    sum += seconds
    maximum = max(maximum, seconds)
  }

  /// Adds all of another histogram.
  public mutating func merge(_ other: LatencyHistogram) {
    guard other.count > 0 else { return }
    if counts.isEmpty {
      counts = other.counts
    } else {
      for (index, value) in other.counts.enumerated() {
        counts[index] += value
      }
    }
    count += other.count
    sum += other.sum
    maximum = max(maximum, other.maximum)
  }

  /// The time that a share of all did not exceed.
  ///
  /// - Parameter share: from 0 to 1.
  /// - Returns: seconds; `nil` when nothing was counted.
  public func percentile(_ share: Double) -> Double? {
    guard count > 0 else { return nil }
    let wanted = max(1, Int((Double(count) * min(max(share, 0), 1)).rounded(.up)))
    var seen = 0
    for (index, value) in counts.enumerated() {
      seen += value
      if seen >= wanted {
        return min(Self.upperBound(of: index), maximum)
      }
    }
    return maximum
  }

  /// The upper end of a bucket, in seconds.
  public static func upperBound(of bucket: Int) -> Double {
    var bound = smallest
    var rest = bucket + 1
    while rest >= bucketsPerDoubling {
      bound *= 2
      rest -= bucketsPerDoubling
    }
    for _ in 0..<rest {
      bound *= 1.090_507_732_665_257_7
    }
    return bound
  }

  private static func bucket(of seconds: Double) -> Int {
    guard seconds > smallest else { return 0 }
    let ratio = seconds / smallest
    let doublings = Int(ratio.exponent)
    var bound = Double(sign: .plus, exponent: ratio.exponent, significand: 1)
    var bucket = doublings * bucketsPerDoubling
    while bound * 1.090_507_732_665_257_7 < ratio, bucket < (doublings + 1) * bucketsPerDoubling - 1
    {
      bound *= 1.090_507_732_665_257_7
      bucket += 1
    }
    return min(bucket, bucketCount - 1)
  }
}
