import Documents

/// The keys that a map of a scenario file may have: what the parser accepts and what the JSON Schema is made of.
final class MapGrammar: Sendable {
  /// A key.
  struct Key: Sendable {
    /// The key as it is written.
    var name: String
    /// What stands behind it.
    var shape: KeyShape
    /// One sentence for editors and the reference.
    var summary: String
    /// The key with a value, in YAML; a second line holds what it needs beside it.
    var example: String

    /// The rule for the text that stands behind it, when it is one alone.
    var rule: TextRule? { if case .ruled(let rule) = shape { rule } else { nil } }

    init(_ name: String, _ shape: KeyShape, _ summary: String, _ example: String = "") {
      self.name = name
      self.shape = shape
      self.summary = summary
      self.example = example
    }
  }

  /// The name of its definition in the JSON Schema.
  let name: String
  /// What messages call such a map, with its article.
  let noun: String
  /// The keys in the order of the reference.
  let keys: [Key]
  /// Keys that must be there.
  let required: Set<String>
  /// Keys of which some must be there.
  let choice: Choice?
  /// What stands behind any other key, when there may be others.
  let others: KeyShape?
  /// An example for messages.
  let example: String

  /// Keys of which some must be there.
  enum Choice: Sendable {
    /// One or more of these; the reason is a part of the sentence that says so.
    case atLeastOne([String], reason: String)
    /// One of these and no other.
    case one([String])
  }

  /// The names of the keys, to look names up.
  let table: NameTable
  /// The names of the keys.
  var names: [String] { table.names }

  /// The example of a key, for messages.
  func example(of key: String) -> String {
    keys.first { $0.name == key }?.example ?? example
  }

  init(
    name: String,
    noun: String,
    keys: [Key],
    required: Set<String> = [],
    choice: Choice? = nil,
    others: KeyShape? = nil,
    example: String
  ) {
    self.name = name
    self.noun = noun
    self.keys = keys
    self.required = required
    self.choice = choice
    self.others = others
    self.example = example
    table = NameTable(keys.map(\.name))
  }

  /// What stands behind a key as a value, for which the vocabulary has a shape.
  func argument(of key: String) -> ArgumentShape {
    switch keys.first(where: { $0.name == key })?.shape {
    case .argument(let argument): return argument
    case .anyOf(let shapes):
      let arguments = shapes.compactMap { shape -> ArgumentShape? in
        if case .argument(let argument) = shape { argument } else { nil }
      }
      return arguments.count == 1 ? arguments[0] : .anyOf(arguments)
    case _: return .literal
    }
  }

  /// The rule for the text behind a key, when it is a text alone.
  func rule(of key: String) -> TextRule? { keys.first { $0.name == key }?.rule }

  /// The kind of value that the matcher behind a key judges.
  func kind(of key: String) -> ValueKind {
    (keys.first { $0.name == key }?.shape ?? others)?.kind ?? .value
  }

  /// The keys behind which a matcher judges one property: what a capture can take, too.
  var properties: [String] {
    keys.filter { $0.shape.kind != nil }.map(\.name)
  }
}

/// What may stand behind a key of a scenario file.
indirect enum KeyShape: Sendable {
  /// What a vocabulary's entry may take, too.
  case argument(ArgumentShape)
  /// A text that keeps a rule.
  case ruled(TextRule)
  /// One `${…}`, or `true` or `false`.
  case expression
  /// One `${…}`, whatever its value.
  case computed
  /// `true` or `false`, not computed.
  case flag
  /// A lone name, or a list of at least so many names.
  case names(TextRule, atLeast: Int = 0)
  /// A matcher on a kind of value.
  case matched(ValueKind)
  /// A map of a grammar, by its name, in which these keys must be there beside those that always must.
  case map(String, needing: [String] = [])
  /// A map to this, of any keys or of those that keep a rule.
  case mapOf(KeyShape, names: TextRule? = nil)
  /// A list of this.
  case listOf(KeyShape)
  /// A list of at least one of this.
  case someOf(KeyShape)
  /// Any value but a map: a text, a list of texts, or null.
  case fieldValue
  /// A map, or a list of `[name, value]`.
  case fields
  /// Any of these.
  case anyOf([KeyShape])
  /// Entries of the vocabulary.
  case vocabulary(VocabularyPart)

  /// The kind of value that a matcher behind such a key judges, if one may stand there.
  var kind: ValueKind? {
    switch self {
    case .matched(let kind): kind
    case .mapOf(let shape, _): shape.kind
    case .anyOf(let shapes): shapes.lazy.compactMap(\.kind).first
    case .argument, .ruled, .expression, .computed, .flag, .names, .map, .listOf, .someOf,
      .fieldValue, .fields, .vocabulary:
      nil
    }
  }

  /// A part of a vocabulary.
  enum VocabularyPart: String, Sendable {
    case authSchemes
    case options
    case runOptions
  }

  static var text: KeyShape { .argument(.text) }
  static var value: KeyShape { .argument(.literal) }
  static var boolean: KeyShape { .argument(.boolean) }
  static var duration: KeyShape { .argument(.duration) }
  static var file: KeyShape { .argument(.file) }
  static var steps: KeyShape { .listOf(.map("step")) }
  static var headerFields: KeyShape { .anyOf([.computed, .mapOf(.fieldValue, names: .field)]) }
}
