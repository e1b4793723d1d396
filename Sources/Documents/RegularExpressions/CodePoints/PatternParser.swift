/// Takes regular expressions apart.
struct PatternParser {
  typealias Node = RegexNode<CodePointSet>

  private static let deepestNesting = 100
  private static let largestCount = 100_000

  let dialect: TextPattern.Dialect
  private let source: [Unicode.Scalar]
  private(set) var position = 0
  private var depth = 0
  /// The first part that is right but that no linear matcher can do.
  private var unsupported: TextPatternError?

  init(_ source: String, dialect: TextPattern.Dialect) {
    self.source = Array(source.unicodeScalars)
    self.dialect = dialect
  }

  /// The whole expression.
  mutating func parse() throws(TextPatternError) -> Node {
    let node = try parseChoice()
    if let rest = next { throw error("unexpected \(rest)") }
    if let unsupported { throw unsupported }
    return node
  }

  var next: Unicode.Scalar? { position < source.count ? source[position] : nil }

  func error(_ message: String) -> TextPatternError {
    TextPatternError(message: message, offset: position)
  }

  /// Notes a part that is right but that no linear matcher can do.
  mutating func noteUnsupported(_ message: String) {
    guard unsupported == nil else { return }
    unsupported = TextPatternError(message: message, offset: position, isUnsupported: true)
  }

  mutating func advance() { position += 1 }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  /// Takes a text if it is next.
  mutating func take(text: String) -> Bool {
    guard source[position...].starts(with: text.unicodeScalars) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  private mutating func parseChoice() throws(TextPatternError) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepestNesting else { throw error("groups are nested too deeply") }
    var branches = [try parseBranch()]
    while take("|") { branches.append(try parseBranch()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func parseBranch() throws(TextPatternError) -> Node {
    var pieces: [Node] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let atom = try parseAtom()
      pieces.append(try parseQuantifier(of: atom))
    }
    return pieces.count == 1 ? pieces[0] : .sequence(pieces)
  }

  private mutating func parseAtom() throws(TextPatternError) -> Node {
    guard let scalar = next else { throw error("expected an atom") }
    switch scalar {
    case "(":
      advance()
      if dialect == .ecma { try parseGroupKind() }
      let node = try parseChoice()
      guard take(")") else { throw error("expected )") }
      return node
    case "[":
      advance()
      return .one(try parseClass())
    case ".":
      advance()
      return .one(dialect == .ecma ? .anyOfECMA : .anyOfIRegexp)
    case "^":
      advance()
      return .assertion(.start)
    case "$":
      advance()
      return .assertion(.end)
    case "\\":
      advance()
      if dialect == .ecma {
        if take("b") { return .assertion(.wordBoundary) }
        if take("B") { return .assertion(.noWordBoundary) }
      }
      return .one(try parseEscape(isInClass: false))
    case "*", "+", "?", "{", "}", "]":
      throw error("unexpected \(scalar)")
    default:
      advance()
      return .one(CodePointSet(scalar))
    }
  }

  private mutating func parseGroupKind() throws(TextPatternError) {
    guard take("?") else { return }
    if take(":") { return }
    if take("=") || take("!") || take(text: "<=") || take(text: "<!") {
      noteUnsupported("lookaround is not supported")
      return
    }
    guard take("<") else { throw error("invalid group") }
    try parseGroupName()
  }

  /// Reads the name of a group and the bracket after it.
  mutating func parseGroupName() throws(TextPatternError) {
    let start = position
    while let scalar = next, scalar == "_" || scalar == "$" || scalar.properties.isIDContinue {
      advance()
    }
    guard position > start, take(">") else { throw error("expected a group's name") }
  }

  private mutating func parseQuantifier(
    of atom: Node
  ) throws(TextPatternError) -> Node {
    let atLeast: Int
    let atMost: Int?
    switch next {
    case "*": (atLeast, atMost) = (0, nil)
    case "+": (atLeast, atMost) = (1, nil)
    case "?": (atLeast, atMost) = (0, 1)
    case "{":
      advance()
      atLeast = try parseCount()
      if take(",") {
        atMost = next == "}" ? nil : try parseCount()
      } else {
        atMost = atLeast
      }
      guard next == "}" else { throw error("expected }") }
      guard atMost.map({ $0 >= atLeast }) ?? true else {
        throw error("the bounds of a repetition are in the wrong order")
      }
    default: return atom
    }
    if case .assertion = atom { throw error("nothing to repeat") }
    advance()
    // Whether a repetition is greedy does not change whether there is a match.
    if dialect == .ecma { _ = take("?") }
    return .repetition(atom, atLeast: atLeast, atMost: atMost, isLazy: false)
  }

  private mutating func parseCount() throws(TextPatternError) -> Int {
    var count = 0
    let start = position
    while let scalar = next, ("0"..."9").contains(scalar) {
      count = count * 10 + Int(scalar.value - 0x30)
      guard count <= Self.largestCount else { throw error("the repetition is too large") }
      advance()
    }
    guard position > start else { throw error("expected a count") }
    return count
  }
}
