/// A matcher's name, what it takes and how it is made.
///
/// The catalogue of these feeds the parser, `curlew check`, the JSON Schema of the format and the
/// reference.
public struct MatcherDefinition: Sendable {
  /// The name as it is written.
  public var name: String

  /// One sentence for help, editors and the reference.
  public var summary: String

  /// What it takes.
  public var shape: MatcherShape

  /// Keys that may stand beside it in the same map and belong to it (`within` beside `approx`).
  public var companions: [String: MatcherShape]

  /// An example in YAML.
  public var example: String

  /// Whether it looks at all of a node list; every other matcher wants exactly one node.
  public var takesWholeList: Bool

  /// Makes the matcher from its argument.
  public var make: @Sendable (MatcherArguments) throws(MatcherError) -> any Matcher

  /// Makes a definition.
  public init(
    name: String,
    summary: String,
    shape: MatcherShape,
    companions: [String: MatcherShape] = [:],
    example: String,
    takesWholeList: Bool = false,
    make: @escaping @Sendable (MatcherArguments) throws(MatcherError) -> any Matcher
  ) {
    self.name = name
    self.summary = summary
    self.shape = shape
    self.companions = companions
    self.example = example
    self.takesWholeList = takesWholeList
    self.make = make
  }
}
