import Foundation

/// Secrets that are found again in what a command tells, in whatever spelling.
enum MarkedSecret {
  /// A secret: letters at both ends that nothing escapes, and between them what each encoding spells differently.
  static func text(_ name: String) -> String { #"\#(name)Qx7/+"w&<ö?\ 1Zk9\#(name)"# }

  /// What must not be found: the ends of the secret, plain, and in base64 at each offset.
  static func leaks(_ name: String) -> [String] {
    let start = "\(name)Qx7"
    let end = "Zk9\(name)"
    let encoded = (0..<3).map { offset in
      // The characters that depend on nothing around.
      let text = Base64Text.encode(Array(repeating: 0x20, count: offset) + Array(start.utf8))
      return String(text.dropFirst(offset == 0 ? 0 : offset + 1).prefix { $0 != "=" }.dropLast(1))
    }
    return [start, end] + encoded
  }
}

extension MarkedSecret {
  /// The lines of a text that hold what must not be found, by it.
  ///
  /// Bytes are compared: characters take twenty times as long, and hide what a combining mark follows.
  static func lines(of text: String, with leaks: [String]) -> [String: [String]] {
    let bytes = Data(text.utf8)
    return Dictionary(
      uniqueKeysWithValues: leaks.filter { bytes.range(of: Data($0.utf8)) != nil }.map { leak in
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
          .filter { $0.range(of: Data(leak.utf8)) != nil }
        return (leak, lines.map { String(decoding: $0, as: UTF8.self) })
      }
    )
  }
}

/// Base64, for the test alone.
private enum Base64Text {
  static func encode(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    var index = 0
    while index + 2 < bytes.count {
      let word = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
      for shift in [18, 12, 6, 0] { text.append(digits[word >> shift & 63]) }
      index += 3
    }
    return text
  }
}
