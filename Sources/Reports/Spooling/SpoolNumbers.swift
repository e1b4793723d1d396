/// Whole numbers as bytes, for a spool: eight for each, the least significant first.
enum SpoolNumbers {
  /// How many bytes a number has.
  static let size = 8

  /// The bytes of numbers.
  static func encoded(_ numbers: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * size)
    for number in numbers {
      for place in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (place * 8))) }
    }
    return bytes
  }

  /// The numbers that were encoded; what is left over of less than one is dropped.
  static func decoded(_ bytes: [UInt8]) -> [Int] {
    (0..<bytes.count / size).map { number in
      (0..<size).reduce(0) { $0 | Int(bytes[number * size + $1]) << ($1 * 8) }
    }
  }
}
