/// Why a file, a query or a schema given to the command cannot be used.
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

  /// Reads `NAME=VALUE`, each name with its last value, or fails by a rule.
  static func pairs(
    _ texts: [String],
    _ rule: String
  ) throws(DocumentFailure) -> [String: String] {
    var pairs: [String: String] = [:]
    for text in texts {
      guard let equals = text.firstIndex(of: "=") else {
        throw DocumentFailure(message: "\(rule), got \"\(text)\"")
      }
      pairs[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return pairs
  }
}
