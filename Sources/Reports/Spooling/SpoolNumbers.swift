/// Whole numbers as bytes, for a spool: eight for each, the least significant first.
enum SpoolNumbers {
  /// How many bytes a number has.
  static let size = 8

  /// The bytes of numbers.
  static func encoded(_ numbers: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * size)
    for number in numbers {
      unsafe withUnsafeBytes(of: Int64(number).littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// The numbers that were encoded; what is left over of less than one is dropped.
  static func decoded(_ bytes: [UInt8]) -> [Int] {
    unsafe bytes.withUnsafeBytes { buffer in
      (0..<buffer.count / size).map { place in
        let number = unsafe buffer.loadUnaligned(fromByteOffset: place * size, as: Int64.self)
        return Int(Int64(littleEndian: number))
      }
    }
  }
}
