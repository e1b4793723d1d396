import Documents
import Testing

/// Slices whose bounds lie beyond the ends of the array (RFC 9535, section 2.3.4.2.2).
@Suite(.timeLimit(.minutes(5))) struct JSONPathSliceTests {
  @Test(
    arguments: [
      ("$[-10::-1]", []), ("$[-10:]", [0, 1, 2]), ("$[:-10]", []), ("$[:-10:-1]", [2, 1, 0]),
      ("$[10::-1]", [2, 1, 0]), ("$[10:]", []), ("$[-3::-1]", [0]), ("$[-4::-1]", []),
      ("$[10:-10:-2]", [2, 0]), ("$[-10:10:2]", [0, 2]), ("$[::0]", []),
    ] as [(String, [JSONValue])]
  )
  func `a bound beyond the array stands at its end`(path: String, expected: [JSONValue]) throws {
    #expect(try JSONPath(parsing: path).nodes(in: [0, 1, 2]).map(\.value) == expected)
    #expect(try JSONPath(parsing: path).nodes(in: []).isEmpty)
  }
}
