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

  /// The problems of a check; there is always one when its ending says so.
  ///
  /// - Parameter ending: how the check ended.
  /// - Returns: the errors; empty when the document is valid.
  func problems(after ending: XMLCheckEnding) -> [XMLProblem] {
    let status: Int32
    switch ending {
    case .untold(let problem): return [problem]
    case .status(0): return []
    case .status(let code): status = code
    }
    let errors = problems.filter { $0.severity == .error }
    guard errors.isEmpty else { return errors }
    return [XMLProblem(message: "the document cannot be checked (libxml2's status is \(status))")]
  }
}

/// How a check of a document by a schema ended.
enum XMLCheckEnding {
  /// libxml2's status: 0 for valid, below 0 for a failure of its own.
  case status(Int32)
  /// There is no verdict.
  case untold(XMLProblem)
}
