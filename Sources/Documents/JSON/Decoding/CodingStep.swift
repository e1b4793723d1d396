/// How a place in a tree is reached from the one around it, for coders.
///
/// ```swift
/// let step = CodingStep(parent: nil, key: .init(stringValue: "items"))
/// CodingStep(parent: step, key: .init(intValue: 2)).path  // items, 2
/// ```
public final class CodingStep: Sendable {
  /// A member's name as it is written, or an element's number.
  public struct Key: CodingKey, Sendable {
    /// The name, or the number as a text.
    public let stringValue: String
    /// The number of an element, from 0.
    public let intValue: Int?

    /// The key of a member.
    public init(stringValue: String) {
      self.stringValue = stringValue
      intValue = nil
    }

    /// The key of an element.
    public init(intValue: Int) {
      stringValue = String(intValue)
      self.intValue = intValue
    }
  }

  /// How deep coders go; a type that contains itself without end is stopped there.
  public static let maximumDepth = 512

  /// The way to the place around; nil at the top.
  public let parent: CodingStep?
  /// The last part of the way.
  public let key: Key
  /// How many parts the way has.
  public let depth: Int

  /// Goes one further.
  public init(parent: CodingStep?, key: Key) {
    self.parent = parent
    self.key = key
    depth = (parent?.depth ?? 0) + 1
  }

  /// The whole way from the top.
  public var path: [any CodingKey] {
    var path: [any CodingKey] = [key]
    var next = parent
    while let step = next {
      path.append(step.key)
      next = step.parent
    }
    return path.reversed()
  }
}
