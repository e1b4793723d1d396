internal import Documents
internal import Encodings

/// The events of a body of the type `text/event-stream` (HTML, section 9.2.6).
struct EventStream {
  /// Each event as an object of its fields: `data`, and `event`, `id` and `retry` where they are set.
  private(set) var events: [JSONValue] = []
  /// Whether the body ends before the blank line that ends an event.
  private(set) var isCutShort = false

  private var data: String?
  private var others = JSONObject()

  /// Reads a body; nil when it is not UTF-8.
  init?(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    guard String(validating: rest, as: UTF8.self) != nil else { return nil }
    var start = rest.startIndex
    var index = start
    while index < rest.endIndex {
      guard rest[index] == 0x0A || rest[index] == 0x0D else {
        index += 1
        continue
      }
      take(rest[start..<index])
      // CR with LF is one end.
      if rest[index] == 0x0D, index + 1 < rest.endIndex, rest[index + 1] == 0x0A { index += 1 }
      index += 1
      start = index
    }
    if start < rest.endIndex { take(rest[start...]) }
    isCutShort = data != nil
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
    guard !line.isEmpty else {
      endEvent()
      return
    }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "data":
      // Each line ends in a line break but for the last.
      if data == nil { data = text } else { data?.append("\n" + text) }
    case "event": others["event"] = .string(text)
    case "id" where !value.contains(0): others["id"] = .string(text)
    case "retry" where !value.isEmpty && value.allSatisfy(\.isASCIIDigit):
      let digits = text.drop { $0 == "0" }
      let number = JSONNumber(parsing: digits.isEmpty ? "0" : String(digits))
      others["retry"] = number.map(JSONValue.number)
    case _: break
    }
  }

  /// Without data there is no event.
  private mutating func endEvent() {
    if let data {
      var members = others
      members["data"] = .string(data)
      events.append(.object(members))
    }
    data = nil
    others = JSONObject()
  }
}
