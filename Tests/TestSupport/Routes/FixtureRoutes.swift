/// What a fixture server answers to which request.
public struct FixtureRoutes: Sendable {
  /// Makes the response of a request.
  public typealias Answer = @Sendable (FixtureRequest) async -> FixtureResponse

  /// Whether a request is answered at its head, before its body has come.
  public var answersEarly: @Sendable (FixtureRequest) -> Bool
  /// Makes the response of a request.
  public var answer: Answer

  /// Routes of one closure.
  ///
  /// - Parameters:
  ///   - answersEarly: Whether a request is answered before its body has come.
  ///   - answer: Makes the response of a request.
  public init(
    answersEarly: @escaping @Sendable (FixtureRequest) -> Bool = { _ in false },
    answer: @escaping Answer
  ) {
    self.answersEarly = answersEarly
    self.answer = answer
  }
}
