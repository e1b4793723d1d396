/// A header value with parameters: `form-data; name="a"`, or `Digest username="ada", nc=00000001`.
struct HeaderParameters {
  /// What stands before the parameters, lower-case.
  var value: String
  private var parameters: [String: String] = [:]

  /// A parameter's value, by its lower-case name.
  subscript(_ name: String) -> String? { parameters[name] }

  /// Reads leniently: what is not a parameter is passed over, of two equal names the first counts.
  ///
  /// - Parameters:
  ///   - text: the header's value.
  ///   - separator: `;` after media types, `,` in challenges and credentials.
  /// - Returns: the value and its parameters.
  static func parse(_ text: String, separator: UInt8 = 0x3B) -> Self {
    let bytes = Array(text.utf8)
    let isEnd = { (byte: UInt8) in byte == separator || byte == 0x20 || byte == 0x09 }
    var index = bytes.firstIndex(where: isEnd) ?? bytes.count
    var result = Self(value: String(decoding: bytes[..<index], as: UTF8.self).lowercased())
    while index < bytes.count {
      while index < bytes.count, isEnd(bytes[index]) { index += 1 }
      let nameStart = index
      while index < bytes.count, bytes[index] != 0x3D, bytes[index] != separator { index += 1 }
      let name = String(decoding: bytes[nameStart..<index], as: UTF8.self).trimmed.lowercased()
      guard index < bytes.count, bytes[index] == 0x3D else { continue }
      index += 1
      let value = takeValue(bytes, &index, separator)
      if result.parameters[name] == nil { result.parameters[name] = value }
    }
    return result
  }

  private init(value: String) {
    self.value = value
  }

  private static func takeValue(_ bytes: [UInt8], _ index: inout Int, _ separator: UInt8) -> String
  {
    var value: [UInt8] = []
    if index < bytes.count, bytes[index] == 0x22 {
      index += 1
      while index < bytes.count, bytes[index] != 0x22 {
        if bytes[index] == 0x5C, index + 1 < bytes.count { index += 1 }
        value.append(bytes[index])
        index += 1
      }
      while index < bytes.count, bytes[index] != separator { index += 1 }
      return String(decoding: value, as: UTF8.self)
    }
    while index < bytes.count, bytes[index] != separator {
      value.append(bytes[index])
      index += 1
    }
    return String(decoding: value, as: UTF8.self).trimmed
  }
}
