public import Diagnostics
public import Documents

/// A matcher's name, what it takes and how it is made.
///
/// The catalogue of these feeds the parser, `curlew check`, the JSON Schema of the format and the
/// reference. Shared by reference: thousands of matchers are made of one.
public final class MatcherDefinition: Sendable {
  /// The name as it is written.
  public let name: String

  /// One sentence for help, editors and the reference.
  public let summary: String

  /// What it takes.
  public let shape: ArgumentShape

  /// Keys that may stand beside it in the same map and belong to it (`within` beside `approx`).
  public let companions: [String: ArgumentShape]

  /// An example in YAML.
  public let example: String

  /// The kinds of values of which it can hold; of any other it is a mistake.
  public let kinds: Set<ValueKind>

  /// The kind of what a matcher in its argument judges.
  public let inner: ValueKind.Inner

  /// Whether it looks at all of a node list; every other matcher wants exactly one node.
  public let takesWholeList: Bool

  /// Makes the matcher from its argument.
  public let make: @Sendable (MatcherArguments) throws(Mistake) -> any Matcher

  /// Makes a definition.
  public init(
    name: String,
    summary: String,
    shape: ArgumentShape,
    companions: [String: ArgumentShape] = [:],
    example: String,
    kinds: Set<ValueKind> = .all,
    inner: ValueKind.Inner = .same,
    takesWholeList: Bool = false,
    make: @escaping @Sendable (MatcherArguments) throws(Mistake) -> any Matcher
  ) {
    self.name = name
    self.summary = summary
    self.shape = shape
    self.companions = companions
    self.example = example
    self.kinds = kinds
    self.inner = inner
    self.takesWholeList = takesWholeList
    self.make = make
  }
}
