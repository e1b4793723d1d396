/// The line and column of an offset in UTF-8, with the text around it.
struct TextPlace {
  /// The line from 1.
  var line = 1
  /// The column from 1, in code points.
  var column = 1
  /// At most some sixty code points of the line, control characters replaced.
  var excerpt = ""

  init(of offset: Int, in bytes: [UInt8]) {
    let end = min(max(offset, 0), bytes.count)
    var lineStart = 0
    for place in 0..<end where bytes[place] == UInt8(ascii: "\n") {
      line += 1
      lineStart = place + 1
    }
    for place in lineStart..<end where bytes[place] & 0xC0 != 0x80 { column += 1 }

    var first = max(lineStart, end - 30)
    while first > lineStart, bytes[first] & 0xC0 == 0x80 { first -= 1 }
    var last = end
    while last < bytes.count, last < end + 30, bytes[last] != UInt8(ascii: "\n") { last += 1 }
    while last < bytes.count, bytes[last] & 0xC0 == 0x80 { last += 1 }
    let text = String(decoding: bytes[first..<last], as: UTF8.self)
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      scalars.append(isControl ? (scalar == "\t" || scalar == "\r" ? " " : "\u{FFFD}") : scalar)
    }
    excerpt = String(scalars)
  }
}
