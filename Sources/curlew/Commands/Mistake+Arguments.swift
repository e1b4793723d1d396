import ArgumentParser
import Diagnostics

extension Mistake {
  /// Does something whose error is about `subject`.
  static func about<Value>(
    _ subject: String,
    _ work: @autoclosure () throws -> Value
  ) throws(Mistake) -> Value {
    do {
      return try work()
    } catch {
      throw Mistake("\(subject): \(error)")
    }
  }

  /// Reads `NAME=VALUE`, each name with its last value, or fails by a rule.
  static func pairs(_ texts: [String], _ rule: String) throws(Mistake) -> [String: String] {
    var pairs: [String: String] = [:]
    for text in texts {
      guard let equals = text.firstIndex(of: "=") else { throw Mistake("\(rule), got \"\(text)\"") }
      pairs[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return pairs
  }
}

extension ValidationError {
  /// Does something whose mistake is one of the command line, reported behind what it is about.
  static func telling<Value>(
    _ start: String,
    _ body: @autoclosure () throws(Mistake) -> Value
  ) throws -> Value {
    do throws(Mistake) {
      return try body()
    } catch {
      throw ValidationError(start + error.message)
    }
  }
}
