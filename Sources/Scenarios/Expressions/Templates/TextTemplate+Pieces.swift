public import Diagnostics

extension TextTemplate {
  /// A part of a text whose expressions are evaluated.
  public enum Piece: Sendable, Hashable {
    /// Text of the file, or what a `raw(…)` comes to.
    case text(String)
    /// The value of an expression, written out, with the place of the expression.
    case value(String, SourceRange)
  }

  /// The parts of the text in order, for a place that treats values unlike text.
  ///
  /// - Parameter scope: what names stand for.
  /// - Returns: one piece for each segment.
  /// - Throws: why an expression has no value, with the part to blame.
  public func pieces(in scope: any ExpressionScope) throws(ExpressionFailure) -> [Piece] {
    if let constant { return [.text(constant)] }
    var pieces: [Piece] = []
    var count = 0
    for segment in segments {
      switch segment {
      case .literal(let literal):
        pieces.append(.text(literal))
        count += literal.utf8.count
      case .expression(let expression):
        let value = try expression.evaluate(in: scope).writtenOut
        pieces.append(expression.isRaw ? .text(value) : .value(value, expression.range))
        count += value.utf8.count
      }
      guard count <= FunctionArguments.largestText else {
        throw ExpressionFailure("the text grows beyond 64 MiB", at: range)
      }
    }
    return pieces
  }
}
