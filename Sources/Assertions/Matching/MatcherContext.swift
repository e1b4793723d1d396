public import Documents

/// What making a matcher needs from outside.
public struct MatcherContext: Sendable {
  /// What the matcher will judge.
  public var nature: Subject.Nature

  /// Whether the subject is always one value, so that a list as a matcher is a mistake.
  public var isAlwaysOne: Bool

  /// The present, in seconds since 1970; `now` in `before` and `after`.
  public var now: Double

  /// Reads the file at a path as it is written in the scenario.
  public var loadBytes: @Sendable (_ path: String) throws(MatcherError) -> [UInt8]

  /// Compiles the schema that a reference names: a file, or a file with `#/pointer`.
  public var schema: @Sendable (_ reference: String) throws(MatcherError) -> CompiledSchema

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - nature: what the matcher will judge.
  ///   - isAlwaysOne: whether that is always one value; by default so for a measure.
  ///   - now: seconds since 1970.
  ///   - loadBytes: reads a file; without it files are refused.
  ///   - schema: compiles a schema; without it schemas are refused.
  public init(
    nature: Subject.Nature,
    isAlwaysOne: Bool? = nil,
    now: Double = 0,
    loadBytes: @escaping @Sendable (_ path: String) throws(MatcherError) -> [UInt8] = Self.noFiles,
    schema: @escaping @Sendable (_ reference: String) throws(MatcherError) -> CompiledSchema =
      Self.noSchemas
  ) {
    self.nature = nature
    self.isAlwaysOne = isAlwaysOne ?? (nature == .measure)
    self.now = now
    self.loadBytes = loadBytes
    self.schema = schema
  }

  /// Refuses every file.
  @Sendable public static func noFiles(_ path: String) throws(MatcherError) -> [UInt8] {
    throw MatcherError("no file can be read here")
  }

  /// Refuses every schema.
  @Sendable public static func noSchemas(_ reference: String) throws(MatcherError) -> CompiledSchema
  {
    throw MatcherError("no schema can be read here")
  }

  /// The context of matchers inside this one that judge a value of another nature.
  func judging(_ nature: Subject.Nature, isAlwaysOne: Bool) -> MatcherContext {
    var context = self
    context.nature = nature
    context.isAlwaysOne = isAlwaysOne
    return context
  }
}

/// A schema ready to validate values, whoever compiled it.
public struct CompiledSchema: Sendable {
  /// How messages name it: the reference as written.
  public var name: String

  /// Whether a value is valid.
  public var isValid: @Sendable (JSONValue) -> Bool

  /// Where a value is not valid: the place, what the schema wants and what stands there.
  public var violations: @Sendable (JSONValue) -> [Difference]

  /// Makes a schema of two closures.
  public init(
    name: String,
    isValid: @escaping @Sendable (JSONValue) -> Bool,
    violations: @escaping @Sendable (JSONValue) -> [Difference]
  ) {
    self.name = name
    self.isValid = isValid
    self.violations = violations
  }
}
