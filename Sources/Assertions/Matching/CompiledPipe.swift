import Diagnostics
public import Documents

/// Functions that turn a value before it is judged, whoever compiled them.
public struct CompiledPipe: Sendable {
  /// How messages write it behind what it turns: `split(",") | count`.
  public var text: String

  /// Whether it begins with a function of lists, which gets all nodes or fields that were found.
  public var takesList: Bool

  /// Turns a value, `nil` for nothing, as the messages of now may show it.
  public var turn: @Sendable (JSONValue?, Redaction?) throws(Failure) -> JSONValue?

  /// Why a value cannot be turned.
  public struct Failure: Error, Sendable {
    /// What a function was given; `nil` for nothing.
    public var value: JSONValue?
    /// The function with its arguments.
    public var function: String
    /// What is wrong, a fragment in lower case.
    public var message: String

    /// Notes what failed.
    public init(value: JSONValue?, function: String, message: String) {
      self.value = value
      self.function = function
      self.message = message
    }
  }

  /// Makes a pipe of a closure.
  public init(
    text: String,
    takesList: Bool,
    turn: @escaping @Sendable (JSONValue?, Redaction?) throws(Failure) -> JSONValue?
  ) {
    self.text = text
    self.takesList = takesList
    self.turn = turn
  }
}

extension CompiledPipe.Failure {
  /// What was given to which function and what it says, bounded and without secrets: `"a" | count: count wants a list`.
  public var reason: String {
    let texts = [function, message].map { ValueText.cut(TerminalText.escaped($0)) }
    return "\(value.map { ValueText.describe($0) } ?? "nothing") | \(texts[0]): \(texts[1])"
  }
}
