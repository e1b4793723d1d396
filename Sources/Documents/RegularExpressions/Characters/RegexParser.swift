/// Takes regular expressions of Swift's syntax apart.
struct RegexParser {
  typealias Node = RegexNode<RegexSet>

  private static let deepestNesting = 100
  private static let largestCount = 10_000

  /// What `(?i)` and its like have switched on.
  struct Options {
    var isCaseless = false
    var dotTakesBreaks = false
    var anchorsAtLines = false
    var ignoresSpace = false
  }

  private let source: [Character]
  private(set) var position = 0
  private var depth = 0
  var options = Options()
  /// How many groups have been opened.
  private(set) var groupCount = 0
  /// Whether a part of it needs a matcher that goes back.
  private(set) var needsBacktracking = false

  init(_ source: String) {
    self.source = Array(source)
  }

  /// The whole expression.
  mutating func parse() throws(RegularExpression.ParsingError) -> Node {
    let node = try parseChoice()
    guard next == nil else { throw error("unexpected )") }
    return node
  }

  var next: Character? { position < source.count ? source[position] : nil }

  func error(_ message: String, hint: String? = nil) -> RegularExpression.ParsingError {
    RegularExpression.ParsingError(message: message, hint: hint)
  }

  mutating func advance() { position += 1 }

