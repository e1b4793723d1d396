import Documents

/// `--name`: a regular expression that is searched for in the titles of scenarios.
///
/// The syntax is that of `matches`; the title is the scenario's name with its row and repeat, `Order lifecycle [ABC-1] #2`.
public struct NamePattern: Sendable {
  /// Why a pattern cannot be used.
  public struct ParsingError: Error, Sendable, Hashable {
    /// What is wrong, a fragment in lower case.
    public var message: String
  }

  private let expression: RegularExpression

  /// The pattern as given.
  public var source: String { expression.source }

  /// Compiles a pattern.
  ///
  /// - Parameter source: as given behind `--name`.
  /// - Throws: ``ParsingError`` when it is empty, longer than 64 KiB or no regular expression.
  public init(parsing source: String) throws(ParsingError) {
    guard !source.isEmpty else { throw ParsingError(message: "the pattern is empty") }
    do throws(RegularExpression.ParsingError) {
      expression = try RegularExpression(source)
    } catch {
      throw ParsingError(
        message: error.isUnusable
          ? error.message : "\"\(source)\" is not a regular expression: \(error.message)"
      )
    }
  }

  /// Whether the pattern is found in a title.
  ///
  /// - Parameter title: the title.
  /// - Returns: whether it is found.
  /// - Throws: ``ParsingError`` when the search reaches a limit.
  public func isFound(in title: String) throws(ParsingError) -> Bool {
    let finding = expression.search(title)
    if let limitation = finding.limitation(of: title) {
      throw ParsingError(message: "--name '\(source)': \(limitation), the title of a scenario")
    }
    return finding != .missing
  }
}
