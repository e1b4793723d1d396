extension ImageInfo {
  /// Reads an X bitmap, a piece of C source whose bytes must all be there.
  static func xbm(_ reader: ImageByteReader) throws(ImageInfoError) -> ImageInfo {
    let text = try reader.text(0, reader.count)
    guard let brace = text.utf8.firstIndex(of: UInt8(ascii: "{")) else {
      throw reader.truncated("before its bits")
    }
    var sizes: [String: Int] = [:]
    let lines = text[..<brace].split(whereSeparator: \.isNewline)
    for line in lines.prefix(100) {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let define = words.firstIndex(of: "#define"), define + 2 < words.count,
        let value = Int(words[define + 2])
      else { continue }
      let word = words[define + 1]
      for name in ["width", "height"] where word == name || word.hasSuffix("_" + name) {
        sizes[name] = value
      }
    }
    guard let width = sizes["width"], let height = sizes["height"],
      (1...65_535).contains(width), (1...65_535).contains(height)
    else { throw reader.malformed("width and height are not defined", at: 0) }
    let isOld = text[..<brace].contains("short")
    let numbers = (width + (isOld ? 15 : 7)) / (isOld ? 16 : 8) * height
    try checkBits(text[text.utf8.index(after: brace)...].utf8, numbers: numbers, reader: reader)
    return ImageInfo(format: .xbm, width: width, height: height, bitsPerChannel: 1)
  }

  private static func checkBits(
    _ text: Substring.UTF8View,
    numbers: Int,
    reader: ImageByteReader
  ) throws(ImageInfoError) {
    guard let end = text.firstIndex(of: UInt8(ascii: "}")) else {
      throw reader.truncated("within its bits")
    }
    var count = 0
    for word in text[..<end].split(whereSeparator: { " \t\r\n,".utf8.contains($0) }) {
      let number = String(decoding: word, as: UTF8.self).lowercased()
      let isNumber =
        number.hasPrefix("0x")
        ? UInt16(number.dropFirst(2), radix: 16) != nil : UInt16(number) != nil
      guard isNumber else {
        throw reader.malformed("the bits hold what is no number", at: reader.count - text.count)
      }
      count += 1
    }
    guard count >= numbers else {
      throw reader.malformed(
        "the size needs \(numbers) numbers, there are \(count)",
        at: reader.count - text.count
      )
    }
  }
}
