public import Diagnostics

/// How many requests may be sent in which time: `10/s`, `0.5/s`, `90/m`.
public struct RequestRate: Sendable, Hashable {
  /// The time from one request to the next, in seconds.
  public let interval: Double

  /// Reads a rate.
  ///
  /// - Parameter text: a number above 0, perhaps with a fraction, then `/s`, `/m` or `/h`.
  /// - Throws: ``Mistake`` for anything else, beyond a million a second or below one a day.
  public init(parsing text: String) throws(Mistake) {
    let wrong = Mistake("expected a rate such as 10/s or 90/m, got \"\(text)\"")
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = Self.times[String(parts[1])],
      let first = parts[0].utf8.first, (0x30...0x39).contains(first),
      parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      let number = Double(parts[0]), number.isFinite, number > 0
    else { throw wrong }
    let interval = time / number
    guard (1e-6...86_400).contains(interval) else { throw wrong }
    self.interval = interval
  }

  private static let times: [String: Double] = ["s": 1, "m": 60, "h": 3_600]
}
