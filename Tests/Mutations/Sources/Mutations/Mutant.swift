/// One deliberate slip in one place of the sources.
struct Mutant: Codable {
  /// What is done to the code.
  enum Kind: String, Codable {
    /// `==` becomes `!=`, or the reverse.
    case equality
    /// `<` becomes `<=`, `>` becomes `>=`, or the reverse.
    case bound
    /// `&&` becomes `||`, or the reverse.
    case logic
    /// The condition of an `if` or `while` is negated.
    case branch
    /// A `guard` lets everything pass.
    case guardDropped = "guard"
    /// A Boolean result is negated.
    case result
    /// `true` becomes `false`, or the reverse.
    case literal
    /// A whole number is one larger, or `+ 1` becomes `- 1`.
    case number
    /// A call whose result is not used is left out.
    case call
  }

  /// Text that is put in at an offset of the file, in UTF-8 bytes.
  struct Insertion: Codable {
    var offset: Int
    var text: String
  }

  var kind: Kind
  /// The target that the file belongs to.
  var target: String
  /// The file, relative to the project.
  var path: String
  /// The first and the last line of the changed code.
  var lines: ClosedRange<Int>
  /// The changed code as bytes of the file.
  var range: Range<Int>
  /// The code as it is, on one line.
  var original: String
  /// The code that the mutant stands for, on one line.
  var changed: String
  /// The line on which the changed code starts, without the white space around it.
  var line: String
  /// What is put into the file; `#` in a text stands for the number of the mutant.
  var insertions: [Insertion]

  /// What names the mutant wherever in its file it is.
  var identity: String { "\(path) | \(kind.rawValue) | \(original) | \(line)" }
}
