public import Documents

/// The names that a scenario file may use and that floors above give their meaning.
///
/// `Scenarios` knows the shape of a file but neither matchers nor authentication schemes nor request options; the parser and the JSON Schema of the format
/// take them from here. `Engine` composes the standard one from the catalogues.
public struct Vocabulary: Sendable {
  /// A name, what it is for and what it takes.
  public final class Entry: Sendable {
    /// The name as it is written.
    public let name: String
    /// One sentence for help, editors and the reference.
    public let summary: String
    /// What it takes.
    public let argument: ArgumentShape
    /// Keys that may stand beside it in the same map and belong to it (`within` beside `approx`).
    public let companions: [String: ArgumentShape]
    /// An example in YAML.
    public let example: String
    /// Of a matcher: the kinds of values of which it can hold.
    public let kinds: Set<ValueKind>
    /// Of a matcher: what a matcher in its argument judges.
    public let inner: ValueKind.Inner
    /// The kinds as a list: to find one among nine needs no hash.
    private let listOfKinds: [ValueKind]

    /// Makes an entry.
    public init(
      name: String,
      summary: String,
      argument: ArgumentShape,
      companions: [String: ArgumentShape] = [:],
      example: String = "",
      kinds: Set<ValueKind> = .all,
      inner: ValueKind.Inner = .same
    ) {
      self.name = name
      self.summary = summary
      self.argument = argument
      self.companions = companions
      self.example = example
      self.kinds = kinds
      self.inner = inner
      listOfKinds = ValueKind.allCases.filter(kinds.contains)
    }

    /// Whether a matcher can hold of values of a kind.
    func judges(_ kind: ValueKind) -> Bool { listOfKinds.contains(kind) }
  }

  /// Matchers of `expect`.
  public var matchers: [Entry]
  /// Schemes of `auth`.
  public var authSchemes: [Entry]
  /// Keys of `options`.
  public var options: [Entry]
  /// Keys of `run` in `curlew.yaml`.
  public var runOptions: [Entry]

  /// Makes a vocabulary.
  public init(
    matchers: [Entry],
    authSchemes: [Entry],
    options: [Entry],
    runOptions: [Entry] = []
  ) {
    self.matchers = matchers
    self.authSchemes = authSchemes
    self.options = options
    self.runOptions = runOptions
  }
}

extension ArgumentShape {
  /// How often something is done.
  static let turns = ArgumentShape.wholeNumber(0...1_000_000)
  /// How often something is done, or until something else ends it.
  static let turnsOrEndless = ArgumentShape.anyOf([.turns, .oneOf([Loop.endless])])
  /// How many requests are sent at most, or as many as there is time for.
  static let attemptsOrEndless = ArgumentShape.anyOf([.positiveCount, .oneOf([Loop.endless])])
}
