/// What is wrong with a value, for whoever knows where the value stands to report.
///
/// The path leads from the value to the part that is to be underlined.
public struct Mistake: Error, Sendable, Hashable {
  /// What is wrong: a fragment in lower case, without full stop.
  public var message: String

  /// Where, from the value that was looked at.
  public var path: [ValuePathElement]

  /// Whether the mistake is the key at the end of the path and not its value.
  public var aboutKey: Bool

  /// What to do.
  public var hint: String?

  /// The name that was probably meant.
  public var suggestion: String?

  /// Makes a mistake.
  public init(
    _ message: String,
    at path: [ValuePathElement] = [],
    aboutKey: Bool = false,
    hint: String? = nil,
    suggestion: String? = nil
  ) {
    self.message = message
    self.path = path
    self.aboutKey = aboutKey
    self.hint = hint
    self.suggestion = suggestion
  }

  /// The same mistake seen from further out.
  ///
  /// - Parameter outer: the path of the value that this mistake's path starts from.
  /// - Returns: the mistake with `outer` before its path.
  public func within(_ outer: [ValuePathElement]) -> Mistake {
    var mistake = self
    mistake.path = outer + path
    return mistake
  }

  /// Does something with the part of a value at a path, which stands before the paths of mistakes then.
  public static func within<Value>(
    _ outer: @autoclosure () -> [ValuePathElement],
    _ body: @autoclosure () throws(Mistake) -> Value
  ) throws(Mistake) -> Value {
    do throws(Mistake) {
      return try body()
    } catch {
      throw error.within(outer())
    }
  }
}

/// A step from a value to one of its parts.
public enum ValuePathElement: Sendable, Hashable {
  /// The member of an object.
  case key(String)
  /// The element of a list, from 0.
  case index(Int)
}
