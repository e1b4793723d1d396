public import Diagnostics
import Documents

/// `--name`: a regular expression that is searched for in the titles of scenarios.
///
/// The syntax is that of `matches`; the title is the scenario's name with its row and repeat, `Order lifecycle [ABC-1] #2`.
public struct NamePattern: Sendable {
  private let expression: RegularExpression

  /// The pattern as given.
  public var source: String { expression.source }

  /// Compiles a pattern.
  ///
  /// - Parameter source: as given behind `--name`.
  /// - Throws: ``Mistake`` when it is empty, longer than 64 KiB or no regular expression.
  public init(parsing source: String) throws(Mistake) {
    guard !source.isEmpty else { throw Mistake("the pattern is empty") }
    do throws(RegularExpression.ParsingError) {
      expression = try RegularExpression(source)
    } catch {
      throw Mistake(
        error.isUnusable
          ? error.message : "\"\(source)\" is not a regular expression: \(error.message)"
      )
    }
  }

  /// Whether the pattern is found in a title.
  ///
  /// - Parameter title: the title.
  /// - Returns: whether it is found.
  /// - Throws: ``Mistake`` when the search reaches a limit.
  public func isFound(in title: String) throws(Mistake) -> Bool {
    let finding = expression.search(title)
    if let limitation = finding.limitation(of: title) {
      throw Mistake("--name '\(source)': \(limitation), the title of a scenario")
    }
    return finding != .missing
  }
}
