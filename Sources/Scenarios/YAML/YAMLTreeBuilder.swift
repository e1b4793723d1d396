import Diagnostics
import Documents

/// Builds the tree of a YAML file from libyaml's events, with a stack of its own instead of recursion.
struct YAMLTreeBuilder {
  /// A list or map that is still open.
  private struct Level {
    var row: YAMLTree.Row
    var anchor: String?
    /// Where its children start among those that are not at their place yet.
    var firstPending: Int
    /// Whether the last child is a key that waits for its value.
    var hasKey = false
    /// Whether `<<` is among its keys.
    var hasMerge = false
    /// The end of its last child, `<<` left out.
    var lastEnd: UInt32?
    var weight = 1
    var height = 1
  }

  /// A node that an alias can repeat.
  private struct Anchored {
    var row: YAMLTree.Row
    var text: String
    var weight: Int
    var height: Int
  }

  let file: SourceFile
  private let bytes: Range<Int>
  private let outerLevels: Int
  private var rows: [YAMLTree.Row] = []
  private var texts: [String] = []
  private var children: [UInt32] = []
  private var pending: [UInt32] = []
  private var levels: [Level] = []
  private var anchors: [JSONValue: Anchored] = [:]
  private var expanded = 0
  private var root: Int?
  private var hasEmptyValues = false

  /// Whether the text is YAML; of JSON a map keeps every entry of a key that stands in it twice.
  var isWritten = true

  /// Mistakes that do not stop the reading, and warnings.
  var diagnostics: [Diagnostic] = []

  /// Whether the text has an anchor, an alias or a tag.
  private(set) var hasProperties = false

  /// Prepares to read a file or a piece of one.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - bytes: the piece; the whole file without it.
  ///   - outerLevels: in how many lists and maps the piece stands.
  init(_ file: SourceFile, bytes: Range<Int>? = nil, outerLevels: Int = 0) {
    self.file = file
    self.bytes = bytes ?? 0..<file.utf8.count
    self.outerLevels = outerLevels
    // A node has some eight bytes in most files.
    rows.reserveCapacity(min(self.bytes.count / 8, 1 << 20))
    texts.reserveCapacity(min(self.bytes.count / 8, 1 << 20))
    children.reserveCapacity(min(self.bytes.count / 8, 1 << 20))
  }

  /// The root of the document, or `nil` when the file holds none.
  ///
  /// - Throws: the first mistake of the YAML itself.
  mutating func build() throws(Diagnostic) -> YAMLNode? {
    var reader = YAMLEventReader(file.utf8[bytes])
    var documents = 0
    while true {
      let event: YAMLEventReader.Event
      let bytes: Range<Int>
      do throws(YAMLEventReader.Problem) {
        (event, bytes) = try reader.next()
      } catch {
        throw YAMLProblemTranslator(file: file).diagnostic(for: error)
      }
      switch event {
      case .streamStart, .documentEnd:
        break
      case .streamEnd:
        return finish()
      case .documentStart:
        documents += 1
        guard documents == 1 else {
          throw Diagnostic(
            .error,
            "a second document starts here",
            at: file.range(bytes),
            hint: "a file holds one document; remove --- or make a file of its own"
          )
        }
      case .alias:
        try alias(reader.anchor ?? "", at: bytes)
      case .scalar:
        let (anchor, tag) = (reader.anchor, reader.tag)
        hasProperties = hasProperties || anchor != nil || tag != nil
        let isTaggedText = try isTextTag(tag, at: bytes, isScalar: true)
        let range = scalarBytes(bytes, hasProperties: anchor != nil || tag != nil)
        var row = YAMLTree.Row(range, reader.style)
        row.hasBrace = reader.hasBrace
        row.isTaggedText = isTaggedText
        let text = reader.text
        row.isBlank = text.isEmpty
        noteTraps(of: row, text)
        try add(row, text, anchor, weight: 1, height: 0)
      case .sequenceStart, .mappingStart:
        var row = YAMLTree.Row(bytes, event == .mappingStart ? .mapping : .sequence)
        row.isFlow = reader.isFlow
        try open(row, reader.anchor, tag: reader.tag, at: bytes)
      case .collectionEnd:
        try close(at: bytes)
      }
    }
  }

  /// The root with all that has been added, or `nil` when nothing has.
  func finish() -> YAMLNode? {
    guard let root else { return nil }
    let tree = YAMLTree(
      file: file,
      rows: rows,
      texts: texts,
      children: children,
      hasEmptyValues: hasEmptyValues,
      isWritten: isWritten
    )
    return YAMLNode(tree: tree, row: root)
  }

  private func range(of row: YAMLTree.Row) -> SourceRange {
    file.range(Int(row.start)..<Int(row.end))
  }

