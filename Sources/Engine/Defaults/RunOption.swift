import Documents
import Scenarios

/// An option of the command that may have a default in `curlew.yaml`.
struct RunOption: Sendable {
  typealias Mistake = RequestOption.Mistake

  /// The name as it is written, that of the option without its dashes.
  var name: String
  /// One sentence for help, editors and the reference.
  var summary: String
  /// What it takes.
  var shape: ArgumentShape
  /// An example in YAML.
  var example: String
  /// Notes the value.
  var apply: @Sendable (JSONValue, inout RunDefaults) throws(Mistake) -> Void

  /// An option that takes a whole number.
  static func count(
    _ name: String,
    _ summary: String,
    from least: Int = 1,
    to most: Int = 1_000_000,
    example: Int,
    _ member: any (WritableKeyPath<RunDefaults, Int?> & Sendable)
  ) -> RunOption {
    RunOption(name: name, summary: summary, shape: .count, example: "\(name): \(example)") {
      (value, defaults) throws(Mistake) in
      guard let number = value.number?.int, (least...most).contains(number) else {
        throw .expected("a number from \(least) to \(most)", value)
      }
      defaults[keyPath: member] = number
    }
  }

  /// An option that is on or off.
  static func flag(
    _ name: String,
    _ summary: String,
    _ member: any (WritableKeyPath<RunDefaults, Bool?> & Sendable)
  ) -> RunOption {
    RunOption(name: name, summary: summary, shape: .boolean, example: "\(name): true") {
      (value, defaults) throws(Mistake) in
      defaults[keyPath: member] = try value.optionBool()
    }
  }

  /// An option that takes a duration, kept in seconds.
  static func duration(
    _ name: String,
    _ summary: String,
    example: String,
    _ member: any (WritableKeyPath<RunDefaults, Double?> & Sendable)
  ) -> RunOption {
    RunOption(name: name, summary: summary, shape: .duration, example: "\(name): \(example)") {
      (value, defaults) throws(Mistake) in
      let (seconds, attoseconds) = try value.duration().components
      defaults[keyPath: member] = Double(seconds) + Double(attoseconds) / 1e18
    }
  }

  /// An option that takes one of some words.
  static func word(
    _ name: String,
    _ summary: String,
    _ words: [String],
    _ member: any (WritableKeyPath<RunDefaults, String?> & Sendable)
  ) -> RunOption {
    RunOption(
      name: name,
      summary: summary,
      shape: .oneOf(words),
      example: "\(name): \(words.last ?? "")"
    ) { (value, defaults) throws(Mistake) in
      guard let word = value.string, words.contains(word) else {
        throw .expected(words.joined(separator: ", "), value)
      }
      defaults[keyPath: member] = word
    }
  }

  /// The texts of a value: one, or a list of them.
  static func texts(_ value: JSONValue) throws(Mistake) -> [String] {
    guard let elements = value.array else { return [try value.optionText()] }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      do throws(Mistake) {
        texts.append(try element.optionText())
      } catch {
        var mistake = error
        mistake.path = [.index(index)]
        throw mistake
      }
    }
    return texts
  }
}
