import Encodings

/// Reads the old text format: `{ key = value; }`, `( a, b )`, `"text"`, `<0fbd77>`.
///
/// As Core Foundation reads it: every scalar is a text, the braces of the outermost dictionary may
/// be missing, and a key alone stands for itself.
struct OpenStepPropertyListReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  mutating func read() throws(PropertyListError) -> PropertyListValue {
    try skipBlank()
    guard index < scalars.count else { throw error("expected a value, found nothing", at: 0) }
    let start = index
    let value = try value(depth: 0)
    try skipBlank()
    guard index < scalars.count else { return value }
    guard case .string = value, scalars[index] == "=" || scalars[index] == ";" else {
      throw error("expected the end, found \(found)", at: index)
    }
    index = start
    return .dictionary(try entries(until: nil, depth: 0))
  }

  private mutating func value(depth: Int) throws(PropertyListError) -> PropertyListValue {
    guard depth < PropertyListValue.depthLimit else { throw PropertyListError.tooDeep }
    try skipBlank()
    guard index < scalars.count else { throw error("expected a value, found the end", at: index) }
    switch scalars[index] {
    case "{":
      index += 1
      return .dictionary(try entries(until: "}", depth: depth + 1))
    case "(": return try array(depth: depth + 1)
    case "<": return try data()
    default: return .string(try text())
    }
  }

  private mutating func entries(
    until end: Unicode.Scalar?,
    depth: Int
  ) throws(PropertyListError) -> [String: PropertyListValue] {
    var values: [String: PropertyListValue] = [:]
    while true {
      try skipBlank()
      guard index < scalars.count else {
        guard end == nil else { throw error("expected '}', found the end", at: index) }
        return values
      }
      if scalars[index] == end {
        index += 1
        return values
      }
      let key = try text()
      try skipBlank()
      if take("=") {
        values[key] = try value(depth: depth)
        try skipBlank()
      } else {
        values[key] = .string(key)
      }
      guard take(";") else { throw error("expected ';', found \(found)", at: index) }
    }
  }

  private mutating func array(depth: Int) throws(PropertyListError) -> PropertyListValue {
    index += 1
    var values: [PropertyListValue] = []
    while true {
      try skipBlank()
      if take(")") { return .array(values) }
      values.append(try value(depth: depth))
      try skipBlank()
      if take(")") { return .array(values) }
      guard take(",") else { throw error("expected ',' or ')', found \(found)", at: index) }
    }
  }

  private mutating func data() throws(PropertyListError) -> PropertyListValue {
    index += 1
    var digits = ""
    while index < scalars.count, scalars[index] != ">" {
      if !scalars[index].properties.isWhitespace {
        guard scalars[index].hexadecimalValue != nil else {
          throw error("expected a hexadecimal digit, found \(found)", at: index)
        }
        digits.unicodeScalars.append(scalars[index])
      }
      index += 1
    }
    guard take(">") else { throw error("expected '>', found the end", at: index) }
    guard let bytes = Hex.decode(digits) else {
      throw error("the data has an odd number of digits", at: index - 1)
    }
    return .data(bytes)
  }

  private mutating func text() throws(PropertyListError) -> String {
    let first = scalars[index]
    if first == "\"" || first == "'" { return try quotedText(first) }
    let start = index
    while index < scalars.count, isPlain(scalars[index]) {
      // A comment may follow a word without a space.
      if scalars[index] == "/", index + 1 < scalars.count,
        scalars[index + 1] == "/" || scalars[index + 1] == "*"
      {
        break
      }
      index += 1
    }
    guard index > start else { throw error("expected a value, found \(found)", at: index) }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<index])
    return String(view)
  }

  private mutating func quotedText(_ quote: Unicode.Scalar) throws(PropertyListError) -> String {
    let start = index
    index += 1
    var units: [UInt16] = []
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if scalar == quote { return String(decoding: units, as: UTF16.self) }
      if scalar == "\\" {
        units.append(contentsOf: try escape())
      } else {
        units.append(contentsOf: UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter)
      }
    }
    throw error("the text in quotes has no end", at: start)
  }

  private mutating func escape() throws(PropertyListError) -> [UInt16] {
    let start = index - 1
    guard index < scalars.count else { throw error("the text in quotes has no end", at: start) }
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case "a": return [0x07]
    case "b": return [0x08]
    case "f": return [0x0C]
    case "n": return [0x0A]
    case "r": return [0x0D]
    case "t": return [0x09]
    case "v": return [0x0B]
    case "U", "u":
      let digits = scalars[index...].prefix(4).prefix { $0.hexadecimalValue != nil }
      guard !digits.isEmpty else { throw error("an escape lacks its digits", at: start) }
      index += digits.count
      return [digits.reduce(0) { $0 << 4 | UInt16($1.hexadecimalValue ?? 0) }]
    case "0"..."7":
      let digits = scalars[(index - 1)...].prefix(3).prefix { ("0"..."7").contains($0) }
      let code = digits.reduce(0) { $0 << 3 | UInt16($1.value - 0x30) }
      guard code < 0x80 else {
        throw error(
          "octal escapes over \\177, which mean NeXTSTEP's charset, are not read",
          at: start
        )
      }
      index += digits.count - 1
      return [code]
    default: return Array(UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter)
    }
  }

  private mutating func skipBlank() throws(PropertyListError) {
    while index < scalars.count {
      if scalars[index].properties.isWhitespace {
        index += 1
      } else if scalars[index...].starts(with: "//".unicodeScalars) {
        while index < scalars.count, scalars[index] != "\n", scalars[index] != "\r" { index += 1 }
      } else if scalars[index...].starts(with: "/*".unicodeScalars) {
        let start = index
        index += 2
        while !scalars[index...].starts(with: "*/".unicodeScalars) {
          guard index < scalars.count else { throw error("the comment has no end", at: start) }
          index += 1
        }
        index += 2
      } else {
        return
      }
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard index < scalars.count, scalars[index] == scalar else { return false }
    index += 1
    return true
  }

  private var found: String {
    index < scalars.count ? "'\(scalars[index])'" : "the end"
  }

  private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "/", ":", ".", "-": true
    default: false
    }
  }

  private func error(_ message: String, at place: Int) -> PropertyListError {
    let before = scalars.prefix(place)
    let line = before.count { $0 == "\n" } + 1
    let column = place - (before.lastIndex(of: "\n").map { $0 + 1 } ?? 0) + 1
    return PropertyListError(message: message, place: .text(line: line, column: column))
  }
}
