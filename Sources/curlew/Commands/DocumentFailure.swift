/// Why a document, a query or a schema given to the command cannot be used.
struct DocumentFailure: Error {
  /// What is wrong, with what it is wrong with.
  var message: String

  /// Runs something whose error is about `subject`.
  static func wrap<Value, Failure: Error>(
    _ subject: String,
    _ work: () throws(Failure) -> Value
  ) throws(DocumentFailure) -> Value {
    do throws(Failure) {
      return try work()
    } catch {
      throw DocumentFailure(message: "\(subject): \(error)")
    }
  }
}
