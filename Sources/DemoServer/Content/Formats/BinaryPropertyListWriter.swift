/// Writes property lists in the format `bplist00`.
struct BinaryPropertyListWriter {
  private var objects: [[UInt8]] = []

  /// A whole document of at most 65536 objects.
  static func write(_ value: PropertyListValue) -> [UInt8] {
    var writer = Self()
    let root = writer.add(value)
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in writer.objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += bigEndian(offset, size: 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 2]
    bytes += bigEndian(writer.objects.count, size: 8) + bigEndian(root, size: 8)
    return bytes + bigEndian(table, size: 8)
  }

  /// Adds an object after those that it holds, and says its number.
  private mutating func add(_ value: PropertyListValue) -> Int {
    let object: [UInt8]
    switch value {
    case .boolean(let flag): object = [flag ? 0x09 : 0x08]
    case .integer(let number): object = Self.integer(number)
    case .real(let number): object = [0x23] + Self.double(number)
    case .date(let seconds, _): object = [0x33] + Self.double(seconds)
    case .data(let bytes): object = Self.marker(0x40, count: bytes.count) + bytes
    case .string(let text): object = Self.string(text)
    case .array(let values):
      let references = values.map { Self.bigEndian(add($0), size: 2) }
      object = Self.marker(0xA0, count: values.count) + references.joined()
    case .dictionary(let pairs):
      let keys = pairs.map { Self.bigEndian(add(.string($0.key)), size: 2) }
      let values = pairs.map { Self.bigEndian(add($0.value), size: 2) }
      object = Self.marker(0xD0, count: pairs.count) + keys.joined() + values.joined()
    }
    objects.append(object)
    return objects.count - 1
  }

  private static func string(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return marker(0x50, count: text.utf8.count) + text.utf8
    }
    return marker(0x60, count: text.utf16.count) + TextCharset.utf16BigEndian.encode(text)
  }

  private static func marker(_ kind: UInt8, count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 0x0F] + integer(count)
  }

  private static func integer(_ number: Int) -> [UInt8] {
    (0..<256).contains(number) ? [0x10, UInt8(number)] : [0x13] + bigEndian(number, size: 8)
  }

  private static func double(_ number: Double) -> [UInt8] {
    bigEndian(Int(truncatingIfNeeded: number.bitPattern), size: 8)
  }

  private static func bigEndian(_ number: Int, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
  }
}
