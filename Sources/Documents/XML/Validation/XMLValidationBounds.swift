import CLibXML2

/// How much compiling a schema, and a check against it, may cost.
///
/// libxml2 goes back and forth in patterns of XSD and in choices of RELAX NG, and a document can be
/// made so that this takes hours or all memory.
enum XMLValidationBounds {
  /// The computing time of one check.
  static let seconds: UInt32 = 5
  /// What one check may take beside what the process has.
  static let bytes: UInt = 512 << 20

  /// What is told instead of a verdict.
  static let problem = XMLProblem(
    message: """
      the document cannot be checked within \(seconds) s and \(bytes >> 20) MiB: too many ways to \
      read it by the schema have to be tried; make its patterns or choices unambiguous
      """
  )

  /// What is wrong with a schema whose compiling takes too long.
  static let schemaProblem = XMLProblem(
    message: """
      the schema cannot be compiled within \(seconds) s and \(bytes >> 20) MiB: take away what \
      repeats inside of what repeats
      """
  )

  /// Whether a schema document can make a check that costs more than the document's size says.
  ///
  /// Content models of XSD are unambiguous, so only patterns are left; what it includes is not
  /// looked at and may have some.
  static func mayBacktrack(xsd bytes: [UInt8]) -> Bool {
    ["pattern", "include", "import", "redefine"].contains { word in
      bytes.firstRange(of: word.utf8) != nil
    }
  }
}
