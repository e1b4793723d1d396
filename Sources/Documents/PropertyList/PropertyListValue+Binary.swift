extension PropertyListValue {
  /// The list in the binary format; equal texts, numbers and such are written once.
  ///
  /// - Throws: when the list is too deep, or a number has more than 64 bits.
  public func binary() throws(PropertyListError) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    _ = try writer.add(self, depth: 0)
    return writer.finish()
  }
}

/// Gives each object a number, then writes them with the numbers they refer to.
private struct BinaryPropertyListWriter {
  private enum Object {
    case scalar(PropertyListValue)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private var objects: [Object] = []
  private var numbers: [PropertyListValue: Int] = [:]

  mutating func add(_ value: PropertyListValue, depth: Int) throws(PropertyListError) -> Int {
    guard depth < PropertyListValue.depthLimit else { throw PropertyListError.tooDeep }
    switch value {
    case .array(let elements):
      let number = reserve()
      var references: [Int] = []
      for element in elements { references.append(try add(element, depth: depth + 1)) }
      objects[number] = .array(references)
      return number
    case .dictionary(let entries):
      let number = reserve()
      var keys: [Int] = []
      var values: [Int] = []
      for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
        keys.append(try add(.string(key), depth: depth + 1))
        values.append(try add(value, depth: depth + 1))
      }
      objects[number] = .dictionary(keys: keys, values: values)
      return number
    case .integer(let integer) where !PropertyListValue.integers.contains(integer):
      throw PropertyListError(
        code: .notRepresentable,
        message: "the number \(integer) has more than 64 bits"
      )
    case .real(let real) where real.isNaN || real == 0:
      // NaN equals nothing, and zero equals minus zero.
      return reserve(.scalar(value))
    case .string, .integer, .real, .boolean, .date, .data, .uid:
      if let number = numbers[value] { return number }
      let number = reserve(.scalar(value))
      numbers[value] = number
      return number
    }
  }

  func finish() -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    let referenceSize = Self.size(of: UInt64(objects.count))
    var offsets: [UInt64] = []
    for object in objects {
      offsets.append(UInt64(bytes.count))
      switch object {
      case .scalar(let value): Self.append(value, to: &bytes)
      case .array(let references):
        Self.appendMarker(0xA0, count: references.count, to: &bytes)
        for reference in references { Self.append(UInt64(reference), referenceSize, to: &bytes) }
      case .dictionary(let keys, let values):
        Self.appendMarker(0xD0, count: keys.count, to: &bytes)
        for reference in keys + values { Self.append(UInt64(reference), referenceSize, to: &bytes) }
      }
    }
    let table = UInt64(bytes.count)
    let offsetSize = Self.size(of: table)
    for offset in offsets { Self.append(offset, offsetSize, to: &bytes) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [UInt64(objects.count), 0, table] { Self.append(number, 8, to: &bytes) }
    return bytes
  }

  private mutating func reserve(_ object: Object = .array([])) -> Int {
    objects.append(object)
    return objects.count - 1
  }

  private static func append(_ value: PropertyListValue, to bytes: inout [UInt8]) {
    switch value {
    case .string(let text):
      let utf8 = Array(text.utf8)
      if utf8.allSatisfy({ $0 < 0x80 }) {
        appendMarker(0x50, count: utf8.count, to: &bytes)
        bytes += utf8
      } else {
        let units = Array(text.utf16)
        appendMarker(0x60, count: units.count, to: &bytes)
        for unit in units { append(UInt64(unit), 2, to: &bytes) }
      }
    case .integer(let number): appendInteger(number, to: &bytes)
    case .real(let number):
      bytes.append(0x23)
      append(number.bitPattern, 8, to: &bytes)
    case .boolean(let value): bytes.append(value ? 0x09 : 0x08)
    case .date(let date):
      bytes.append(0x33)
      append(date.secondsSince2001.bitPattern, 8, to: &bytes)
    case .data(let data):
      appendMarker(0x40, count: data.count, to: &bytes)
      bytes += data
    case .uid(let number):
      let length = size(of: number)
      bytes.append(0x80 | UInt8(length - 1))
      append(number, length, to: &bytes)
    case .array, .dictionary: break
    }
  }

  private static func appendInteger(_ number: Int128, to bytes: inout [UInt8]) {
    if number > Int128(Int64.max) {
      bytes.append(0x14)
      append(0, 8, to: &bytes)
      append(UInt64(truncatingIfNeeded: number), 8, to: &bytes)
      return
    }
    let bits = UInt64(truncatingIfNeeded: number)
    let length = number < 0 ? 8 : size(of: bits)
    bytes.append(0x10 | UInt8(length.trailingZeroBitCount))
    append(bits, length, to: &bytes)
  }

  private static func appendMarker(_ marker: UInt8, count: Int, to bytes: inout [UInt8]) {
    guard count >= 0xF else {
      bytes.append(marker | UInt8(count))
      return
    }
    bytes.append(marker | 0xF)
    appendInteger(Int128(count), to: &bytes)
  }

  private static func append(_ number: UInt64, _ length: Int, to bytes: inout [UInt8]) {
    for position in (0..<length).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * position)))
    }
  }

  /// How many bytes a number needs: 1, 2, 4 or 8.
  private static func size(of number: UInt64) -> Int {
    switch number {
    case ...0xFF: 1
    case ...0xFFFF: 2
    case ...0xFFFF_FFFF: 4
    default: 8
    }
  }
}
