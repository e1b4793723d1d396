import Encodings

extension PropertyListValue {
  /// The list as XML, with the keys of a dictionary in order of their code points.
  ///
  /// - Returns: UTF-8.
  /// - Throws: when the list is too deep, or a text holds a character that XML 1.0 cannot.
  public func xml() throws(PropertyListError) -> [UInt8] {
    var writer = XMLWriter()
    writer.documentType(
      """
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      """
    )
    try writer.element("plist", attributes: [("version", "1.0")]) {
      (writer) throws(PropertyListError) in try write(to: &writer, depth: 0)
    }
    return writer.finish()
  }

  private func write(to writer: inout XMLWriter, depth: Int) throws(PropertyListError) {
    guard depth < Self.depthLimit else { throw PropertyListError.tooDeep }
    switch self {
    case .string(let text):
      try Self.check(text)
      writer.element("string", text: text)
    case .integer(let number): writer.element("integer", text: String(number))
    case .real(let number): writer.element("real", text: Self.text(of: number))
    case .boolean(let value): writer.element(value ? "true" : "false")
    case .date(let date): writer.element("date", text: date.iso8601)
    case .data(let bytes): writer.element("data", text: Base64.encode(bytes))
    case .uid(let number):
      writer.element("dict") { writer in
        writer.element("key", text: "CF$UID")
        writer.element("integer", text: String(number))
      }
    case .array(let values):
      try writer.element("array") { (writer) throws(PropertyListError) in
        for value in values { try value.write(to: &writer, depth: depth + 1) }
      }
    case .dictionary(let values):
      try writer.element("dict") { (writer) throws(PropertyListError) in
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
          try Self.check(key)
          writer.element("key", text: key)
          try value.write(to: &writer, depth: depth + 1)
        }
      }
    }
  }

  private static func check(_ text: String) throws(PropertyListError) {
    guard let scalar = text.unicodeScalars.first(where: { !XMLWriter.isAllowed($0) }) else {
      return
    }
    throw PropertyListError(
      code: .notRepresentable,
      message: "XML cannot hold the character U+\(String(scalar.value, radix: 16, uppercase: true))"
    )
  }

  private static func text(of number: Double) -> String {
    switch number {
    case .infinity: "+infinity"
    case -.infinity: "-infinity"
    default: number.isNaN ? "nan" : number.description
    }
  }
}