  /// Starts a list or a map.
  mutating func open(
    _ row: YAMLTree.Row,
    _ anchor: String?,
    tag: String?,
    at bytes: Range<Int>
  ) throws(Diagnostic) {
    hasProperties = hasProperties || anchor != nil
    _ = try isTextTag(tag, at: bytes, isScalar: false)
    guard outerLevels + levels.count < YAMLDocument.deepest else { throw tooDeep(bytes) }
    if row.isFlow, row.kind == .mapping,
      let template = YAMLProblemTranslator(file: file).mustache(at: bytes.lowerBound)
    {
      throw template
    }
    levels.append(Level(row: row, anchor: anchor, firstPending: pending.count))
  }

  private func tooDeep(_ bytes: Range<Int>) -> Diagnostic {
    Diagnostic(
      .error,
      "more than \(YAMLDocument.deepest) levels of lists and maps",
      at: file.range(bytes)
    )
  }

  /// Ends the list or map that was opened last.
  mutating func close(at bytes: Range<Int>) throws(Diagnostic) {
    guard let level = levels.popLast() else { return }
    var row = level.row
    // The event of a block's end stands where the next token starts.
    let end = row.isFlow ? UInt32(truncatingIfNeeded: bytes.upperBound) : level.lastEnd
    row.end = max(row.start, end ?? UInt32(truncatingIfNeeded: bytes.lowerBound))
    let first = children.count
    if row.kind == .sequence || (!level.hasMerge && isFree(ofDuplicatesFrom: level.firstPending)) {
      children += pending[level.firstPending...]
    } else {
      children += merged(Array(pending[level.firstPending...]))
    }
    pending.removeLast(pending.count - level.firstPending)
    let count = (children.count - first) / (row.kind == .mapping ? 2 : 1)
    row.firstChild = UInt32(truncatingIfNeeded: first)
    row.count = UInt32(truncatingIfNeeded: count)
    try add(row, "", level.anchor, weight: level.weight, height: level.height)
  }

  private mutating func alias(_ name: String, at bytes: Range<Int>) throws(Diagnostic) {
    guard var anchored = anchors[.string(name)] else {
      let isGlob = file.text(ofLine: file.location(at: bytes.lowerBound).line).contains("*/*")
      throw Diagnostic(
        .error,
        "no anchor &\(name) stands before this alias",
        at: file.range(bytes),
        hint: isGlob
          ? "a value that starts with * must be quoted, as in \"*/*\""
          : "quote the value if it is meant as text",
        suggestion: Suggestion.nearest(to: name, in: anchors.keys.compactMap(\.string).sorted())
          .map { "*\($0)" }
      )
    }
    expanded += anchored.weight
    guard expanded <= YAMLDocument.largestExpansion else {
      throw Diagnostic(
        .error,
        "the aliases of this file expand to more than a million nodes",
        at: file.range(bytes)
      )
    }
    (anchored.row.start, anchored.row.end) = (
      UInt32(truncatingIfNeeded: bytes.lowerBound), UInt32(truncatingIfNeeded: bytes.upperBound)
    )
    hasProperties = true
    guard outerLevels + levels.count + anchored.height <= YAMLDocument.deepest else {
      throw tooDeep(bytes)
    }
    try add(
      anchored.row,
      anchored.text,
      nil,
      weight: anchored.weight,
      height: anchored.height
    )
  }

  /// Adds a node to the list or map that is open.
  mutating func add(
    _ row: YAMLTree.Row,
    _ text: String,
    _ anchor: String?,
    weight: Int,
    height: Int
  ) throws(Diagnostic) {
    if let anchor {
      anchors[.string(anchor)] = Anchored(row: row, text: text, weight: weight, height: height)
    }
    let number = rows.count
    rows.append(row)
    texts.append(text)
    guard let top = levels.indices.last else {
      root = number
      return
    }
    levels[top].weight += weight
    levels[top].height = max(levels[top].height, height + 1)
    pending.append(UInt32(truncatingIfNeeded: number))
    guard levels[top].row.kind == .mapping else {
      hasEmptyValues = hasEmptyValues || row.isEmpty
      levels[top].lastEnd = row.end
      return
    }
    guard levels[top].hasKey else {
      guard row.isScalar else {
        throw Diagnostic(
          .error,
          "\(row.kindName(text)) cannot be a key",
          at: range(of: row),
          hint: "quote the value if it is meant as text"
        )
      }
      levels[top].hasKey = true
      return
    }
    levels[top].hasKey = false
    let key = Int(pending[pending.count - 2])
    if isMerge(key) {
      levels[top].hasMerge = true
    } else {
      hasEmptyValues = hasEmptyValues || row.isEmpty
      levels[top].lastEnd = max(row.end, rows[key].end)
    }
  }

  private func isMerge(_ key: Int) -> Bool {
    rows[key].kind == .plain && texts[key] == "<<"
  }

