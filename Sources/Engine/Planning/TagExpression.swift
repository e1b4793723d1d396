public import Diagnostics

/// `--tag`: which tags a scenario must have, `smoke and not slow`.
///
/// Grammar: names, `and`, `or`, `not`, parentheses; `not` binds tightest, then `and`. A name may hold anything but white space and parentheses.
public indirect enum TagExpression: Sendable, Hashable {
  /// The tag is there.
  case tag(String)
  /// It does not hold.
  case not(TagExpression)
  /// Both hold.
  case and(TagExpression, TagExpression)
  /// One of them holds.
  case or(TagExpression, TagExpression)

  /// Reads an expression.
  ///
  /// - Parameter text: as given behind `--tag`.
  /// - Throws: ``Mistake`` when it is empty, unbalanced, longer than 1 000 words or misses a name.
  public init(parsing text: String) throws(Mistake) {
    var parser = Parser(text)
    self = try parser.parse()
  }

  /// Reads several expressions of which all must hold.
  ///
  /// - Parameter texts: at least one.
  /// - Throws: ``Mistake`` for the first that cannot be understood.
  public init(parsingAll texts: [String]) throws(Mistake) {
    var whole: TagExpression?
    for text in texts {
      let next = try TagExpression(parsing: text)
      whole = whole.map { .and($0, next) } ?? next
    }
    guard let whole else { throw Mistake("a tag expression is empty") }
    self = whole
  }

  /// Whether it holds of these tags.
  public func holds(of tags: Set<String>) -> Bool {
    switch self {
    case .tag(let name): tags.contains(name)
    case .not(let inner): !inner.holds(of: tags)
    case .and(let left, let right): left.holds(of: tags) && right.holds(of: tags)
    case .or(let left, let right): left.holds(of: tags) || right.holds(of: tags)
    }
  }

  /// The tags that it names, each once, in order, with whether `not` stands before all of their places.
  var names: [(tag: String, isExcluded: Bool)] {
    var found: [(tag: String, isExcluded: Bool)] = []
    collect(isExcluded: false, into: &found)
    return found
  }

  private func collect(isExcluded: Bool, into found: inout [(tag: String, isExcluded: Bool)]) {
    switch self {
    case .tag(let name):
      if let place = found.firstIndex(where: { $0.tag == name }) {
        found[place].isExcluded = found[place].isExcluded && isExcluded
      } else {
        found.append((name, isExcluded))
      }
    case .not(let inner): inner.collect(isExcluded: !isExcluded, into: &found)
    case .and(let left, let right), .or(let left, let right):
      left.collect(isExcluded: isExcluded, into: &found)
      right.collect(isExcluded: isExcluded, into: &found)
    }
  }

  /// What to say about tags that no scenario has.
  ///
  /// - Parameter known: the tags of all scenarios.
  /// - Returns: warnings; a tag that is excluded may be missing, unless it looks like a slip.
  func warnings(known: Set<String>) -> [Diagnostic] {
    names.compactMap { tag, isExcluded in
      guard !known.contains(tag) else { return nil }
      let suggestion = Suggestion.nearest(to: tag, in: known.sorted())
      guard suggestion != nil || !isExcluded else { return nil }
      let all = known.sorted().prefix(10).joined(separator: ", ")
      return Diagnostic(
        .warning,
        "no scenario has the tag \"\(tag)\" of --tag",
        at: .none,
        hint: suggestion == nil && !known.isEmpty ? "there are \(all)" : nil,
        suggestion: suggestion
      )
    }
  }

  private struct Parser {
    let text: String
    var words: [String] = []
    var position = 0

    init(_ text: String) {
      self.text = text
      var word = ""
      for character in text {
        if character.isWhitespace || character == "(" || character == ")" {
          if !word.isEmpty { words.append(word) }
          word = ""
          if !character.isWhitespace { words.append(String(character)) }
        } else {
          word.append(character)
        }
      }
      if !word.isEmpty { words.append(word) }
    }

    mutating func parse() throws(Mistake) -> TagExpression {
      guard !words.isEmpty else { throw Mistake("a tag expression is empty") }
      guard words.count <= 1_000 else {
        throw Mistake("a tag expression has more than 1 000 words")
      }
      let expression = try disjunction()
      guard position == words.count else {
        throw Mistake(
          "unexpected \"\(words[position])\" in the tag expression \"\(text)\""
        )
      }
      return expression
    }

    private mutating func disjunction() throws(Mistake) -> TagExpression {
      var expression = try conjunction()
      while take("or") { expression = .or(expression, try conjunction()) }
      return expression
    }

    private mutating func conjunction() throws(Mistake) -> TagExpression {
      var expression = try negation()
      while take("and") { expression = .and(expression, try negation()) }
      return expression
    }

    private mutating func negation() throws(Mistake) -> TagExpression {
      if take("not") { return .not(try negation()) }
      if take("(") {
        let expression = try disjunction()
        guard take(")") else {
          throw Mistake("a \")\" is missing in the tag expression \"\(text)\"")
        }
        return expression
      }
      guard position < words.count, !["and", "or", "not", "(", ")"].contains(words[position]) else {
        throw Mistake("a tag is missing in the tag expression \"\(text)\"")
      }
      defer { position += 1 }
      return .tag(words[position])
    }

    private mutating func take(_ word: String) -> Bool {
      guard position < words.count, words[position] == word else { return false }
      position += 1
      return true
    }
  }
}
