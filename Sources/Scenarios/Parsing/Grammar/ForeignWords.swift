import Diagnostics

/// What testers write who know other tools: the words that the format has for the same.
///
/// An edit distance finds slips; it takes `for` for `form` and `not-equals` for `equals`. Words that others use stand here, and are asked first.
enum ForeignWords {
  /// What a word is about.
  enum Subject: String {
    /// A key of a map of the format.
    case key
    /// A matcher, or a word behind one.
    case matcher
    /// A function of expressions.
    case function
    /// A name that expressions know, or a member of one.
    case name
  }

  /// The word that is meant, of those that may stand there.
  ///
  /// - Parameters:
  ///   - word: what was written.
  ///   - subject: what it is about.
  ///   - names: what may stand there.
  /// - Returns: one of `names`, `nil` when none is near.
  static func meant(
    by word: String,
    _ subject: Subject = .key,
    among names: [String]
  ) -> String? {
    if let own = known(word, subject, among: names) { return own }
    // `id` is a key of an object whose braces were meant as a literal, not a slip of `in`.
    guard subject != .matcher || word.count > 2, advice(on: word, subject) == nil else {
      return nil
    }
    return Suggestion.nearest(to: word, in: names)
  }

  /// The word that is surely meant: as others call it, or in another spelling.
  ///
  /// - Parameters:
  ///   - word: what was written.
  ///   - subject: what it is about.
  ///   - names: what may stand there.
  /// - Returns: one of `names`, `nil` when it is a slip at most.
  static func known(
    _ word: String,
    _ subject: Subject = .key,
    among names: [String]
  ) -> String? {
    let folded = folded(word)
    return words[subject]?[folded]?.first(where: names.contains)
      ?? names.first { self.folded($0) == folded }
  }

  /// What to write instead of a word when that is not another word in its place.
  ///
  /// - Parameters:
  ///   - word: what was written.
  ///   - subject: what it is about.
  ///   - noun: what the map is called in which it stands, with its article.
  /// - Returns: a hint.
  static func advice(on word: String, _ subject: Subject = .key, in noun: String = "") -> String? {
    let folded = folded(word)
    return advices["\(subject) \(folded)"] ?? advices["\(noun) \(folded)"]
  }

  /// Letter case, `-` and `_` count as nothing.
  private static func folded(_ word: String) -> String {
    String(word.lowercased().filter { $0 != "-" && $0 != "_" })
  }
}
