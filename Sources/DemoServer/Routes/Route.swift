/// One entry of the catalogue: what it answers to and how.
struct Route: Sendable {
  typealias Answer = @Sendable (Call) throws(Problem) -> HTTPResponse

  /// The method, `*` for any.
  var method: String
  /// Segments of which `{name}` takes any one and a last `{name…}` the rest, also none.
  var path: String
  var summary: String
  var answer: Answer

  init(_ method: String, _ path: String, _ summary: String, _ answer: @escaping Answer) {
    self.method = method
    self.path = path
    self.summary = summary
    self.answer = answer
  }
}
