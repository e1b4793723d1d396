import HTTPMessages
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
    ("http://ma\u{AD}ñana.com./", "xn--maana-pta.com."), ("http://ä.\u{AD}/", "xn--4ca."),
    // Compatibility forms are mapped; symbols stay, beside what the transitional form would change.
    ("http://ﬁ①Ⅷ.example/", "fi1viii.example"),
    ("http://i❤\u{FE0F}.faß.ς/", "xn--i-7iq.xn--fa-hia.xn--3xa"),
    ("http://€.💩/", "xn--lzg.xn--ls8h"), ("http://क्\u{200D}ष.example/", "xn--11b2ezcw70k.example"),
    // Labels of ASCII are not looked at: neither for hyphens nor for what they decode to.
    ("http://r3---sn-a_b.xn--a.ä.example/", "r3---sn-a_b.xn--a.xn--4ca.example"),
    ("http://r3---sn-a_b.xn--a.example/", "r3---sn-a_b.xn--a.example"),
    (
      "http://" + String(repeating: "ä.", count: 28) + "a/",
      String(repeating: "xn--4ca.", count: 28) + "a"
    ),
  ])
  func `a name beyond ASCII goes on the wire in its xn-- form`(text: String, host: String) throws {
    let url = try URI(text)
    #expect(url.host == host)
    #expect(url.isRequestable)
    #expect(try URI(url.text) == url)
  }

  @Test(arguments: [
    "http://ä..example/", "http://\u{AD}/", "http://ä.\u{AD}.example/", "http://。/", "http://.ä/",
    "http://ä\u{202E}b/", "http://ä b/", "http://\u{E000}/",
    "http://\u{3000}ä/", "http://ä%41/", "http://\u{301}a.example/",
    "http://" + String(repeating: "ä", count: 80) + ".example/",
    "http://" + String(repeating: "ä.", count: 60) + "example/",
    "http://" + String(repeating: "ä.", count: 10_000) + "example/",
    "http://" + String(repeating: "ä", count: 100_000) + "/",
    "http://" + String(repeating: "xn--a.", count: 10_000) + "ä/",
    "http://ä." + String(repeating: "a", count: 64) + "/",
    // What would be mapped to the end of a host or of a label.
    "http://ä／b/", "http://ä：80/", "http://a℀b/", "http://ä＠b/", "http://ä․b/", "http://ä％2Fb/",
    "http://ｘn--a.example/", "http://xn--ä/",
    "http://a\u{200C}b/", "http://\u{627}a/", "http://0\u{627}/", "http://-ä/", "http://ä-/",
    "http://ab--ä/",
    "http://❤ß/", "http://👨\u{200D}👩/", "http://\u{FFFD}/", "http://\u{115F}/",
  ])
  func `what cannot be such a name is refused`(text: String) {
    #expect(throws: URIError.self) { try URI(text) }
  }

  @Test(arguments: [
    ("ä..b", "a part of the host is empty"),
    ("ä\u{202E}b", "the host has a character that cannot stand in one"),
    ("\u{301}a", "a part of the host begins with a combining mark"),
    ("-ä", "a part of the host begins or ends with a hyphen"),
    ("ab--ä", "a part of the host has \"--\" as its third and fourth characters"),
    ("\u{627}a", "a part of the host breaks the rule for right-to-left text (RFC 5893)"),
    (String(repeating: "ä", count: 80), "a part of the host has more than 63 characters"),
    (String(repeating: "ä.", count: 60) + "a", "the host has more than 253 characters"),
  ])
  func `the reason says what is wrong with the name`(host: String, reason: String) throws {
    #expect(try #require(throws: URIError.self) { try URI("http://\(host)/") }.reason == reason)
  }
}
