import Diagnostics

/// Builds the tree of a YAML file from libyaml's events, with a stack of its own instead of recursion.
struct YAMLTreeBuilder {
  /// A list or map that is still open.
  private struct Level {
    var isMapping: Bool
    var isFlow: Bool
    var anchor: String?
    var start: Int
    var items: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    var merged: [(YAMLNode, SourceRange)] = []
    var key: YAMLNode?
    var weight = 1
    var height = 1
  }

  /// A node that an alias can repeat.
  private struct Anchored {
    var node: YAMLNode
    var weight: Int
    var height: Int
  }

  private let file: SourceFile
  private var levels: [Level] = []
  private var anchors: [String: Anchored] = [:]
  private var expanded = 0
  private var root: YAMLNode?

  /// Mistakes that do not stop the reading, and warnings.
  private(set) var diagnostics: [Diagnostic] = []

  init(_ file: SourceFile) {
    self.file = file
  }

  /// The root of the document, or `nil` when the file holds none.
  ///
  /// - Throws: the first mistake of the YAML itself.
  mutating func build() throws(Diagnostic) -> YAMLNode? {
    var reader = YAMLEventReader(file.utf8)
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
        return root
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
      case .alias(let name):
        try alias(name, at: bytes)
      case .scalar(var scalar, let properties):
        try check(properties.tag, at: bytes, isScalar: true, &scalar)
        let range = scalarRange(scalar, bytes, properties)
        noteTraps(of: scalar, at: range)
        try add(
          YAMLNode(content: .scalar(scalar), range: range),
          properties.anchor,
          weight: 1,
          height: 0
        )
      case .sequenceStart(let properties, let isFlow):
        try open(isMapping: false, isFlow: isFlow, properties, at: bytes)
      case .mappingStart(let properties, let isFlow):
        try open(isMapping: true, isFlow: isFlow, properties, at: bytes)
      case .sequenceEnd, .mappingEnd:
        try close(at: bytes)
      }
    }
  }

  private mutating func open(
    isMapping: Bool,
    isFlow: Bool,
    _ properties: YAMLEventReader.Properties,
    at bytes: Range<Int>
  ) throws(Diagnostic) {
    var scalar = YAMLScalar(text: "", style: .plain)
    try check(properties.tag, at: bytes, isScalar: false, &scalar)
    guard levels.count < YAMLDocument.deepest else { throw tooDeep(bytes) }
    if isFlow, isMapping, let template = YAMLProblemTranslator(file: file).mustache(at: bytes) {
      throw template
    }
    levels.append(
      Level(
        isMapping: isMapping,
        isFlow: isFlow,
        anchor: properties.anchor,
        start: bytes.lowerBound
      )
    )
  }

  private func tooDeep(_ bytes: Range<Int>) -> Diagnostic {
    Diagnostic(
      .error,
      "more than \(YAMLDocument.deepest) levels of lists and maps",
      at: file.range(bytes)
    )
  }

  private mutating func close(at bytes: Range<Int>) throws(Diagnostic) {
    guard let level = levels.popLast() else { return }
    var end = bytes.upperBound
    if !level.isFlow {
      // The event of a block's end stands where the next token starts.
      let last = level.isMapping ? level.entries.last?.value.range : level.items.last?.range
      let lastKey = level.entries.last?.key.range.utf8.upperBound ?? 0
      end = max(last?.utf8.upperBound ?? bytes.lowerBound, lastKey, level.start)
    }
    let content: YAMLNode.Content =
      level.isMapping ? .mapping(merged(level)) : .sequence(level.items)
    try add(
      YAMLNode(
        content: content,
        range: file.range(level.start..<max(level.start, end)),
        isFlow: level.isFlow
      ),
      level.anchor,
      weight: level.weight,
      height: level.height
    )
  }

  private mutating func alias(_ name: String, at bytes: Range<Int>) throws(Diagnostic) {
    guard var anchored = anchors[name] else {
      let isGlob = file.text(ofLine: file.location(at: bytes.lowerBound).line).contains("*/*")
      throw Diagnostic(
        .error,
        "no anchor &\(name) stands before this alias",
        at: file.range(bytes),
        hint: isGlob
          ? "a value that starts with * must be quoted, as in \"*/*\""
          : "quote the value if it is meant as text",
        suggestion: Suggestion.nearest(to: name, in: anchors.keys.sorted()).map { "*\($0)" }
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
    anchored.node.range = file.range(bytes)
    guard levels.count + anchored.height <= YAMLDocument.deepest else { throw tooDeep(bytes) }
    try add(anchored.node, nil, weight: anchored.weight, height: anchored.height)
  }

  private mutating func add(
    _ node: YAMLNode,
    _ anchor: String?,
    weight: Int,
    height: Int
  ) throws(Diagnostic) {
    if let anchor { anchors[anchor] = Anchored(node: node, weight: weight, height: height) }
    guard let top = levels.indices.last else {
      root = node
      return
    }
    levels[top].weight += weight
    levels[top].height = max(levels[top].height, height + 1)
    guard levels[top].isMapping else {
      levels[top].items.append(node)
      return
    }
    guard let key = levels[top].key else {
      guard node.scalar != nil else {
        throw Diagnostic(
          .error,
          "\(node.kindName) cannot be a key",
          at: node.range,
          hint: "quote the value if it is meant as text"
        )
      }
      levels[top].key = node
      return
    }
    levels[top].key = nil
    try addEntry(key, node, to: top)
  }

  private mutating func addEntry(
    _ key: YAMLNode,
    _ value: YAMLNode,
    to top: Int
  ) throws(Diagnostic) {
    guard let scalar = key.scalar else { return }
    if scalar.text == "<<", scalar.style == .plain {
      levels[top].merged.append((value, key.range))
      return
    }
    levels[top].entries.append(YAMLEntry(key: key, name: scalar.text, value: value))
  }

  /// The entries of a map, with what `<<` adds, and each key once.
  private mutating func merged(_ level: Level) -> [YAMLEntry] {
    if level.merged.isEmpty, isFree(ofDuplicates: level.entries) { return level.entries }
    var places: [String: Int] = [:]
    var entries: [YAMLEntry] = []
    entries.reserveCapacity(level.entries.count)
    for entry in level.entries {
      if let first = places[entry.name] {
        let line = entries[first].key.range.start.line
        diagnostics.append(
          Diagnostic(
            .error,
            "the key \"\(entry.name)\" stands here a second time",
            at: entry.key.range,
            hint: "it stands already on line \(line)"
          )
        )
        continue
      }
      places[entry.name] = entries.count
      entries.append(entry)
    }
    for (node, range) in level.merged {
      var sources: [YAMLNode] = [node]
      if case .sequence(let items) = node.content { sources = items }
      for source in sources {
        guard case .mapping(let added) = source.content else {
          diagnostics.append(
            Diagnostic(
              .error,
              "<< takes a map or a list of maps, not \(source.kindName)",
              at: range
            )
          )
          continue
        }
        for entry in added where places[entry.name] == nil {
          places[entry.name] = entries.count
          entries.append(entry)
        }
      }
    }
    return entries
  }

  /// Whether a map is small and no key stands in it twice: most are, and need no table.
  private func isFree(ofDuplicates entries: [YAMLEntry]) -> Bool {
    guard entries.count <= 12 else { return false }
    for (place, entry) in entries.enumerated() {
      for other in entries[..<place] where other.name == entry.name { return false }
    }
    return true
  }

  private func check(
    _ tag: String?,
    at bytes: Range<Int>,
    isScalar: Bool,
    _ scalar: inout YAMLScalar
  ) throws(Diagnostic) {
    guard let tag else { return }
    if isScalar, tag == "tag:yaml.org,2002:str" {
      scalar.isTaggedText = true
      return
    }
    throw YAMLProblemTranslator(file: file).tag(tag, at: bytes)
  }

  private func scalarRange(
    _ scalar: YAMLScalar,
    _ bytes: Range<Int>,
    _ properties: YAMLEventReader.Properties
  ) -> SourceRange {
    var (start, end) = (bytes.lowerBound, bytes.upperBound)
    let utf8 = file.utf8
    if properties.anchor != nil || properties.tag != nil {
      // The event starts at the anchor or tag; the text behind it is what is meant.
      while start < end, utf8[start] == UInt8(ascii: "&") || utf8[start] == UInt8(ascii: "!") {
        while start < end, !isSpace(utf8[start]) { start += 1 }
        while start < end, isSpace(utf8[start]) { start += 1 }
      }
    }
    while end > start, isSpace(utf8[end - 1]) { end -= 1 }
    return file.range(start..<end)
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Warns of a ` #` that cuts a value: `title: Order #5` is the text `Order`.
  private mutating func noteTraps(of scalar: YAMLScalar, at range: SourceRange) {
    guard scalar.style == .plain, !scalar.text.isEmpty else { return }
    let utf8 = file.utf8
    var place = range.utf8.upperBound
    guard place < utf8.count, utf8[place] == 0x20 || utf8[place] == 0x09 else { return }
    while place < utf8.count, utf8[place] == 0x20 || utf8[place] == 0x09 { place += 1 }
    guard place < utf8.count, utf8[place] == UInt8(ascii: "#"), place + 1 < utf8.count else {
      return
    }
    let opened = TemplateScanner.hasOpenExpression(scalar.text)
    let next = utf8[place + 1]
    guard opened || ExpressionLexer.continuesName(next) || next == UInt8(ascii: "{") else { return }
    var end = place
    while end < utf8.count, utf8[end] != 0x0A, utf8[end] != 0x0D { end += 1 }
    diagnostics.append(
      Diagnostic(
        .warning,
        "a comment starts here and cuts the value to \"\(scalar.text)\"",
        at: file.range(place..<end),
        hint: "quote the value, or write a space behind # for a comment"
      )
    )
  }
}
