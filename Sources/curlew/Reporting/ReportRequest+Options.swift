import ArgumentParser
import Reports

extension ReportRequest {
  /// Reads what an option asks for.
  ///
  /// - Parameters:
  ///   - texts: as they were given.
  ///   - option: what stands before each text in a message.
  ///   - showsHint: whether the message says what to write instead.
  /// - Returns: a request for each text.
  /// - Throws: `ValidationError` for the first that is no request.
  static func all(
    _ texts: [String],
    after option: String,
    showsHint: Bool = true
  ) throws -> [ReportRequest] {
    try texts.map { text in
      do throws(ReporterError) {
        return try ReportRequest(parsing: text)
      } catch {
        let hint = showsHint ? error.hint.map { "; \($0)" } ?? "" : ""
        throw ValidationError("\(option)\(text): \(error.message)\(hint)")
      }
    }
  }
}

extension [ReportRequest] {
  /// These behind the console's, unless one of them goes to standard output.
  var withConsole: [ReportRequest] {
    contains(where: \.isStandardOutput) ? self : [ReportRequest(kind: "console", path: "-")] + self
  }
}
