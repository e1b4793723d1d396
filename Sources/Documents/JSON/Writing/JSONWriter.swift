/// A writer of JSON texts.
///
/// Numbers are written as they were spelled, keys in their order unless sorted ones are asked for.
/// Only what RFC 8259, section 7 requires is escaped, and slashes when that is asked for.
struct JSONWriter {
  let options: JSONWritingOptions
  /// What is written so far, in UTF-8.
  private(set) var output: [UInt8] = []

  mutating func write(_ value: JSONValue, level: Int) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let number): append(number.literal)
    case .string(let text): writeText(text)
    case .array(let elements): write(elements, level: level)
    case .object(let members): write(members, level: level)
    }
  }

  private mutating func write(_ elements: [JSONValue], level: Int) {
    guard !elements.isEmpty else {
      append("[]")
      return
    }
    output.append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      breakLine(level: level + 1)
      write(element, level: level + 1)
    }
    breakLine(level: level)
    output.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ members: JSONObject, level: Int) {
    guard !members.isEmpty else {
      append("{}")
      return
    }
    var entries = members.entries
    if options.contains(.sortedKeys) { entries.sort { $0.key.precedesByCodePoints($1.key) } }
    output.append(UInt8(ascii: "{"))
    for (place, entry) in entries.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      breakLine(level: level + 1)
      writeText(entry.key)
      append(options.contains(.prettyPrinted) ? ": " : ":")
      write(entry.value, level: level + 1)
    }
    breakLine(level: level)
    output.append(UInt8(ascii: "}"))
  }

  private mutating func breakLine(level: Int) {
    guard options.contains(.prettyPrinted) else { return }
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
  }

  private mutating func append(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  private mutating func writeText(_ text: String) {
    output.append(UInt8(ascii: "\""))
    let escapesSlashes = options.contains(.escapedSlashes)
    let bytes = text.utf8Span.span
    var start = 0
    var place = 0
    // What needs no escape is written by the stretch.
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      let isPlain =
        byte == UInt8(ascii: "/")
        ? !escapesSlashes
        : byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      if isPlain { continue }
      append(bytes.extracting(start..<(place - 1)))
      writeEscape(of: byte)
      start = place
    }
    append(bytes.extracting(start..<place))
    output.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
  }

  private mutating func writeEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case UInt8(ascii: "/"): append("\\/")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case _:
      append(byte < 0x10 ? "\\u000" : "\\u00")
      append(String(byte, radix: 16))
    }
  }
}
