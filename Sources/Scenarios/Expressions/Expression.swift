public import Diagnostics
public import Documents

/// One `${…}` of a file, read and ready to be evaluated as often as needed.
///
/// ```swift
/// let expression = try Expression(parsing: "price * quantity")
/// try expression.evaluate(in: scope)  // 39.96
/// ```
public struct Expression: Sendable {
  /// A name that an expression uses, with the members asked of it as far as they are written out.
  public struct Reference: Sendable, Hashable {
    /// The name: a variable, a capture, or a namespace such as `env`.
    public var name: String

    /// The members behind it as far as they are static: `["json", "total"]` of `response.json.total[n]`.
    public var path: [String]

    /// Where the name stands.
    public var range: SourceRange

    /// Where the name and its static members stand.
    public var pathRange: SourceRange

    /// Whether it stands left of a `??` or is compared with `null`, so that having no value is no mistake.
    public var isGuarded: Bool
  }

  /// The value of one part of an expression, to be shown under it.
  public struct Part: Sendable, Hashable {
    /// The place under which the value belongs: a name, a call, or an operator.
    public var range: SourceRange

    /// The value as JSON, cut to 80 characters; `nothing` where there is none.
    public var value: String
  }

  /// The text between `${` and `}` as it is written, without space at its ends.
  public let source: String

  /// Where it stands, `${` and `}` included.
  public let range: SourceRange

  /// The names it uses, in order.
  public let references: [Reference]

  let syntax: ExpressionSyntax

  init(_ syntax: ExpressionSyntax, range: SourceRange) {
    self.syntax = syntax
    self.range = range
    source = syntax.source
    references = syntax.references()
  }

  /// Reads an expression that stands in no file.
  ///
  /// - Parameter text: what would stand between `${` and `}`.
  /// - Throws: a diagnostic that points into a file called `expression`.
  public init(parsing text: String) throws(Diagnostic) {
    let file = SourceFile(path: "expression", text: text)
    let whole = file.range(0..<file.utf8.count)
    self.init(
      try ExpressionSyntax(parsing: file.utf8[...], map: SourceMap(linearFrom: 0, in: whole)),
      range: whole
    )
  }

  /// Whether it uses one of some names.
  public func uses(_ names: Set<String>) -> Bool {
    !names.isEmpty && references.contains { names.contains($0.name) }
  }

  /// Whether the whole expression is `raw(…)`: its text goes into XML and URLs as it is.
  public var isRaw: Bool { isCall(of: "raw") }

  /// Whether the whole expression is a call of a function.
  func isCall(of name: String) -> Bool { syntax.isCall(of: name) }

  /// The value.
  ///
  /// - Parameter scope: what its names stand for.
  /// - Returns: a value; having none is a failure here.
  /// - Throws: why there is no value, with the part to blame.
  public func evaluate(in scope: any ExpressionScope) throws(ExpressionFailure) -> JSONValue {
    try ExpressionEvaluator(syntax: syntax, scope: scope).value(of: syntax.root)
  }

  /// Whether the expression is true.
  ///
  /// - Parameters:
  ///   - scope: what its names stand for.
  ///   - describe: how a message shows a value that is neither.
  /// - Returns: its value.
  /// - Throws: why there is no value, or that it is neither true nor false.
  public func isTrue(
    in scope: any ExpressionScope,
    describing describe: (JSONValue) -> String = { $0.typeName }
  ) throws(ExpressionFailure) -> Bool {
    let value = try evaluate(in: scope)
    if let bool = value.bool { return bool }
    throw ExpressionFailure(
      "expected true or false, got \(describe(value))",
      at: range,
      hint: "compare it, as in \(source) != 0",
      blamesResponse: syntax.root.isPathIntoResponse
    )
  }

  /// The value, or `nil` where `??` would take the other side: an absent member, an environment variable that is not set, a
  /// capture that was not made.
  ///
  /// - Parameter scope: what its names stand for.
  /// - Returns: a value, or `nil` for nothing.
  /// - Throws: any other reason why there is no value.
  public func evaluateAllowingNothing(
    in scope: any ExpressionScope
  ) throws(ExpressionFailure) -> JSONValue? {
    try ExpressionEvaluator(syntax: syntax, scope: scope).optionalValue(of: syntax.root)
  }

  /// The value of each part, for an expression that should have been true.
  ///
  /// Names with their members, calls and operators are listed, literals are not; what a `&&` or `||` never looked at is left out.
  ///
  /// - Parameter scope: what its names stand for.
  /// - Returns: the parts in the order of their places.
  public func explain(in scope: any ExpressionScope) -> [Part] {
    ExpressionEvaluator(syntax: syntax, scope: scope).parts()
  }
}
