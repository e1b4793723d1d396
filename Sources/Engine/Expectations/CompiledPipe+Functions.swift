import Assertions
import Documents
import Scenarios

extension CompiledPipe {
  /// Makes a pipe of the functions of the expression language.
  ///
  /// - Parameters:
  ///   - functions: in order.
  ///   - namespaces: prefix to URI, for XPath.
  init(_ functions: ValuePipe, namespaces: [String: String]) {
    self.init(text: functions.text, takesList: functions.takesList) {
      (value: JSONValue?, redaction: Redaction?) throws(Failure) -> JSONValue? in
      let services = ExpressionServices(
        now: { WallClock.now() },
        // No function of a pipe draws, and none reads a file.
        randomBits: { 0 },
        readFile: { (_: String) throws(ExpressionFailure) -> [UInt8] in
          throw ExpressionFailure("a pipe reads no files")
        },
        namespaces: namespaces,
        redact: { redaction?.masking($0) ?? $0 },
        knowsSecrets: { redaction != nil },
        conceal: { redaction?.add($0) }
      )
      return try Self.turn(value, by: functions, in: services)
    }
  }

  /// Turns a value.
  static func turn(
    _ value: JSONValue?,
    by functions: ValuePipe,
    in services: ExpressionServices
  ) throws(Failure) -> JSONValue? {
    do throws(ValuePipe.Failure) {
      return try functions.value(of: value, in: services)
    } catch {
      throw Failure(value: error.value, function: error.function, message: error.message)
    }
  }
}
