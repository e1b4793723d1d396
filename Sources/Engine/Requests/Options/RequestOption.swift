import Diagnostics
import Documents
import Encodings
import Scenarios

/// An option of requests: its name, what it takes and what it does.
struct RequestOption: Sendable {
  /// The name as it is written.
  var name: String
  /// One sentence for help, editors and the reference.
  var summary: String
  /// What it takes.
  var shape: ArgumentShape
  /// An example in YAML.
  var example: String
  /// Whether it reads a file or has a path, which are relative to the file whose steps it holds for.
  var hasPath = false
  /// Does what the option says.
  var apply: @Sendable (JSONValue, inout RequestSettings, ScenarioFiles) throws(Mistake) -> Void
  /// Finds what is wrong with the value whatever its expressions come to and its files hold.
  var check: (@Sendable (ValueTemplate) throws(Mistake) -> Void)? = nil

  /// An option that takes one of some words, each of which stands for a value.
  static func word<Value: Sendable>(
    _ name: String,
    _ summary: String,
    _ words: KeyValuePairs<String, Value>,
    example: String,
    set: @escaping @Sendable (inout RequestSettings, Value) -> Void
  ) -> RequestOption {
    let names = words.map { $0.key }
    return RequestOption(
      name: name,
      summary: summary,
      shape: .oneOf(names),
      example: "\(name): \(example)"
    ) { (value, settings, _) throws(Mistake) in
      let text = try value.optionText()
      guard let word = words.first(where: { $0.key == text }) else {
        throw .expected(oneOf: names, value)
      }
      set(&settings, word.value)
    }
  }
}

extension Mistake {
  /// A value that is not what is wanted.
  static func expected(_ wanted: String, _ value: JSONValue) -> Self {
    Self("expected \(wanted), got \(value)")
  }

  /// A value that is none of some words.
  static func expected(oneOf words: [String], _ value: JSONValue) -> Self {
    .expected(words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")", value)
  }
}

extension JSONValue {
  /// The value as a duration such as `500ms`.
  func duration() throws(Mistake) -> Duration {
    guard let text = string, let duration = Quantity.duration(text) else {
      throw .expected("a duration such as 500ms or 5s", self)
    }
    return duration
  }

  /// The value as text; numbers and booleans count as spelled.
  func optionText() throws(Mistake) -> String {
    switch self {
    case .string(let text): return text
    case .number(let number): return number.literal
    case .bool(let bool): return bool ? "true" : "false"
    case .null, .array, .object: throw .expected("text", self)
    }
  }

  /// The value as `true` or `false`.
  func optionBool() throws(Mistake) -> Bool {
    guard let bool else { throw .expected("true or false", self) }
    return bool
  }
}
