public import Diagnostics
import Documents
import Encodings
public import Scenarios

/// An option of `curlew run`, described once.
///
/// The flag and its help, the key of `run:` in `curlew.yaml`, its place in the schema and the reference, the check of its value and the words with
/// which a run is repeated are made from this.
public struct RunOption: Sendable {
  /// How it stands on the command line.
  public enum Form: Sendable, Hashable {
    /// `--name`.
    case flag
    /// `--name` or `--no-name`.
    case onOrOff
    /// `--name value`; what help calls the value.
    case value(String)
    /// `--name value`, any number of times.
    case values(String)
  }

  /// Whether it stands in the command that repeats a run.
  public enum Rerun: Sendable, Hashable {
    /// It selects, or is about reports: it does not.
    case leftOut
    /// As it was given.
    case repeated
    /// The name before `=` alone: what stands behind it is a secret.
    case nameOnly
  }

  /// Puts a value where it takes effect.
  typealias Apply = @Sendable (JSONValue, inout RunOptions) throws(Mistake) -> Void

  /// The name, without dashes.
  public var name: String
  /// Other names: those of one character stand behind one dash.
  public var aliases: [String] = []
  /// One sentence for help.
  public var help: String
  /// How it stands on the command line.
  public var form: Form
  /// Whether it stands in the command that repeats a run.
  public var rerun: Rerun
  /// The key of `run:`; `nil` for an option of the command line alone.
  public var key: Vocabulary.Entry?
  /// Checks a value and puts it where it takes effect; does nothing where the command reads the words itself.
  var apply: Apply

  /// An option of the command line alone.
  init(
    _ name: String,
    _ help: String,
    _ form: Form,
    rerun: Rerun = .leftOut,
    apply: @escaping Apply = { _, _ in }
  ) {
    self.name = name
    self.help = help
    self.form = form
    self.rerun = rerun
    self.apply = apply
  }

  /// An option that the command itself reads.
  ///
  /// - Parameters:
  ///   - name: without dashes.
  ///   - help: one sentence.
  ///   - form: how it stands on the command line.
  public init(command name: String, _ help: String, _ form: Form) {
    self.init(name, help, form)
  }

  /// An option that may have a default in `curlew.yaml`.
  ///
  /// - Parameters:
  ///   - name: without dashes.
  ///   - help: one sentence.
  ///   - form: how it stands on the command line.
  ///   - shape: what it takes in the file.
  ///   - example: in the file.
  ///   - keyed: the sentence for the file, where it differs.
  ///   - rerun: whether it stands in the command that repeats a run.
  ///   - apply: puts a value where it takes effect.
  init(
    _ name: String,
    _ help: String,
    _ form: Form,
    _ shape: ArgumentShape,
    example: String,
    keyed: String? = nil,
    rerun: Rerun = .leftOut,
    apply: @escaping Apply
  ) {
    self.init(name, help, form, rerun: rerun, apply: apply)
    key = Vocabulary.Entry(
      name: name,
      summary: keyed ?? help,
      argument: shape,
      example: "\(name): \(example)"
    )
  }

  /// An option that takes a whole number.
  static func count(
    _ name: String,
    _ help: String,
    _ bounds: ClosedRange<Int>,
    example: Int,
    set: @escaping @Sendable (inout RunOptions, Int) -> Void
  ) -> RunOption {
    let shape = ArgumentShape.wholeNumber(bounds)
    return RunOption(name, help, .value("N"), shape, example: "\(example)", rerun: .repeated) {
      (value, options) throws(Mistake) in
      guard let number = value.spelledInt, bounds.contains(number) else {
        throw .expected(shape, value)
      }
      set(&options, number)
    }
  }

  /// An option that does one thing when it is there.
  static func flag(
    _ name: String,
    _ help: String,
    rerun: Rerun = .repeated,
    set: @escaping @Sendable (inout RunOptions) -> Void
  ) -> RunOption {
    RunOption(name, help, .flag, rerun: rerun) { _, options in set(&options) }
  }

