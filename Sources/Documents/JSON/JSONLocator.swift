/// Finds where a value stands in the bytes of a JSON document.
///
/// It reads only as far as the place, keeps nothing and never fails: bytes that are no JSON give
/// no place.
public struct JSONLocator: Sendable {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The byte at which a value starts, for a member that of its key.
  ///
  /// - Parameters:
  ///   - path: from the root of the document.
  ///   - bytes: the document.
  /// - Returns: the place of the deepest value on the path that exists.
  static func offset(of path: [JSONPath.Component], in bytes: [UInt8]) -> Int {
    var locator = JSONLocator(bytes)
    locator.skipSpace()
    var place = locator.position
    for step in path {
      let found =
        switch step {
        case .name(let name): locator.enter(key: name)
        case .index(let index): locator.enter(index: index)
        }
      guard let found else { break }
      place = found
    }
    return place
  }

  /// Where the elements of a list stand.
  ///
  /// - Parameter utf8: JSON that can be parsed, in UTF-8.
  /// - Returns: the bytes of each element; nothing for JSON that is no list.
  public static func elementRanges(of utf8: [UInt8]) -> [Range<Int>] {
    var locator = JSONLocator(utf8)
    if utf8.starts(with: [0xEF, 0xBB, 0xBF]) { locator.position = 3 }
    guard locator.skip("["), locator.byte != UInt8(ascii: "]") else { return [] }
    var ranges: [Range<Int>] = []
    repeat {
      let start = locator.position
      locator.skipValue()
      let end = utf8[start..<locator.position].lastIndex { !isSpace($0) } ?? start
      ranges.append(start..<end + 1)
    } while locator.skip(",")
    return ranges
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func skipSpace() {
    while let byte, Self.isSpace(byte) { position += 1 }
  }

  /// Steps over a mark and the space around it.
  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard let byte, UInt32(byte) == mark.value else { return false }
    position += 1
    skipSpace()
    return true
  }

  /// Goes to the value of a member; returns the place of its key.
  private mutating func enter(key: String) -> Int? {
    guard skip("{") else { return nil }
    let wanted = Array(key.utf8)
    while byte == UInt8(ascii: "\"") {
      let start = position
      skipString()
      let isWanted = Self.name(bytes[start..<position], is: wanted)
      guard skip(":") else { return nil }
      if isWanted { return start }
      skipValue()
      guard skip(",") else { return nil }
    }
    return nil
  }

  /// Goes to an element; returns its place.
  private mutating func enter(index: Int) -> Int? {
    guard index >= 0, skip("[") else { return nil }
    for _ in 0..<index {
      let start = position
      skipValue()
      guard position > start, skip(",") else { return nil }
    }
    return byte == UInt8(ascii: "]") ? nil : position
  }

  private mutating func skipString() {
    position += 1
    while let byte {
      if byte == UInt8(ascii: "\\") {
        position = min(position + 2, bytes.count)
      } else {
        position += 1
        if byte == UInt8(ascii: "\"") { return }
      }
    }
  }

  private mutating func skipValue() {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        position += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard depth > 0 else { return }
        depth -= 1
        position += 1
      case UInt8(ascii: ",") where depth == 0:
        return
      case _:
        position += 1
      }
    }
  }

  /// Whether a string in quotes is a name, escapes of ASCII resolved.
  private static func name(_ quoted: ArraySlice<UInt8>, is wanted: [UInt8]) -> Bool {
    let inner = quoted.dropFirst().dropLast()
    guard inner.contains(UInt8(ascii: "\\")) else { return inner.elementsEqual(wanted) }
    return (try? JSONParser().parse(Array(quoted)))?.string.map { $0.utf8.elementsEqual(wanted) }
      ?? false
  }
}
