/// Why bytes are no document: the first problem, and all of them.
public struct XMLDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Code: Sendable, Hashable {
    /// There is not one byte.
    case empty
    /// The bytes break XML's rules.
    case malformed
    /// The document is larger, deeper or grows more by its entities than is allowed.
    case limit
    /// A schema is not one, or cannot be read whole.
    case invalidSchema
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
