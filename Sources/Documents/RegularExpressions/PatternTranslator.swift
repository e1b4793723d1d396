/// Takes a regular expression of another language apart and writes it in PCRE2's syntax.
///
/// What that language does not have is refused, whether PCRE2 has it or not.
struct PatternTranslator {
  private static let largestCount = 65_535

  let dialect: TextPattern.Dialect
  private let source: [Unicode.Scalar]
  var position = 0
  /// The expression so far, in PCRE2's syntax.
  private var output = ""
  private var depth = 0
  private var groupCount = 0
  private var groupNames: [String: Int] = [:]
  /// The groups inside of repetitions: ECMA-262 forgets them at each turn, PCRE2 does not.
  private var repeatedGroups: Set<Int> = []
  private var numberedReferences: Set<Int> = []
  private var namedReferences: Set<String> = []
  /// The first part that is right but that PCRE2 does differently.
  private(set) var unsupported: TextPatternError?

  init(_ source: String, dialect: TextPattern.Dialect) {
    self.source = Array(source.unicodeScalars)
    self.dialect = dialect
  }

  /// The whole expression in PCRE2's syntax.
  mutating func translate() throws(TextPatternError) -> String {
    try translateChoice()
    if let rest = next { throw error("unexpected \(rest)") }
    for name in namedReferences {
      guard let number = groupNames[name] else { throw error("no group has the name \(name)") }
      output = output.replacing("\\k<\(name)>", with: "\\g{\(number)}")
      numberedReferences.insert(number)
    }
    for number in numberedReferences {
      guard number <= groupCount else {
        // Without the flag `u` it is a character.
        noteUnsupported("there is no group \(number)")
        throw unsupported ?? error("there is no group \(number)")
      }
      guard repeatedGroups.contains(number) else { continue }
      noteUnsupported("a back-reference to a group inside a repetition is not supported")
    }
    return output
  }

  var next: Unicode.Scalar? { position < source.count ? source[position] : nil }

  func error(_ message: String) -> TextPatternError {
    TextPatternError(message: message, offset: position)
  }