  mutating func take(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  mutating func take(text: String) -> Bool {
    guard source[position...].starts(with: text) else { return false }
    position += text.count
    return true
  }

  /// The text up to a character, which is passed over.
  mutating func text(
    upTo end: Character
  ) throws(RegularExpression.ParsingError) -> String {
    var text = ""
    while let character = next {
      advance()
      if character == end { return text }
      text.append(character)
    }
    throw error("expected \(end)")
  }

  private mutating func parseChoice() throws(RegularExpression.ParsingError) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepestNesting else { throw error("groups are nested too deeply") }
    var branches = [try parseBranch()]
    while take("|") { branches.append(try parseBranch()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func parseBranch() throws(RegularExpression.ParsingError) -> Node {
    var pieces: [Node] = []
    while let character = next, character != "|", character != ")" {
      if options.ignoresSpace, skipsSpace(character) { continue }
      if take(text: "\\Q") {
        while next != nil, !take(text: "\\E") { pieces.append(literal()) }
        continue
      }
      guard let atom = try parseAtom() else { continue }
      pieces.append(try parseQuantifier(of: atom))
    }
    return pieces.count == 1 ? pieces[0] : .sequence(pieces)
  }

  private mutating func skipsSpace(_ character: Character) -> Bool {
    if character.isWhitespace {
      advance()
      return true
    }
    guard character == "#" else { return false }
    while let character = next, !character.isNewline { advance() }
    return true
  }

  private mutating func literal() -> Node {
    defer { advance() }
    return one(next.map { RegexSet($0) } ?? .union([]))
  }

  func one(_ set: RegexSet) -> Node {
    .one(options.isCaseless ? .caseless(set) : set)
  }

  /// An atom; `nil` for what matches nothing by itself, such as a comment.
  private mutating func parseAtom() throws(RegularExpression.ParsingError) -> Node? {
    switch next {
    case "(":
      advance()
      return try parseGroup()
    case "[":
      advance()
      return one(try parseClass())
    case ".":
      advance()
      return .one(options.dotTakesBreaks ? .kind(.everything) : .dot)
    case "^":
      advance()
      return .assertion(options.anchorsAtLines ? .lineStart : .start)
    case "$":
      advance()
      return .assertion(options.anchorsAtLines ? .lineEnd : .end)
    case "\\":
      advance()
      return try parseEscapedAtom()
    case "*", "+", "?":
      throw error("there is nothing to repeat", hint: "put \\ before \(next ?? "*")")
    case _:
      return literal()
    }
  }

  private mutating func parseEscapedAtom() throws(RegularExpression.ParsingError) -> Node {
    switch next {
    case "A": return assertion(.start)
    case "z": return assertion(.end)
    case "Z": return assertion(.endBeforeBreak)
    case "b": return assertion(.wordBoundary)
    case "B": return assertion(.noWordBoundary)
    case "R":
      advance()
      let pair = Node.sequence([
        .one(RegexSet("\r" as Character)), .one(RegexSet("\n" as Character)),
      ])
      return .choice([pair, .one(.kind(.lineBreak))])
    case "X":
      advance()
      return .one(.kind(.everything))
    case "1", "2", "3", "4", "5", "6", "7", "8", "9":
      while next?.isASCII == true, next?.isNumber == true { advance() }
      needsBacktracking = true
      return .backReference
    case "k", "g":
      advance()
      guard let open = next else { throw error("expected a group's name") }
      advance()
      _ = try text(upTo: open == "<" ? ">" : open == "{" ? "}" : open)
      needsBacktracking = true
      return .backReference
    case _:
      return one(try parseEscape())
    }
  }

  private mutating func assertion(_ assertion: RegexAssertion) -> Node {
    advance()
    return .assertion(assertion)
  }

  private mutating func backtracking(_ node: Node) -> Node {
    needsBacktracking = true
    return .opaque(node)
  }

  /// What follows the opening parenthesis.
  private mutating func parseGroup() throws(RegularExpression.ParsingError) -> Node? {
    let outer = options
    guard take("?") else {
      if next == "*" { throw error("(* is not supported") }
      return try parseCapture(restoring: outer)
    }
    if take("#") {
      _ = try text(upTo: ")")
      return nil
    }
    if take(":") { return try parseRest(restoring: outer) }
    for opening in ["=", "!", "<=", "<!", ">"] where take(text: opening) {
      return backtracking(try parseRest(restoring: outer))
    }
    if take(text: "P<") || take("<") {
      _ = try text(upTo: ">")
      return try parseCapture(restoring: outer)
    }
    if take("'") {
      _ = try text(upTo: "'")
      return try parseCapture(restoring: outer)
    }
    try parseOptions()
    // Options without a colon hold for the rest of the group around them.
    if take(")") { return nil }
    guard take(":") else { throw error("expected ) or : behind the options of a group") }
    return try parseRest(restoring: outer)
  }

  private mutating func parseOptions() throws(RegularExpression.ParsingError) {
    var isOn = true
    while let character = next, character != ")", character != ":" {
      advance()
      switch character {
      case "^": options = Options()
      case "-": isOn = false
      case "i": options.isCaseless = isOn
      case "s": options.dotTakesBreaks = isOn
      case "m": options.anchorsAtLines = isOn
      case "x": options.ignoresSpace = isOn
      case _:
        throw error(
          "the option \(character) of a group is not supported",
          hint: "there are i, s, m and x"
        )
      }
    }
  }

  private mutating func parseCapture(
    restoring outer: Options
  ) throws(RegularExpression.ParsingError) -> Node {
    groupCount += 1
    let isFirst = groupCount == 1
    let inner = try parseRest(restoring: outer)
    return isFirst ? .firstGroup(inner) : inner
  }

  private mutating func parseRest(
    restoring outer: Options
  ) throws(RegularExpression.ParsingError) -> Node {
    let inner = try parseChoice()
    guard take(")") else { throw error("expected )") }
    options = outer
    return inner
  }

  private mutating func parseQuantifier(
    of atom: Node
  ) throws(RegularExpression.ParsingError) -> Node {
    while options.ignoresSpace, let character = next, skipsSpace(character) {}
    let bounds: (atLeast: Int, atMost: Int?)
    switch next {
    case "*":
      advance()
      bounds = (0, nil)
    case "+":
      advance()
      bounds = (1, nil)
    case "?":
      advance()
      bounds = (0, 1)
    case "{":
      guard let counted = try parseCounts() else { return atom }
      bounds = counted
    case _:
      return atom
    }
    let isLazy = take("?")
    let node = Node.repetition(
      atom,
      atLeast: bounds.atLeast,
      atMost: bounds.atMost,
      isLazy: isLazy
    )
    // A possessive repetition gives nothing back, which can keep a match from being found.
    return !isLazy && take("+") ? backtracking(node) : node
  }

  /// The counts in braces; `nil` where the brace is meant as it is.
  private mutating func parseCounts() throws(RegularExpression.ParsingError) -> (Int, Int?)? {
    let start = position
    advance()
    let least = try parseNumber()
    let hasComma = take(",")
    let most = hasComma ? try parseNumber() : least
    guard take("}"), least != nil || most != nil else {
      position = start
      return nil
    }
    guard most.map({ $0 >= least ?? 0 }) ?? true else {
      throw error("the bounds of a repetition are in the wrong order")
    }
    return (least ?? 0, most)
  }

  private mutating func parseNumber() throws(RegularExpression.ParsingError) -> Int? {
    var number: Int?
    while let digit = next, digit.isASCII, let value = digit.wholeNumberValue {
      number = (number ?? 0) * 10 + value
      guard number ?? 0 <= Self.largestCount else {
        throw error("a repetition may count to at most \(Self.largestCount)")
      }
      advance()
    }
    return number
  }
}
