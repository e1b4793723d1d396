import Encodings

/// A moment as property lists have it: seconds since the start of 2001, UTC.
public struct PropertyListDate: Sendable, Hashable, CustomStringConvertible {
  /// Seconds since 2001-01-01T00:00:00Z; finite, in the years 1 to 9999.
  public let secondsSince2001: Double

  /// Makes a moment.
  ///
  /// - Parameter secondsSince2001: `nil` comes back when it is not finite or not in the years 1
  ///   to 9999.
  public init?(secondsSince2001: Double) {
    guard secondsSince2001.isFinite, Self.range.contains(secondsSince2001) else { return nil }
    self.secondsSince2001 = secondsSince2001
  }

  /// Reads `2024-02-29T12:30:00Z`, the form of XML property lists; a fraction of a second is
  /// allowed.
  public init?(iso8601 text: String) {
    guard text.utf8.last == UInt8(ascii: "Z"), let instant = Instant(rfc3339: text) else {
      return nil
    }
    let seconds = Double(instant.seconds - Self.epoch)
    self.init(secondsSince2001: seconds + Double(instant.nanoseconds) / 1e9)
  }

  /// The moment as ISO 8601 text, with milliseconds only when there are some.
  public var iso8601: String {
    let milliseconds = Int((secondsSince2001 * 1000).rounded(.down))
    let fraction = (milliseconds % 1000 + 1000) % 1000
    let seconds = (milliseconds - fraction) / 1000 + Self.epoch
    return CivilDate(secondsSince1970: seconds).rfc3339(milliseconds: fraction)
  }

  /// The moment as ISO 8601 text.
  public var description: String { iso8601 }

  /// 2001-01-01T00:00:00Z in seconds since 1970.
  private static let epoch = 978_307_200

  /// From 0001-01-01T00:00:00Z until before 10000-01-01T00:00:00Z.
  private static let range = -63_113_904_000.0..<252_423_993_600
}
