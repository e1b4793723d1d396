/// Reads numbers of the host's byte order at places of a message; a place beyond its end is `nil`.
struct NetlinkReader {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  func uint8(_ offset: Int) -> UInt8? {
    guard offset >= 0, offset < bytes.count else { return nil }
    return bytes[bytes.startIndex + offset]
  }

  func uint16(_ offset: Int) -> UInt16? {
    guard let low = uint8(offset), let high = uint8(offset + 1) else { return nil }
    return UInt16(littleEndian: UInt16(high) << 8 | UInt16(low))
  }

  func uint32(_ offset: Int) -> UInt32? {
    var value: UInt32 = 0
    for index in 0..<4 {
      guard let byte = uint8(offset + index) else { return nil }
      value |= UInt32(byte) << (8 * UInt32(index))
    }
    return UInt32(littleEndian: value)
  }

  func int32(_ offset: Int) -> Int32? { uint32(offset).map { Int32(bitPattern: $0) } }

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
    var rest = value.littleEndian
    for _ in 0..<(value.bitWidth / 8) {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Appends an attribute (`rtattr`) with its padding.
  mutating func append(attribute type: UInt16, _ content: [UInt8]) {
    append(native: UInt16(clamping: content.count + 4))
    append(native: type)
    append(contentsOf: content)
    while !count.isMultiple(of: 4) { append(0) }
  }
}
