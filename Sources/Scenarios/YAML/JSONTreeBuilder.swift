package import Diagnostics
import Documents

/// Builds the tree of a JSON file, in which every value has its place.
///
/// libyaml reads most of JSON, but no surrogate pairs and no keys of more than 1 024 characters.
struct JSONTreeBuilder {
  /// A list or map that is still open.
  private struct Level {
    var row: YAMLTree.Row
    var firstPending: Int
    var names: Set<ExactText> = []
  }

  private let file: SourceFile
  private let bytes: [UInt8]
  private var position: Int
  private var rows: [YAMLTree.Row] = []
  private var texts: [String] = []
  private var children: [UInt32] = []
  private var pending: [UInt32] = []
  private var levels: [Level] = []
  private var diagnostics: [Diagnostic] = []

  private init(_ file: SourceFile) {
    self.file = file
    bytes = file.utf8
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    rows.reserveCapacity(min(bytes.count / 8, 1 << 20))
    texts.reserveCapacity(min(bytes.count / 8, 1 << 20))
    children.reserveCapacity(min(bytes.count / 8, 1 << 20))
  }

  /// Whether a file starts like an object or an array of JSON.
  static func isLikely(_ file: SourceFile) -> Bool {
    let start = file.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = file.utf8[start...].first { $0 > 0x20 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Reads a file.
  ///
  /// - Parameter file: Its text, which may be anything.
  /// - Returns: The root and the keys that stand twice.
  /// - Throws: What makes the file no JSON.
  static func build(
    _ file: SourceFile
  ) throws(JSONParserError) -> (root: YAMLNode?, diagnostics: [Diagnostic]) {
    let parser = JSONParser(options: .init(maximumDepth: YAMLDocument.deepest))
    // The scanner below relies on what the parser has checked.
    _ = try parser.parse(file.utf8)
    var builder = JSONTreeBuilder(file)
    let root = builder.build()
    return (root, builder.diagnostics)
  }

  private mutating func build() -> YAMLNode? {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let kind: YAMLTree.Row.Kind = byte == UInt8(ascii: "{") ? .mapping : .sequence
        var row = Self.row(position..<(position + 1), kind)
        row.isFlow = true
        levels.append(Level(row: row, firstPending: pending.count))
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        position += 1
        close()
      case UInt8(ascii: "\""):
        addText()
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x00...0x20:
        position += 1
      case _:
        addPlain()
      }
    }
    guard levels.isEmpty, !rows.isEmpty else { return nil }
    let tree = YAMLTree(
      file: file,
      rows: rows,
      texts: texts,
      children: children,
      hasEmptyValues: false,
      isWritten: false
    )
    return YAMLNode(tree: tree, row: rows.count - 1)
  }

  private static func row(_ bytes: Range<Int>, _ kind: YAMLTree.Row.Kind) -> YAMLTree.Row {
    YAMLTree.Row(
      start: UInt32(truncatingIfNeeded: bytes.lowerBound),
      end: UInt32(truncatingIfNeeded: bytes.upperBound),
      kind: kind
    )
  }

  private mutating func close() {
    guard let level = levels.popLast() else { return }
    var row = level.row
    row.end = UInt32(truncatingIfNeeded: position)
    row.firstChild = UInt32(truncatingIfNeeded: children.count)
    let own = pending[level.firstPending...]
    row.count = UInt32(truncatingIfNeeded: row.kind == .mapping ? own.count / 2 : own.count)
    children += own
    pending.removeLast(own.count)
    add(row, "")
  }

  private mutating func add(_ row: YAMLTree.Row, _ text: String) {
    rows.append(row)
    texts.append(text)
    guard let top = levels.indices.last else { return }
    let isKey =
      levels[top].row.kind == .mapping
      && (pending.count - levels[top].firstPending).isMultiple(of: 2)
    if isKey, !levels[top].names.insert(ExactText(text)).inserted {
      diagnostics.append(
        Diagnostic(
          .error,
          "the key \"\(text)\" stands here a second time",
          at: file.range(Int(row.start)..<Int(row.end))
        )
      )
    }
    pending.append(UInt32(truncatingIfNeeded: rows.count - 1))
  }

  private mutating func addPlain() {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      let isPart =
        byte > 0x20 && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "]")
        && byte != UInt8(ascii: "}")
      guard isPart else { break }
      position += 1
    }
    var row = Self.row(start..<position, .plain)
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    row.isBlank = text.isEmpty
    add(row, text)
  }

  private mutating func addText() {
    let start = position
    position += 1
    var hasEscape = false
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      let isEscape = bytes[position] == UInt8(ascii: "\\")
      hasEscape = hasEscape || isEscape
      position += isEscape ? 2 : 1
    }
    position = min(position + 1, bytes.count)
    var row = Self.row(start..<position, .doubleQuoted)
    let text: String
    if hasEscape {
      // The parser has accepted the text already.
      let value = try? JSONParser().parse(Array(bytes[start..<position]))
      text = value?.string ?? ""
    } else {
      text = String(decoding: bytes[(start + 1)..<max(start + 1, position - 1)], as: UTF8.self)
    }
    row.isBlank = text.isEmpty
    add(row, text)
  }
}

extension YAMLDocument {
  /// Reads a file that is JSON or YAML.
  ///
  /// A file that starts like JSON is read as JSON when it is, or when its name ends in `.json`.
  ///
  /// - Parameter file: Its text, which may be anything.
  package init(readingJSONOrYAML file: SourceFile) {
    guard JSONTreeBuilder.isLikely(file), Self.unreadable(file) == nil else {
      self.init(reading: file)
      return
    }
    do throws(JSONParserError) {
      let (root, diagnostics) = try JSONTreeBuilder.build(file)
      self.init(root: root, diagnostics: diagnostics)
    } catch {
      let isJSON = file.path.hasSuffix(".json") || error.code == .depth
      guard isJSON else {
        self.init(reading: file)
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
      self.init(root: nil, diagnostics: [diagnostic])
    }
  }

  private init(root: YAMLNode?, diagnostics: [Diagnostic]) {
    self.root = root
    self.diagnostics = diagnostics
  }
}
