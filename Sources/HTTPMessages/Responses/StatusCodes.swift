/// A set of status codes, kept as ranges.
public struct StatusCodes: Sendable, Hashable, Codable {
  /// The ranges, in the order given.
  public var ranges: [ClosedRange<Int>]

  /// Creates a set of ranges.
  public init(_ ranges: ClosedRange<Int>...) { self.ranges = ranges }

  /// Creates a set of single codes and ranges.
  public init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

  /// All from 200 to 299.
  public static let success = Self(200...299)

  /// Whether a code is in the set.
  public func contains(_ code: Int) -> Bool { ranges.contains { $0.contains(code) } }

  /// Adds a code.
  public mutating func insert(_ code: Int) {
    if !contains(code) { ranges.append(code...code) }
  }
}

extension StatusCodes: ExpressibleByArrayLiteral {
  /// A set of the codes written.
  public init(arrayLiteral elements: Int...) { ranges = elements.map { $0...$0 } }
}
