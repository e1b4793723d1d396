import Documents

extension TextTemplate {
  /// The text with its expressions' values written out.
  ///
  /// - Parameter scope: what names stand for.
  /// - Returns: the text.
  /// - Throws: why an expression has no value, with the part to blame.
  public func evaluate(in scope: any ExpressionScope) throws(ExpressionFailure) -> String {
    try evaluate(in: scope) { $0 }
  }

  /// The text with its expressions' values written out and escaped, except those of `raw(…)`.
  ///
  /// - Parameters:
  ///   - scope: what names stand for.
  ///   - escape: makes a value harmless where the text goes, in XML say.
  /// - Returns: the text.
  /// - Throws: why an expression has no value, with the part to blame.
  public func evaluate(
    in scope: any ExpressionScope,
    escaping escape: (String) -> String
  ) throws(ExpressionFailure) -> String {
    if let constant { return constant }
    var text = ""
    for segment in segments {
      switch segment {
      case .literal(let literal):
        text += literal
      case .expression(let expression):
        let value = try expression.evaluate(in: scope).writtenOut
        text += expression.isRaw ? value : escape(value)
      }
      guard text.utf8.count <= FunctionArguments.largestText else {
        throw ExpressionFailure("the text grows beyond 64 MiB", at: range)
      }
    }
    return text
  }
}
