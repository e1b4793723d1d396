/// Reads Apple's binary format, whose objects refer to each other by number.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private var offsetSize = 0
  private var referenceSize = 0
  private var objectCount = 0
  private var tableOffset = 0
  /// What was read already: objects may be shared, so each is read once.
  private var known: [Int: (value: PropertyListValue, weight: Int)] = [:]
  private var open: Set<Int> = []

  /// How much a list may hold when shared objects are counted each time: some 32 for a value, 1 for
  /// a byte.
  private static let weightLimit = 256 << 20

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func read() throws(PropertyListError) -> PropertyListValue {
    let trailer = bytes.count - 32
    guard trailer >= 8, bytes[6] == UInt8(ascii: "0") else {
      throw error("expected a binary property list of version 0 with a trailer", at: 0)
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let objectCount = Int(exactly: number(trailer + 8, 8)),
      let top = Int(exactly: number(trailer + 16, 8)),
      let tableOffset = Int(exactly: number(trailer + 24, 8)), tableOffset >= 8,
      tableOffset <= trailer, objectCount >= 1,
      objectCount <= (trailer - tableOffset) / offsetSize, top < objectCount
    else { throw error("the trailer contradicts the file", at: trailer) }
    self.objectCount = objectCount
    self.tableOffset = tableOffset
    return try object(top, depth: 0).value
  }

  private mutating func object(
    _ index: Int,
    depth: Int
  ) throws(PropertyListError) -> (value: PropertyListValue, weight: Int) {
    if let known = known[index] { return known }
    let entry = tableOffset + index * offsetSize
    guard let offset = Int(exactly: number(entry, offsetSize)), offset >= 8, offset < tableOffset
    else { throw error("object \(index) lies outside the objects", at: entry) }
    guard depth < PropertyListValue.depthLimit else { throw PropertyListError.tooDeep }
    guard open.insert(index).inserted else {
      throw error("object \(index) contains itself", at: offset)
    }
    defer { open.remove(index) }
    let result = try value(at: offset, depth: depth)
    guard result.weight <= Self.weightLimit else {
      throw PropertyListError(
        code: .limit,
        message: "the shared objects add up to too large a list",
        place: .byte(offset)
      )
    }
    known[index] = result
    return result
  }

  private mutating func value(
    at offset: Int,
    depth: Int
  ) throws(PropertyListError) -> (value: PropertyListValue, weight: Int) {
    let marker = bytes[offset]
    let low = Int(marker & 0xF)
    switch marker >> 4 {
    case 0x0:
      guard low == 8 || low == 9 else {
        throw error("an object of kind \(low) is no value", at: offset)
      }
      return (.boolean(low == 9), 32)
    case 0x1: return (.integer(try integer(at: offset)), 32)
    case 0x2:
      guard low == 2 || low == 3 else { throw error("a real has an unknown size", at: offset) }
      try require(offset + 1, 1 << low)
      let bits = number(offset + 1, 1 << low)
      let real =
        low == 3
        ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      return (.real(real), 32)
    case 0x3:
      try require(offset + 1, 8)
      let seconds = Double(bitPattern: number(offset + 1, 8))
      guard low == 3, let date = PropertyListDate(secondsSince2001: seconds) else {
        throw error("a date is not within the years 1 to 9999", at: offset)
      }
      return (.date(date), 32)
    case 0x4:
      let range = try content(at: offset, unit: 1)
      return (.data(Array(bytes[range])), 32 + range.count)
    case 0x5:
      let range = try content(at: offset, unit: 1)
      guard bytes[range].allSatisfy({ $0 < 0x80 }) else {
        throw error("an ASCII text holds other characters", at: offset)
      }
      return (.string(String(decoding: bytes[range], as: UTF8.self)), 32 + range.count)
    case 0x6:
      let range = try content(at: offset, unit: 2)
      let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { place in
        UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
      }
      return (.string(String(decoding: units, as: UTF16.self)), 32 + range.count)
    case 0x8:
      guard low < 8 else { throw error("a UID is longer than 8 bytes", at: offset) }
      try require(offset + 1, low + 1)
      return (.uid(number(offset + 1, low + 1)), 32)
    case 0xA: return try array(at: offset, depth: depth)
    case 0xD: return try dictionary(at: offset, depth: depth)
    default: throw error("an object has the unknown kind \(marker >> 4)", at: offset)
    }
  }

  private mutating func array(
    at offset: Int,
    depth: Int
  ) throws(PropertyListError) -> (value: PropertyListValue, weight: Int) {
    let range = try content(at: offset, unit: referenceSize)
    var values: [PropertyListValue] = []
    var weight = 32
    for place in stride(from: range.lowerBound, to: range.upperBound, by: referenceSize) {
      let element = try object(reference(at: place), depth: depth + 1)
      values.append(element.value)
      weight = min(weight + element.weight, Self.weightLimit + 1)
    }
    return (.array(values), weight)
  }

  private mutating func dictionary(
    at offset: Int,
    depth: Int
  ) throws(PropertyListError) -> (value: PropertyListValue, weight: Int) {
    let range = try content(at: offset, unit: 2 * referenceSize)
    let half = range.count / 2
    var values: [String: PropertyListValue] = [:]
    var weight = 32
    for place in stride(from: range.lowerBound, to: range.lowerBound + half, by: referenceSize) {
      let key = try object(reference(at: place), depth: depth + 1)
      guard case .string(let name) = key.value else {
        throw error("a key of a dictionary is no text", at: place)
      }
      let element = try object(reference(at: place + half), depth: depth + 1)
      values[name] = element.value
      weight = min(weight + key.weight + element.weight, Self.weightLimit + 1)
    }
    return (.dictionary(values), weight)
  }

  private func reference(at offset: Int) throws(PropertyListError) -> Int {
    guard let index = Int(exactly: number(offset, referenceSize)), index < objectCount else {
      throw error("a reference leads to no object", at: offset)
    }
    return index
  }

  private func integer(at offset: Int) throws(PropertyListError) -> Int128 {
    let low = Int(bytes[offset] & 0xF)
    guard bytes[offset] >> 4 == 1, low <= 4 else {
      throw error("a whole number has an unknown size", at: offset)
    }
    try require(offset + 1, 1 << low)
    switch low {
    case 3: return Int128(Int64(bitPattern: number(offset + 1, 8)))
    case 4:
      let high = Int128(Int64(bitPattern: number(offset + 1, 8)))
      let value = high << 64 | Int128(number(offset + 9, 8))
      guard PropertyListValue.integers.contains(value) else {
        throw error("a whole number has more than 64 bits", at: offset)
      }
      return value
    default: return Int128(number(offset + 1, 1 << low))
    }
  }

  /// Where the units of an object are that says how many it has.
  private func content(at offset: Int, unit: Int) throws(PropertyListError) -> Range<Int> {
    var count = Int(bytes[offset] & 0xF)
    var start = offset + 1
    if count == 0xF {
      try require(start, 1)
      let long = try integer(at: start)
      guard let value = Int(exactly: long), value >= 0, value <= bytes.count else {
        throw error("an object is longer than the file", at: offset)
      }
      count = value
      start += 1 + 1 << Int(bytes[start] & 0xF)
    }
    try require(start, count * unit)
    return start..<start + count * unit
  }

  /// Fails unless `length` bytes follow before the table of offsets.
  private func require(_ offset: Int, _ length: Int) throws(PropertyListError) {
    guard offset <= tableOffset, length <= tableOffset - offset else {
      throw error("an object goes beyond the objects", at: offset)
    }
  }

  private func number(_ offset: Int, _ length: Int) -> UInt64 {
    bytes[offset..<offset + length].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func error(_ message: String, at offset: Int) -> PropertyListError {
    PropertyListError(message: message, place: .byte(offset))
  }
}
