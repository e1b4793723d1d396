/// A figure and the limit that it must keep.
struct Measurement: Sendable, CustomStringConvertible {
  /// Which side of the limit is good.
  enum Limit: Sendable {
    case atLeast(Double)
    case atMost(Double)
    /// Shown for knowledge.
    case none
  }

  /// What was measured.
  var name: String
  /// Which of several figures about the same it is: the column in a table.
  var column = ""
  /// The figure.
  var value: Double
  /// Its unit; empty for a ratio.
  var unit = ""
  /// What it must keep.
  var limit = Limit.none
  /// What the figure comes from.
  var detail = ""

  /// Whether the limit is kept.
  var isWithinLimit: Bool {
    switch limit {
    case .atLeast(let bound): value >= bound
    case .atMost(let bound): value <= bound
    case .none: true
    }
  }

  var description: String {
    let judgement = bound.isEmpty ? "" : " (\(bound)): \(isWithinLimit ? "ok" : "NOT REACHED")"
    let place = column.isEmpty ? name : "\(name), \(column)"
    return "\(place): \(figure)\(judgement)\(detail.isEmpty ? "" : "; \(detail)")"
  }

  var figure: String { Self.text(value) + (unit.isEmpty ? "" : " \(unit)") }

  var bound: String {
    switch limit {
    case .atLeast(let bound): "≥ \(Self.text(bound))"
    case .atMost(let bound): "≤ \(Self.text(bound))"
    case .none: ""
    }
  }

  /// A number with as many digits as say something.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "\(value)" }
    if value >= 100 { return "\(Int(value.rounded()))" }
    let places = value >= 10 ? 10.0 : 100.0
    let text = "\((value * places).rounded() / places)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Measurement {
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
      times.append(try ContinuousClock().measure(body).inSeconds)
    }
    return median(times)
  }

  /// The middle one of some figures, which must not be none.
  static func median(_ figures: [Double]) -> Double {
    figures.sorted()[figures.count / 2]
  }
}

extension Duration {
  /// The same as a number.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