  /// Notes a part that is right but cannot be matched as its language says.
  private mutating func noteUnsupported(_ message: String) {
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

  private mutating func translateChoice() throws(TextPatternError) {
    depth += 1
    defer { depth -= 1 }
    guard depth < CompiledPattern.deepestNesting else {
      throw error("groups are nested too deeply")
    }
    try translateBranch()
    while take("|") {
      output += "|"
      try translateBranch()
    }
  }

  private mutating func translateBranch() throws(TextPatternError) {
    while let scalar = next, scalar != "|", scalar != ")" {
      let groups = groupCount
      let isCapturing = scalar == "("
      let mayRepeat = try translateAtom()
      let isRepeated = try translateQuantifier(mayRepeat: mayRepeat)
      if isRepeated, isCapturing, groupCount > groups {
        // The outermost group is set anew at each turn, whether it captures or only groups.
        let first = capturesAtStart ? groups + 2 : groups + 1
        if first <= groupCount { repeatedGroups.formUnion(first...groupCount) }
      }
    }
  }

  /// Whether the group that was closed last captures.
  private var capturesAtStart = false

  /// Writes an atom.
  ///
  /// - Returns: Whether it may be repeated.
  private mutating func translateAtom() throws(TextPatternError) -> Bool {
    guard let scalar = next else { throw error("expected an atom") }
    switch scalar {
    case "(":
      advance()
      return try translateGroup()
    case "[":
      advance()
      output += try translateClass()
    case ".":
      advance()
      output += dialect == .ecma ? "[^\\n\\r\\x{2028}\\x{2029}]" : "[^\\n\\r]"
    case "^", "$":
      advance()
      output.unicodeScalars.append(scalar)
      return false
    case "\\":
      advance()
      if dialect == .ecma, let letter = next, letter == "b" || letter == "B" {
        advance()
        output += "\\\(letter)"
        return false
      }
      if dialect == .ecma, try translateReference() { return true }
      let (items, isNegated) = try classItems(isInClass: false)
      output += isNegated ? "[^\(items)]" : "[\(items)]"
    case "*", "+", "?", "{", "}", "]":
      throw error("unexpected \(scalar)")
    default:
      advance()
      output += Self.escaped(scalar)
    }
    return true
  }

  private mutating func translateGroup() throws(TextPatternError) -> Bool {
    var mayRepeat = true
    var captures = true
    if dialect == .iRegexp {
      output += "(?:"
      captures = false
    } else if take("?") {
      captures = false
      if take(":") {
        output += "(?:"
      } else if let look = ["<=", "<!", "=", "!"].first(where: { take(text: $0) }) {
        output += "(?\(look)"
        mayRepeat = false
      } else {
        guard take("<") else { throw error("invalid group") }
        let name = try groupName()
        guard groupNames.updateValue(groupCount + 1, forKey: name) == nil else {
          throw error("two groups have the name \(name)")
        }
        captures = true
        output += "("
      }
    } else {
      output += "("
    }
    if captures { groupCount += 1 }
    try translateChoice()
    guard take(")") else { throw error("expected )") }
    output += ")"
    capturesAtStart = captures
    return mayRepeat
  }

  /// Writes a back-reference, if one is next.
  private mutating func translateReference() throws(TextPatternError) -> Bool {
    if take("k") {
      guard take("<") else { throw error("expected a group's name") }
      let name = try groupName()
      namedReferences.insert(name)
      output += "\\k<\(name)>"
      return true
    }
    guard let first = next, ("1"..."9").contains(first) else { return false }
    var number = 0
    while let digit = next, ("0"..."9").contains(digit) {
      number = min(number * 10 + Int(digit.value - 0x30), 100_000)
      advance()
    }
    numberedReferences.insert(number)
    output += "\\g{\(number)}"
    return true
  }

  /// Reads the name of a group and the bracket after it.
  private mutating func groupName() throws(TextPatternError) -> String {
    var name = ""
    while let scalar = next, scalar == "_" || scalar == "$" || scalar.properties.isIDContinue {
      name.unicodeScalars.append(scalar)
      advance()
    }
    guard !name.isEmpty, take(">") else { throw error("expected a group's name") }
    return name
  }

  /// Writes a quantifier, if one is next.
  ///
  /// - Returns: Whether it repeats more than once.
  private mutating func translateQuantifier(mayRepeat: Bool) throws(TextPatternError) -> Bool {
    let text: String
    var isRepeated = true
    switch next {
    case "*": text = "*"
    case "+": text = "+"
    case "?":
      text = "?"
      isRepeated = false
    case "{":
      advance()
      let atLeast = try parseCount()
      var atMost: Int? = atLeast
      if take(",") { atMost = next == "}" ? nil : try parseCount() }
      guard next == "}" else { throw error("expected }") }
      guard atMost.map({ $0 >= atLeast }) ?? true else {
        throw error("the bounds of a repetition are in the wrong order")
      }
      isRepeated = atMost.map { $0 > 1 } ?? true
      text = "{\(atLeast),\(atMost.map { String($0) } ?? "")}"
    default: return false
    }
    guard mayRepeat else { throw error("nothing to repeat") }
    advance()
    output += text
    if dialect == .ecma, take("?") { output += "?" }
    return isRepeated
  }

  private mutating func parseCount() throws(TextPatternError) -> Int {
    var count = 0
    let start = position
    while let scalar = next, ("0"..."9").contains(scalar) {
      count = count * 10 + Int(scalar.value - 0x30)
      guard count <= Self.largestCount else {
        var error = error("a repetition counts to at most \(Self.largestCount)")
        error.isUnsupported = true
        throw error
      }
      advance()
    }
    guard position > start else { throw error("expected a count") }
    return count
  }

  /// A code point as PCRE2 takes it anywhere.
  static func escaped(_ scalar: Unicode.Scalar) -> String {
    let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    return isPlain ? String(scalar) : "\\x{\(String(scalar.value, radix: 16))}"
  }
}
