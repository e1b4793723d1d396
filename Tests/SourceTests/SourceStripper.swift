/// Blanks the comments and the contents of string literals of a Swift source text.
///
/// Code inside `\( )` of a literal is kept. Regular expression literals are read as code.
struct SourceStripper {
  private let bytes: [UInt8]
  private var index = 0
  private var result: [UInt8] = []

  private static let quote = UInt8(ascii: "\"")
  private static let hash = UInt8(ascii: "#")
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
  private static let deepest = 64

  init(_ text: String) {
    bytes = Array(text.utf8)
    result.reserveCapacity(bytes.count)
  }

  mutating func strip() -> String {
    code(depth: 0)
    return String(decoding: result, as: UTF8.self)
  }

  /// Reads code up to the end, or up to the parenthesis that closes an interpolation.
  private mutating func code(depth: Int) {
    var parentheses = 0
    while let byte = peek() {
      switch byte {
      case Self.slash where peek(1) == Self.slash: lineComment()
      case Self.slash where peek(1) == Self.star: blockComment()
      case Self.quote, Self.hash:
        let hashes = count(of: Self.hash, from: index)
        if peek(hashes) == Self.quote, depth < Self.deepest {
          literal(hashes: hashes, depth: depth)
        } else {
          for _ in 0..<max(hashes, 1) { keep() }
        }
      case UInt8(ascii: "("):
        parentheses += 1
        keep()
      case UInt8(ascii: ")"):
        if depth > 0, parentheses == 0 { return }
        parentheses -= 1
        keep()
      default: keep()
      }
    }
  }

  private mutating func lineComment() {
    while let byte = peek(), byte != UInt8(ascii: "\n") { blank() }
  }

  private mutating func blockComment() {
    var depth = 0
    repeat {
      if peek() == Self.slash, peek(1) == Self.star {
        depth += 1
        blank()
      } else if peek() == Self.star, peek(1) == Self.slash {
        depth -= 1
        blank()
      }
      blank()
    } while depth > 0 && peek() != nil
  }

  private mutating func literal(hashes: Int, depth: Int) {
    for _ in 0..<hashes { keep() }
    let quotes = count(of: Self.quote, from: index) >= 3 ? 3 : 1
    for _ in 0..<quotes { keep() }
    while let byte = peek() {
      if byte == UInt8(ascii: "\\"), count(of: Self.hash, from: index + 1) >= hashes {
        for _ in 0...hashes { blank() }
        guard peek() == UInt8(ascii: "(") else {
          blank()
          continue
        }
        keep()
        code(depth: depth + 1)
        keep()
      } else if byte == UInt8(ascii: "\n"), quotes == 1 {
        return
      } else if count(of: Self.quote, from: index) >= quotes,
        count(of: Self.hash, from: index + quotes) >= hashes
      {
        for _ in 0..<(quotes + hashes) { keep() }
        return
      } else {
        blank()
      }
    }
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private func count(of byte: UInt8, from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == byte { end += 1 }
    return end - start
  }

  private mutating func keep() {
    guard let byte = peek() else { return }
    result.append(byte)
    index += 1
  }

  private mutating func blank() {
    guard let byte = peek() else { return }
    if byte == UInt8(ascii: "\n") { result.append(byte) } else { result.append(UInt8(ascii: " ")) }
    index += 1
  }
}