  /// The children of a map with what `<<` adds, and each key once.
  private mutating func merged(_ own: [UInt32]) -> [UInt32] {
    // JSON compares texts by their code points, as YAML does keys (YAML 1.2.2, section 3.2.1.3).
    var places: [JSONValue: UInt32] = [:]
    var merged: [UInt32] = []
    merged.reserveCapacity(own.count)
    for place in stride(from: 0, to: own.count - 1, by: 2) {
      if isMerge(Int(own[place])) { continue }
      let (key, text) = (rows[Int(own[place])], texts[Int(own[place])])
      if let first = places[.string(text)] {
        let line = range(of: rows[Int(first)]).start.line
        diagnostics.append(
          Diagnostic(
            .error,
            "the key \"\(text)\" stands here a second time",
            at: range(of: key),
            hint: isWritten ? "it stands already on line \(line)" : nil
          )
        )
        if isWritten { continue }
      }
      places[.string(text)] = own[place]
      merged += own[place...(place + 1)]
    }
    for place in stride(from: 0, to: own.count - 1, by: 2) where isMerge(Int(own[place])) {
      let node = rows[Int(own[place + 1])]
      let sources = node.kind == .sequence ? childRows(of: node) : [own[place + 1]]
      for number in sources.map({ Int($0) }) {
        let source = rows[number]
        guard source.kind == .mapping else {
          diagnostics.append(
            Diagnostic(
              .error,
              "<< takes a map or a list of maps, not \(source.kindName(texts[number]))",
              at: range(of: rows[Int(own[place])])
            )
          )
          continue
        }
        let added = childRows(of: source)
        for entry in stride(from: 0, to: added.count - 1, by: 2) {
          let name = JSONValue.string(texts[Int(added[entry])])
          guard places[name] == nil else { continue }
          places[name] = added[entry]
          merged += added[entry...(entry + 1)]
        }
      }
    }
    return merged
  }

  private func childRows(of row: YAMLTree.Row) -> [UInt32] {
    let first = Int(row.firstChild)
    return Array(children[first..<(first + Int(row.count) * (row.kind == .mapping ? 2 : 1))])
  }

  /// Whether the map that ends is small and no key stands in it twice: most are, and need no table.
  ///
  /// With a table for each, `check` of a large file takes 12 % more instructions.
  private func isFree(ofDuplicatesFrom first: Int) -> Bool {
    guard pending.count - first <= 24 else { return false }
    for place in stride(from: first + 2, to: pending.count, by: 2) {
      for other in stride(from: first, to: place, by: 2)
      where texts[Int(pending[other])].hasSameCodePoints(as: texts[Int(pending[place])]) {
        return false
      }
    }
    return true
  }

  /// Whether a tag says that a scalar is text; no other tag means anything.
  private func isTextTag(
    _ tag: String?,
    at bytes: Range<Int>,
    isScalar: Bool
  ) throws(Diagnostic) -> Bool {
    guard let tag else { return false }
    if isScalar, tag == "tag:yaml.org,2002:str" { return true }
    throw YAMLProblemTranslator(file: file).tag(tag, at: bytes)
  }

  private func scalarBytes(_ bytes: Range<Int>, hasProperties: Bool) -> Range<Int> {
    var (start, end) = (bytes.lowerBound, bytes.upperBound)
    let utf8 = file.utf8
    if hasProperties {
      // The event starts at the anchor or tag; the text behind it is what is meant.
      while start < end, utf8[start] == UInt8(ascii: "&") || utf8[start] == UInt8(ascii: "!") {
        while start < end, !isSpace(utf8[start]) { start += 1 }
        while start < end, isSpace(utf8[start]) { start += 1 }
      }
    }
    while end > start, isSpace(utf8[end - 1]) { end -= 1 }
    return start..<end
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Warns of a ` #` that cuts a value: `title: Order #5` is the text `Order`.
  private mutating func noteTraps(of scalar: YAMLTree.Row, _ text: String) {
    guard scalar.kind == .plain, !text.isEmpty else { return }
    let utf8 = file.utf8
    var place = Int(scalar.end)
    guard place < utf8.count, utf8[place] == 0x20 || utf8[place] == 0x09 else { return }
    while place < utf8.count, utf8[place] == 0x20 || utf8[place] == 0x09 { place += 1 }
    guard place < utf8.count, utf8[place] == UInt8(ascii: "#"), place + 1 < utf8.count else {
      return
    }
    let opened = TemplateScanner.hasOpenExpression(text)
    let next = utf8[place + 1]
    guard opened || ExpressionLexer.continuesName(next) || next == UInt8(ascii: "{") else { return }
    var end = place
    while end < utf8.count, utf8[end] != 0x0A, utf8[end] != 0x0D { end += 1 }
    diagnostics.append(
      Diagnostic(
        .warning,
        "a comment starts here and cuts the value to \"\(text)\"",
        at: file.range(place..<end),
        hint: "quote the value, or write a space behind # for a comment"
      )
    )
  }
}
