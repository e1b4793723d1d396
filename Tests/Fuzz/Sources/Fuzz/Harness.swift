import Diagnostics
import Documents
import Scenarios

/// One function a parser; each takes any bytes, and traps when a promise of the parser is broken.
///
/// Where a parser takes two inputs, the first line of the bytes is the one and the rest the other.
enum Harness {
  static func image(_ bytes: [UInt8]) {
    guard let image = try? ImageInfo(parsing: bytes) else { return }
    precondition(image.width > 0 && image.height > 0 && image.frames > 0)
    precondition((1...8).contains(image.orientation))
  }

  /// The first line has the separator, the charset, and whether there is a header.
  static func body(_ bytes: [UInt8]) {
    let (line, content) = halves(bytes)
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var options: [String: String] = [:]
    for (option, word) in zip(["separator", "charset", "header"], words) { options[option] = word }
    for format in BodyFormat.all {
      guard let body = try? format.decode(.init(content, options: options)) else { continue }
      guard case .tree(let value) = body.content, let rows = value.array, format === BodyFormat.csv
      else { continue }
      let widths = Set(rows.map { $0.object?.count ?? $0.array?.count })
      precondition(widths.count <= 1, "rows have different numbers of fields")
    }
  }

  static func text(_ bytes: [UInt8]) {
    let (label, content) = halves(bytes)
    for kind in TextDecoder.Kind.allCases {
      _ = TextDecoder.decode(content, contentTypeCharset: nil, kind: kind)
      _ = TextDecoder.decode(content, contentTypeCharset: label, kind: kind)
    }
    _ = TextDecoder.charset(inContentType: label)
  }

  static func propertyList(_ bytes: [UInt8]) {
    guard let (value, _) = try? PropertyListValue.parse(bytes) else { return }
    _ = value.json
    if let binary = try? value.binary() {
      guard let (again, format) = try? PropertyListValue.parse(binary) else {
        preconditionFailure("a written binary list cannot be read")
      }
      // Compared as bytes, because a list may hold what is no number.
      precondition(
        format == .binary && (try? again.binary()) == binary,
        "a binary list reads differently"
      )
    }
    if let xml = try? value.xml() {
      precondition((try? PropertyListValue.parse(xml)) != nil, "a written list cannot be read")
    }
  }

  static func yaml(_ bytes: [UInt8]) {
    let (_, diagnostics) = YAMLData.read(SourceFile(path: "input.yaml", utf8: bytes))
    for diagnostic in diagnostics { _ = DiagnosticRenderer().render(diagnostic) }
  }

  static func xml(_ bytes: [UInt8]) {
    let (query, content) = halves(bytes)
    let path = try? XPath(parsing: query)
    if let document = try? XMLDocument(parsing: content) {
      if let path { _ = try? document.evaluate(path) }
      let markup = Array(document.markup().utf8)
      if let again = try? XMLDocument(parsing: markup) {
        _ = try? XMLDifference.between(expected: .xml(document), actual: .xml(again))
      }
    }
    if let page = try? HTMLDocument(parsing: content), let path { _ = try? page.evaluate(path) }
    let reader = XMLEventReader(content)
    while let event = try? reader.next() { _ = event }
  }

  /// The first line as text and what follows it.
  static func halves(_ bytes: [UInt8]) -> (text: String, rest: [UInt8]) {
    let line = bytes.prefix { $0 != 0x0A }
    return (String(decoding: line, as: UTF8.self), Array(bytes.dropFirst(line.count + 1)))
  }
}
