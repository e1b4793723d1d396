/// A text to look for in others, in a time that grows with their length only (Knuth, Morris,
/// Pratt).
struct TextSearch: Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Whether the text stands somewhere in another, code point by code point.
  func isFound(in other: String) -> Bool {
    let (part, bytes) = (text.utf8.span, other.utf8.span)
    guard !part.isEmpty else { return true }
    guard bytes.count >= part.count else { return false }
    let borders = borders
    var length = 0
    for index in bytes.indices {
      let byte = bytes[index]
      while length > 0, byte != part[length] { length = borders[length - 1] }
      if byte == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }

  /// For each byte of the text, how many bytes before its end are also its start; not kept, since a plan has thousands of texts.
  private var borders: [Int] {
    let part = text.utf8.span
    var borders = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = borders[length - 1] }
      if part[index] == part[length] { length += 1 }
      borders[index] = length
    }
    return borders
  }
}
