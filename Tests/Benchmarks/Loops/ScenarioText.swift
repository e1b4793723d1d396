/// Scenario files, and what asks the same of Hurl.
enum ScenarioText {
  /// Six assertions on what nginx answers with.
  private static let expectations = """
        status: 200
        content-type: application/json
        json:
          $.id: 1
          $.name: probe
          $.items: { count: 3 }
          $.nested.a.b: c

    """

  /// Two assertions on what the waiting server answers with.
  private static let shortExpectations = """
        status: 200
        json:
          $.id: 1

    """

  private static let peerExpectations = """
    HTTP 200
    Content-Type: application/json
    [Asserts]
    jsonpath "$.id" == 1
    jsonpath "$.name" == "probe"
    jsonpath "$.items" count == 3
    jsonpath "$.nested.a.b" == "c"

    """

  private static let shortPeerExpectations = """
    HTTP 200
    [Asserts]
    jsonpath "$.id" == 1

    """

  /// A scenario of equal steps with six assertions each, or the two short ones.
  static func scenario(_ name: String, url: String, steps: Int, isShort: Bool = false) -> String {
    let step = "  - GET: /\n    expect:\n" + indented(isShort ? shortExpectations : expectations)
    return "scenario: \(name)\nbase: \(url)\nsteps:\n" + String(repeating: step, count: steps)
  }

  /// The same for Hurl.
  static func peer(url: String, steps: Int, isShort: Bool = false) -> String {
    let step = "GET \(url)/\n" + (isShort ? shortPeerExpectations : peerExpectations)
    return String(repeating: step + "\n", count: steps)
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }
}