  /// An option that is on or off.
  static func onOrOff(
    _ name: String,
    _ help: String,
    rerun: Rerun = .leftOut,
    set: @escaping @Sendable (inout RunOptions, Bool) -> Void
  ) -> RunOption {
    RunOption(name, help, .onOrOff, .boolean, example: "true", rerun: rerun) {
      (value, options) throws(Mistake) in
      set(&options, try value.optionBool())
    }
  }

  /// An option that takes a duration, kept in seconds.
  static func duration(
    _ name: String,
    _ help: String,
    mayBeZero: Bool,
    example: String,
    set: @escaping @Sendable (inout RunOptions, Double) -> Void
  ) -> RunOption {
    RunOption(name, help, .value("duration"), .duration, example: example, rerun: .repeated) {
      (value, options) throws(Mistake) in
      guard let duration = value.string.flatMap(Quantity.duration), mayBeZero || duration > .zero
      else {
        throw .expected("a duration\(mayBeZero ? "" : " above 0") such as \(example)", value)
      }
      set(&options, duration / .seconds(1))
    }
  }

  /// An option that takes one of some words.
  static func word(
    _ name: String,
    _ help: String,
    _ words: [String],
    example: String,
    rerun: Rerun = .leftOut,
    set: @escaping @Sendable (inout RunOptions, String) -> Void
  ) -> RunOption {
    RunOption(
      name,
      help,
      .value(words.joined(separator: "|")),
      .oneOf(words),
      example: example,
      rerun: rerun
    ) { (value, options) throws(Mistake) in
      guard let word = value.string, words.contains(word) else {
        throw .expected(oneOf: words, value)
      }
      set(&options, word)
    }
  }

  /// The same option with more names.
  ///
  /// - Parameter aliases: without dashes; those of one character stand behind one dash.
  /// - Returns: the option.
  public func named(_ aliases: String...) -> RunOption {
    var option = self
    option.aliases += aliases
    return option
  }

  /// Puts what the command line says where it takes effect.
  ///
  /// - Parameters:
  ///   - words: what was given: `true` or `false` for a flag, else the values in order.
  ///   - options: gets the value.
  /// - Throws: ``Mistake`` for what cannot be used.
  public func apply(_ words: [String], to options: inout RunOptions) throws(Mistake) {
    let value: JSONValue =
      switch form {
      case .flag, .onOrOff: .bool(words.last == "true")
      case .value: .string(words.last ?? "")
      case .values: .array(words.map { .string($0) })
      }
    do throws(Mistake) {
      try apply(value, &options)
    } catch {
      let advice = error.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
      throw Mistake("--\(name): \(error.message)\(advice)")
    }
  }

  /// The words of the command that repeats a run.
  ///
  /// - Parameters:
  ///   - given: what was given, as in ``apply(_:to:)``.
  ///   - mask: hides secrets in values.
  /// - Returns: none when it is left out there.
  public func words(repeating given: [String], mask: (String) -> String) -> [String] {
    guard rerun != .leftOut else { return [] }
    return given.flatMap { word in
      switch form {
      case .flag, .onOrOff: [word == "true" ? "--\(name)" : "--no-\(name)"]
      case .value, .values:
        ["--\(name)", rerun == .nameOnly ? "\(word.prefix { $0 != "=" })=•••" : mask(word)]
      }
    }
  }
}

extension Mistake {
  /// A value that is not of a shape; a number is shown as one, however it was given.
  static func expected(_ shape: ArgumentShape, _ value: JSONValue) -> Self {
    .expected(shape.noun, value.spelledInt.map { .number(JSONNumber($0)) } ?? value)
  }
}

extension JSONValue {
  /// The whole number that it is or spells: on a command line everything is text.
  var spelledInt: Int? { number?.int ?? string.flatMap { Int($0) } }

  /// The texts of a value that is one, or a list of them.
  func texts() throws(Mistake) -> [String] {
    guard let elements = array else { return [try optionText()] }
    return try elements.enumerated().map { index, element throws(Mistake) in
      try Mistake.within([.index(index)], element.optionText())
    }
  }
}
