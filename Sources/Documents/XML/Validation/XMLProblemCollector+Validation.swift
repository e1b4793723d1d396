extension XMLProblemCollector {
  /// The error of a schema that refers to what may not or cannot be read.
  var refusal: XMLDocumentError? {
    guard let place = refused.first else { return nil }
    let reason =
      place.contains("://") && !place.hasPrefix("file://")
      ? "is not a local file, and schemas are not fetched"
      : allowsFiles ? "cannot be read" : "is not read, because the schema has no path"
    return XMLDocumentError(
      code: .invalidSchema,
      problem: XMLProblem(message: "the schema refers to '\(place)', which \(reason)"),
      problems: problems
    )
  }

  /// The problems of a check; there is always one when its status says so.
  ///
  /// - Parameter status: libxml2's: 0 for valid, below 0 for a failure of its own.
  /// - Returns: the errors; empty when the document is valid.
  func problems(ofStatus status: Int32) -> [XMLProblem] {
    guard status != 0 else { return [] }
    let errors = problems.filter { $0.severity == .error }
    guard errors.isEmpty else { return errors }
    return [XMLProblem(message: "the document cannot be checked (libxml2's status is \(status))")]
  }
}
