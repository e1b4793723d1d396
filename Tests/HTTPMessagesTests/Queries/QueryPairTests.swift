import HTTPMessages
import Testing

@Suite(.timeLimit(.minutes(5))) struct QueryPairTests {
  @Test
  func `the pairs of parameters are those that the query is written from`() throws {
    let parameters: ParameterValue = [
      "b": ["x": 1, "y": ["p q", nil]], "a": nil, "c": true, "d": .data([0, 1]),
    ]
    let encoder = QueryEncoder()
    let pairs = try encoder.queryPairs(of: parameters)
    #expect(
      pairs == [
        QueryPair(name: "a", value: nil), QueryPair(name: "b[x]", value: "1"),
        QueryPair(name: "b[y][]", value: "p q"), QueryPair(name: "b[y][]", value: nil),
        QueryPair(name: "c", value: "1"), QueryPair(name: "d", value: "AAE="),
      ]
    )
    #expect(pairs[2].percentEncoded == "b%5By%5D%5B%5D=p%20q")
    let query = try encoder.encode(parameters)
    #expect(pairs.map(\.percentEncoded).joined(separator: "&") == query)
  }

  @Test
  func `parameters that are too deep are an error`() {
    var value: ParameterValue = 1
    for _ in 0..<600 { value = .array([value]) }
    let deep = value
    let error = #expect(throws: SessionError.self) { try QueryEncoder().queryPairs(of: deep) }
    #expect(error?.domain == .requestSerialization)
  }
}
