import Assertions
import Diagnostics
import RunEvents

extension StepFault {
  /// Makes or asks a query that stands at a place, whose error is a fault of kind `expression`.
  static func ofQuery<Value>(
    at range: @autoclosure () -> SourceRange?,
    _ body: @autoclosure () throws(QueryError) -> Value
  ) throws(StepFault) -> Value {
    do throws(QueryError) {
      return try body()
    } catch {
      throw StepFault(.expression, error.message, at: range(), hint: error.hint)
    }
  }
}
