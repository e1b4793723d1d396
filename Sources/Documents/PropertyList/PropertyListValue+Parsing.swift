extension PropertyListValue {
  /// Reads a property list of any format, which its first bytes tell.
  ///
  /// - Parameter bytes: the whole file; text formats may have a byte order mark.
  /// - Returns: the value and the format.
  /// - Throws: with the place, when the bytes are no list, or one that is too deep or too large.
  public static func parse(
    _ bytes: [UInt8]
  ) throws(PropertyListError) -> (value: PropertyListValue, format: PropertyListFormat) {
    guard !bytes.isEmpty else {
      throw PropertyListError(
        code: .empty,
        message: "the property list is empty",
        place: .byte(0)
      )
    }
    if bytes.starts(with: "bplist".utf8) {
      var reader = BinaryPropertyListReader(bytes)
      return (try reader.read(), .binary)
    }
    let text = TextDecoder.decode(bytes, contentTypeCharset: nil, kind: .xml).text
    let start = text.utf8.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let isXML = ["<?xml", "<!DOCTYPE", "<!--", "<plist"].contains { start.starts(with: $0.utf8) }
    if isXML { return (try XMLPropertyListReader.read(bytes), .xml) }
    guard String(validating: bytes, as: UTF8.self) != nil || TextEncodingMark(bytes) != nil else {
      throw PropertyListError(
        message: "expected a property list, found bytes of no known text",
        place: .byte(0)
      )
    }
    var reader = OpenStepPropertyListReader(try strictText(of: bytes))
    return (try reader.read(), .openStep)
  }
  /// The text of a list that is neither binary nor XML, nothing of it replaced.
  private static func strictText(of bytes: [UInt8]) throws(PropertyListError) -> String {
    do throws(TextDecodingError) {
      return try TextDecoder.decodeStrictly(bytes, contentTypeCharset: nil, kind: .text).text
    } catch {
      throw PropertyListError(message: error.message, place: .byte(error.offset ?? 0))
    }
  }
}
