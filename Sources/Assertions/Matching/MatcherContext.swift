public import Diagnostics
public import Documents
import Encodings

/// What making a matcher needs from outside.
public struct MatcherContext: Sendable {
  /// What the matcher will judge.
  public var kind: ValueKind

  /// The present, in seconds since 1970; `now` in `before` and `after`.
  public var now: Double

  /// What finds things outside; shared by reference, since each matcher is made with a context of its own.
  final class Finders: Sendable {
    /// Reads the file at a path as it is written in the scenario.
    let loadBytes: FileReading
    /// Compiles a schema, or the one that a reference names: a file, or a file with `#/pointer`.
    let schema: SchemaFinder
    /// Compiles the functions of a pipe.
    let pipe: PipeFinder

    init(
      loadBytes: @escaping FileReading,
      schema: @escaping SchemaFinder,
      pipe: @escaping PipeFinder
    ) {
      self.loadBytes = loadBytes
      self.schema = schema
      self.pipe = pipe
    }
  }

  let finders: Finders

  /// Reads the file at a path.
  public typealias FileReading = @Sendable (_ path: String) throws(Mistake) -> [UInt8]

  /// Compiles a list of functions as `pipe` has them.
  public typealias PipeFinder = @Sendable (_ written: JSONValue) throws(Mistake) -> CompiledPipe

  /// Compiles a schema, or the one that a reference names.
  ///
  /// - Parameters:
  ///   - schema: a text names a file, or a file with `#/pointer`; an object is a schema.
  ///   - assertsFormat: whether `format` is an assertion and not only an annotation.
  public typealias SchemaFinder =
    @Sendable (_ schema: JSONValue, _ assertsFormat: Bool) throws(Mistake) -> CompiledSchema

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - kind: what the matcher will judge.
  ///   - now: seconds since 1970.
  ///   - loadBytes: reads a file; without it files are refused.
  ///   - schema: compiles a schema; without it schemas are refused.
  ///   - pipe: compiles the functions of a pipe; without it pipes are refused.
  public init(
    kind: ValueKind,
    now: Double = 0,
    loadBytes: @escaping FileReading = { (_) throws(Mistake) in
      throw Mistake("no file can be read here")
    },
    schema: @escaping SchemaFinder = { (_, _) throws(Mistake) in
      throw Mistake("no schema can be read here")
    },
    pipe: @escaping PipeFinder = { (_) throws(Mistake) in
      throw Mistake("no functions are known here")
    }
  ) {
    self.kind = kind
    self.now = now
    finders = Finders(loadBytes: loadBytes, schema: schema, pipe: pipe)
  }

  /// The same for matchers that judge a value of another kind.
  public func judging(_ kind: ValueKind) -> MatcherContext {
    var context = self
    context.kind = kind
    return context
  }

  /// A literal as it compares with the kind of value: of durations and sizes the text `5s` or
  /// `64KiB` is a number.
  func comparable(_ literal: JSONValue) -> JSONValue {
    guard kind == .duration || kind == .size, case .string(let text) = literal,
      let quantity = Quantity(text), let number = quantity.number,
      quantity.unit.measure == (kind == .duration ? .duration : .size)
    else { return literal }
    return .number(number)
  }
}

/// A schema ready to validate values.
public struct CompiledSchema: Sendable {
  /// How messages name it: the reference as written.
  public let name: String

  /// The schema itself.
  public let schema: JSONSchema

  /// Names a schema.
  public init(name: String, _ schema: JSONSchema) {
    self.name = name
    self.schema = schema
  }
}
