/// Numbers as reports show them.
enum NumberText {
  /// A number with a fixed count of decimals, never with an exponent: `0.412`.
  ///
  /// - Parameters:
  ///   - value: below zero and what is no number count as 0.
  ///   - decimals: from 0 to 6.
  /// - Returns: the number, rounded.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * Double(scale)).rounded()
    guard scaled.isFinite, scaled > 0 else { return fixed(whole: 0, scale, decimals) }
    return fixed(whole: scaled < 1e18 ? Int(scaled) : Int(1e18), scale, decimals)
  }

  /// Milliseconds as seconds with three decimals.
  static func seconds(milliseconds: Int) -> String {
    fixed(whole: max(0, milliseconds), 1_000, 3)
  }

  /// Seconds as milliseconds, rounded.
  static func milliseconds(_ seconds: Double) -> Int {
    let value = (seconds * 1_000).rounded()
    return value.isFinite && value > 0 ? Int(min(value, 1e12)) : 0
  }

  /// A duration for a person: `12 ms`, `1.20 s`, `3 min 4 s`.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds > 0 else { return "0 ms" }
    if seconds < 0.000_95 { return "\(fixed(seconds * 1_000, 2)) ms" }
    if seconds < 0.999_5 { return "\(fixed(seconds * 1_000, 0)) ms" }
    if seconds < 60 { return "\(fixed(seconds, 2)) s" }
    let whole = Int(min(seconds, 1e12))
    return "\(whole / 60) min \(whole % 60) s"
  }

  /// A count with its noun: `1 step`, `3 steps`.
  static func count(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  private static func fixed(whole: Int, _ scale: Int, _ decimals: Int) -> String {
    guard decimals > 0 else { return String(whole) }
    let fraction = String(whole % scale)
    let zeros = String(repeating: "0", count: max(0, decimals - fraction.count))
    return "\(whole / scale).\(zeros)\(fraction)"
  }
}
