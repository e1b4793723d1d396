package import Diagnostics
import Documents

extension YAMLTreeBuilder {
  /// The root of a file that a parser has found to be JSON; every value has its place.
  ///
  /// libyaml reads most of JSON, but no surrogate pairs and no keys of more than 1 024 characters.
  ///
  /// - Throws: what JSON cannot have, such as a list for a key.
  mutating func buildJSON() throws(Diagnostic) -> YAMLNode? {
    isWritten = false
    let bytes = file.utf8
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while position < bytes.count {
      let byte = bytes[position]
      let place = position..<(position + 1)
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        var row = YAMLTree.Row(place, byte == UInt8(ascii: "{") ? .mapping : .sequence)
        row.isFlow = true
        try open(row, nil, tag: nil, at: place)
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        try close(at: place)
        position += 1
      case UInt8(ascii: "\""):
        try addText(&position, bytes)
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x00...0x20:
        position += 1
      case _:
        try addPlain(&position, bytes)
      }
    }
    // A map reports its keys when it ends, after the maps inside it.
    diagnostics.sort { ($0.range?.utf8.lowerBound ?? 0) < ($1.range?.utf8.lowerBound ?? 0) }
    return finish()
  }

  private mutating func addPlain(_ position: inout Int, _ bytes: [UInt8]) throws(Diagnostic) {
    let start = position
    let plain = bytes[start...].prefix { byte in
      byte > 0x20 && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "]")
        && byte != UInt8(ascii: "}")
    }
    position = plain.endIndex
    var row = YAMLTree.Row(start..<position, .plain)
    let text = String(decoding: plain, as: UTF8.self)
    row.isBlank = text.isEmpty
    try add(row, text, nil, weight: 1, height: 0)
  }

  private mutating func addText(_ position: inout Int, _ bytes: [UInt8]) throws(Diagnostic) {
    let start = position
    position += 1
    var hasEscape = false
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      let isEscape = bytes[position] == UInt8(ascii: "\\")
      hasEscape = hasEscape || isEscape
      position += isEscape ? 2 : 1
    }
    position = min(position + 1, bytes.count)
    var row = YAMLTree.Row(start..<position, .doubleQuoted)
    let text: String
    if hasEscape {
      // The parser has accepted the text already.
      let value = try? JSONParser().parse(Array(bytes[start..<position]))
      text = value?.string ?? ""
    } else {
      text = String(decoding: bytes[(start + 1)..<max(start + 1, position - 1)], as: UTF8.self)
    }
    row.isBlank = text.isEmpty
    try add(row, text, nil, weight: 1, height: 0)
  }
}

extension YAMLDocument {
  /// Reads a file that is JSON or YAML.
  ///
  /// A file that starts like JSON is read as JSON when it is, or when its name ends in `.json`.
  ///
  /// - Parameter file: Its text, which may be anything.
  package init(readingJSONOrYAML file: SourceFile) {
    guard Self.isLikelyJSON(file), Self.unreadable(file) == nil else {
      self = YAMLDocument(reading: file)
      return
    }
    do throws(JSONParserError) {
      // The builder relies on what the parser has checked.
      _ = try JSONParser(options: .init(maximumDepth: Self.deepest)).parse(file.utf8)
      var builder = YAMLTreeBuilder(file)
      do throws(Diagnostic) {
        root = try builder.buildJSON()
        diagnostics = builder.diagnostics
      } catch {
        root = nil
        diagnostics = [error]
      }
    } catch {
      let isJSON = file.path.hasSuffix(".json") || error.code == .depth
      guard isJSON else {
        self = YAMLDocument(reading: file)
        return
      }
      let place = min(error.offset, max(0, file.utf8.count - 1))
      let diagnostic = Diagnostic(
        .error,
        error.code == .depth
          ? "more than \(Self.deepest) levels of lists and maps"
          : "this is no JSON: \(error.message)",
        at: file.range(place..<(place + 1))
      )
      root = nil
      diagnostics = [diagnostic]
    }
  }

  /// Whether a file starts like an object or an array of JSON.
  private static func isLikelyJSON(_ file: SourceFile) -> Bool {
    let start = file.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = file.utf8[start...].first { $0 > 0x20 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
