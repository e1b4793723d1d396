import Testing

@testable import Documents

/// `application/x-www-form-urlencoded` as bodies, by the URL Standard.
@Suite(.timeLimit(.minutes(5))) struct FormBodyTests {
  private func value(_ bytes: [UInt8]) throws(BodyFormat.Failure) -> JSONValue? {
    guard case .tree(let value) = try BodyFormat.form.decode(.init(bytes)).content else {
      return nil
    }
    return value
  }

  @Test(arguments: [
    ("", "{}"), ("a=1", #"{"a":"1"}"#), ("a=1&b=2&a=3", #"{"a":["1","3"],"b":"2"}"#),
    ("b=1&a=2", #"{"b":"1","a":"2"}"#), ("a", #"{"a":""}"#), ("=a", #"{"":"a"}"#),
    ("a=b=c", #"{"a":"b=c"}"#), ("&&a=1&&", #"{"a":"1"}"#), ("a+b=c+d%2B", #"{"a b":"c d+"}"#),
    ("a%5Bb%5D=1&a[b]=2", #"{"a[b]":["1","2"]}"#), ("a=%C3%BC&b=ü", #"{"a":"ü","b":"ü"}"#),
    ("a=%&b=%2&c=%zz&d=100%25", #"{"a":"%","b":"%2","c":"%zz","d":"100%"}"#),
    ("a=%EF%BB%BFx", "{\"a\":\"\u{FEFF}x\"}"),
    ("é=1&e%CC%81=2", "{\"é\":\"1\",\"e\u{301}\":\"2\"}"),
    ("a=1\n", #"{"a":"1\n"}"#), ("a=%26%3D", #"{"a":"&="}"#), ("=", #"{"":""}"#),
    ("a=1&a=1&a=1", #"{"a":["1","1","1"]}"#),
  ])
  func `names and values are read as the URL Standard does`(text: String, json: String) throws {
    #expect(try value(Array(text.utf8))?.description == json)
  }

  @Test(
    arguments: [
      (Array("a=1&b=%FF".utf8), "the value of pair 2 is not UTF-8"),
      (Array("%C3=1".utf8), "the name of pair 1 is not UTF-8"),
      ([0x61, 0x3D, 0xE9], "the value of pair 1 is not UTF-8"),
      (Array("a=%ED%A0%80".utf8), "the value of pair 1 is not UTF-8"),
    ] as [([UInt8], String)]
  )
  func `what is not UTF-8 is a failure`(bytes: [UInt8], message: String) throws {
    let error = try #require(throws: BodyFormat.Failure.self) { try value(bytes) }
    #expect(error.message(of: .form) == "the body is not a form: \(message)")
  }

  @Test func `too many pairs are a limit`() throws {
    let text = String(repeating: "a&", count: 4_000_001)
    let error = try #require(throws: BodyFormat.Failure.self) { try value(Array(text.utf8)) }
    #expect(error.isLimit)
    #expect(error.message(of: .form).contains("more than 4000000 pairs"))
  }
}
