/// Reads numbers of the host's byte order at places of a message; a place beyond its end is `nil`.
struct NetlinkReader {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  func uint8(_ offset: Int) -> UInt8? { number(offset) }
  func uint16(_ offset: Int) -> UInt16? { number(offset) }
  func uint32(_ offset: Int) -> UInt32? { number(offset) }
  func int32(_ offset: Int) -> Int32? { number(offset) }

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Number? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { return nil }
    return unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: offset, as: Number.self)
    }
  }

  /// The attributes behind a header of `offset` bytes, the last of each type (`rtattr`).
  func attributes(from offset: Int) -> [UInt16: ArraySlice<UInt8>] {
    var attributes: [UInt16: ArraySlice<UInt8>] = [:]
    var place = offset
    while let length = uint16(place), let type = uint16(place + 2), length >= 4,
      place + Int(length) <= bytes.count
    {
      let start = bytes.startIndex + place
      // The two highest bits are flags.
      attributes[type & 0x3FFF] = bytes[(start + 4)..<(start + Int(length))]
      place += (Int(length) + 3) & ~3
    }
    return attributes
  }
}

extension [UInt8] {
  /// Appends a number in the host's byte order.
  mutating func append(native value: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: value) { unsafe append(contentsOf: $0) }
  }

  /// Appends an attribute (`rtattr`) with its padding.
  mutating func append(attribute type: UInt16, _ content: [UInt8]) {
    append(native: UInt16(clamping: content.count + 4))
    append(native: type)
    append(contentsOf: content)
    while !count.isMultiple(of: 4) { append(0) }
  }
}
