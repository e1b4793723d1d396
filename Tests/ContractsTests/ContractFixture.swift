import Contracts
import Diagnostics
import Documents

/// Documents and exchanges for tests.
enum ContractFixture {
  /// Reads a text as a document; other files are given by their paths.
  static func reading(
    _ text: String,
    path: String = "api.yaml",
    files: [String: String] = [:]
  ) -> ContractDocument.Reading {
    ContractDocument.read(SourceFile(path: path, text: text)) { path in
      guard let text = files[path] else {
        return .failure(Mistake("there is no file \(path)"))
      }
      return .success(SourceFile(path: path, text: text))
    }
  }

  /// A document of a version with what stands below `info`.
  static func document(
    _ body: String,
    version: String = "3.1.0",
    files: [String: String] = [:]
  ) throws -> ContractDocument {
    let text = "openapi: \(version)\ninfo: { title: API, version: '1' }\n" + body
    let reading = reading(text, files: files)
    guard let document = reading.document else {
      throw Unreadable(diagnostics: reading.diagnostics)
    }
    return document
  }

  /// A document that could not be read.
  struct Unreadable: Error {
    var diagnostics: [Diagnostic]
  }

  /// A body of JSON.
  static func json(_ text: String, type: String = "application/json") -> ContractBody {
    ContractBody(contentType: type, bytes: Array(text.utf8))
  }

  /// Violations as `at: message`.
  static func lines(_ judgement: ContractJudgement) -> [String] {
    judgement.violations.map { "\($0.at): \($0.message)" }
  }

  /// Diagnostics as `line:column severity message`.
  static func lines(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      let start = diagnostic.range?.start
      let place = start.map { "\($0.line):\($0.column)" } ?? "-"
      return "\(place) \(diagnostic.severity.rawValue) \(diagnostic.message)"
    }
  }
}
