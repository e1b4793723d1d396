public import Diagnostics
public import Scenarios

extension Mistake {
  /// A mistake in a value, of what went wrong with it.
  init(_ failure: ExpressionFailure) {
    self.init(failure.message, hint: failure.hint, suggestion: failure.suggestion)
  }

  /// Does something with a value, whose failure is a mistake in it.
  public static func reporting<Value>(
    _ body: @autoclosure () throws(ExpressionFailure) -> Value
  ) throws(Mistake) -> Value {
    do throws(ExpressionFailure) {
      return try body()
    } catch {
      throw Mistake(error)
    }
  }
}
