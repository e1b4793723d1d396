/// The line and column of an offset in UTF-8.
struct TextPlace {
  /// The line from 1.
  var line = 1
  /// The column from 1, in code points.
  var column = 1

  init(of offset: Int, in bytes: [UInt8]) {
    let end = min(max(offset, 0), bytes.count)
    var lineStart = 0
    for place in 0..<end where bytes[place] == UInt8(ascii: "\n") {
      line += 1
      lineStart = place + 1
    }
    for place in lineStart..<end where bytes[place] & 0xC0 != 0x80 { column += 1 }
  }
}
