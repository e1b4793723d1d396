import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONLocatorTests {
  private func elements(_ text: String) -> [String] {
    let utf8 = Array(text.utf8)
    return JSONLocator.elementRanges(of: utf8).map { String(decoding: utf8[$0], as: UTF8.self) }
  }

  @Test(arguments: [
    ("[1,2]", ["1", "2"]), (" \n[ 1 ,\t2\r\n] ", ["1", "2"]), ("\u{FEFF}[1, {}]", ["1", "{}"]),
    (#"[[1, [2 ] ] , {"a": [3, 4] } ]"#, ["[1, [2 ] ]", #"{"a": [3, 4] }"#]),
    (#"[ " ]," , "\"]\\" ]"#, [#"" ],""#, #""\"]\\""#]), ("[null]", ["null"]),
    ("[ { \"n\":\n 1 } ]", ["{ \"n\":\n 1 }"]), ("[[]]", ["[]"]),
  ])
  func `the elements of a list have no white space around them`(text: String, found: [String]) {
    #expect(elements(text) == found)
  }

  @Test(arguments: ["[]", " [ \n] ", "\u{FEFF}[]", "{}", #"{"a": [1]}"#, "1", #""[1]""#, ""])
  func `without elements there are no places`(text: String) {
    #expect(elements(text) == [])
  }
}
