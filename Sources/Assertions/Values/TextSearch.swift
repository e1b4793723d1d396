/// A text to look for in others, in a time that grows with their length only (Knuth, Morris,
/// Pratt).
struct TextSearch: Sendable {
  private let part: [UInt8]

  /// For each byte of `part`, how many bytes before its end are also its start.
  private let borders: [Int]

  init(_ text: String) {
    part = Array(text.utf8)
    var borders = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = borders[length - 1] }
      if part[index] == part[length] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// Whether the text stands somewhere in another, code point by code point.
  func isFound(in text: String) -> Bool {
    guard !part.isEmpty else { return true }
    let bytes = text.utf8.span
    guard bytes.count >= part.count else { return false }
    let parts = part.span
    var length = 0
    for index in bytes.indices {
      let byte = bytes[index]
      while length > 0, byte != parts[length] { length = borders[length - 1] }
      if byte == parts[length] { length += 1 }
      if length == parts.count { return true }
    }
    return false
  }
}
