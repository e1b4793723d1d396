import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct ValueTextTests {
  @Test(
    arguments: [
      ("a\"b", "\"a\"b\""), (["a\"b"], "[\"a\\\"b\"]"),
      (["k": [1, nil, true]], "{\"k\": [1, null, true]}"),
      ("\u{1B}\n", "\"\\u{1B}\\n\""), (1.50, "1.5"), ([], "[]"), ([:], "{}"),
    ] as [(JSONValue, String)]
  )
  func `values are written for people`(value: JSONValue, text: String) {
    #expect(ValueText.describe(value) == text)
  }

  @Test func `long values are cut in the middle`() {
    let long = JSONValue.string("start" + String(repeating: "x", count: 5_000_000) + "end")
    let text = ValueText.describe(long)
    #expect(text.hasPrefix("\"start"))
    #expect(text.hasSuffix("end\""))
    #expect(text.contains("…"))
    #expect(text.count <= ValueText.limit + 3)
    let list = JSONValue.array(Array(repeating: long, count: 1_000))
    #expect(ValueText.describe(list).count <= ValueText.limit + 3)
  }
}
