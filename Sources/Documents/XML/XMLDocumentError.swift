/// Why bytes are no document: the first problem, and all of them.
public struct XMLDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a failure; kinds unknown today may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    public var rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is not one byte.
    public static var empty: Self { .init(rawValue: "empty") }
    /// The bytes break XML's rules.
    public static var malformed: Self { .init(rawValue: "malformed") }
    /// The document is larger, deeper or grows more by its entities than is allowed.
    public static var limit: Self { .init(rawValue: "limit") }
    /// A schema is not one, or cannot be read whole.
    public static var invalidSchema: Self { .init(rawValue: "invalid-schema") }
  }

  /// The kind of the failure.
  public var code: Code
  /// The first error.
  public var problem: XMLProblem
  /// Everything that was found until reading stopped, in order, at most a hundred entries.
  public var problems: [XMLProblem]

  /// Makes an error of its first problem and all of them.
  public init(code: Code, problem: XMLProblem, problems: [XMLProblem]? = nil) {
    self.code = code
    self.problem = problem
    self.problems = problems ?? [problem]
  }

  public var description: String { problem.description }
}
