import SessionCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct InternationalNameTests {
  @Test(arguments: [
    ("http://bücher.example/", "xn--bcher-kva.example"),
    ("http://BÜCHER.Example/", "xn--bcher-kva.example"),
    ("http://bu\u{308}cher.example/", "xn--bcher-kva.example"),
    ("http://faß.de/", "xn--fa-hia.de"), ("http://例え。テスト/", "xn--r8jz45g.xn--zckzah"),
    ("http://ＥＸＡＭＰＬＥ．com/", "example.com"),
    ("http://παράδειγμα.δοκιμή/", "xn--hxajbheg2az3al.xn--jxalpdlp"),
    ("http://☃.net:8080/", "xn--n3h.net"),
    ("http://xn--bcher-kva.ä.example/", "xn--bcher-kva.xn--4ca.example"),
    ("http://ma\u{AD}ñana.com./", "xn--maana-pta.com."),
  ])
  func `a name beyond ASCII goes on the wire in its xn-- form`(text: String, host: String) throws {
    let url = try URI(text)
    #expect(url.host == host)
    #expect(url.isRequestable)
    #expect(try URI(url.text) == url)
  }

  @Test(arguments: [
    "http://ä..example/", "http://.ä/", "http://ä\u{202E}b/", "http://ä b/", "http://\u{E000}/",
    "http://\u{3000}ä/", "http://ä%41/", "http://\u{301}a.example/",
    "http://" + String(repeating: "ä", count: 80) + ".example/",
    "http://" + String(repeating: "ä.", count: 60) + "example/",
  ])
  func `what cannot be such a name is refused`(text: String) {
    #expect(throws: URIError.self) { try URI(text) }
  }
}
