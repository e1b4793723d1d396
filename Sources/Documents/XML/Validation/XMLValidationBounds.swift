/// How much compiling a schema, and a check against it, may cost.
///
/// libxml2 goes back and forth in patterns of XSD and in choices of RELAX NG, and a document can be
/// made so that this takes hours or all memory.
enum XMLValidationBounds {
  /// The computing time of one check.
  static let seconds: UInt32 = 5
  /// What one check may take beside what the process has.
  static let bytes: UInt = 512 << 20

  /// Why there is no verdict on a document after its check was tried; `nil` when it may be made.
  static func problem(ofChecking trial: Int32) -> XMLProblem? {
    MarkupBounds.problem(
      of: trial,
      "the check of the document was not finished",
      unbounded: """
        the document cannot be checked within \(seconds) s and \(bytes >> 20) MiB: too many ways to \
        read it by the schema have to be tried; make its patterns or choices unambiguous
        """
    )
  }

  /// Why a schema cannot be used after its compiling was tried; `nil` when it can be compiled.
  static func problem(ofCompiling trial: Int32) -> XMLProblem? {
    MarkupBounds.problem(
      of: trial,
      "the schema was not compiled",
      unbounded: """
        the schema cannot be compiled within \(seconds) s and \(bytes >> 20) MiB: take away what \
        repeats inside of what repeats
        """
    )
  }

  /// Whether a schema document can make a check that costs more than the document's size says.
  ///
  /// Content models of XSD are unambiguous, so patterns are left, and keys, each of which is compared
  /// with all others; what it includes is not looked at and may have some.
  static func mayBacktrack(xsd schema: XMLDocument) -> Bool {
    let names = ["pattern", "unique", "key", "keyref", "include", "import", "redefine"]
    let tests = names.map { "local-name() = '\($0)'" }.joined(separator: " or ")
    guard let query = try? XPath(parsing: "boolean(//*[\(tests)])") else { return true }
    return (try? schema.evaluate(query)) != .boolean(false)
  }
}
