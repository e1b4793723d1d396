import Glibc

/// A figure and the limit that it must keep.
struct Measurement: Sendable, CustomStringConvertible {
  /// Which side of the limit is good.
  enum Limit: Sendable {
    case atLeast(Double)
    case atMost(Double)
  }

  /// What was measured.
  var name: String
  /// The figure.
  var value: Double
  /// Its unit.
  var unit: String
  /// What it must keep.
  var limit: Limit

  /// Whether the limit is kept.
  var isWithinLimit: Bool {
    switch limit {
    case .atLeast(let bound): value >= bound
    case .atMost(let bound): value <= bound
    }
  }

  var description: String {
    let bound =
      switch limit {
      case .atLeast(let bound): "at least \(Self.text(bound))"
      case .atMost(let bound): "at most \(Self.text(bound))"
      }
    let verdict = isWithinLimit ? "ok" : "too slow or too large"
    return "\(name): \(Self.text(value)) \(unit) (\(bound) \(unit)): \(verdict)"
  }

  /// The median time of some runs, in seconds.
  ///
  /// - Parameters:
  ///   - count: how many runs, odd.
  ///   - body: what is measured; the first run is not counted.
  /// - Returns: the median, which a burst of other work on the machine does not move.
  static func seconds(of count: Int = 5, _ body: () throws -> Void) rethrows -> Double {
    try body()
    var times: [Double] = []
    for _ in 0..<count {
      let time = try ContinuousClock().measure(body)
      times.append(Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds))
    }
    return times.sorted()[count / 2]
  }

  private static func text(_ value: Double) -> String {
    if value >= 100 { return "\(Int(value.rounded()))" }
    return "\((value * 10).rounded() / 10)"
  }
}

/// How the program ends.
enum Ending: Sendable {
  /// Ends it with a status.
  static func leave(with status: Int32) {
    exit(status)
  }
}
