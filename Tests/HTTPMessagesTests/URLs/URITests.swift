import Testing

@testable import HTTPMessages

@Suite(.timeLimit(.minutes(5))) struct URITests {
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"), ("g:h", "g:h"),
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
  ])
  func `references resolve as in RFC 3986 section 5.4`(reference: String, target: String) throws {
    #expect(try URI("http://a/b/c/d;p?q").resolving(reference).text == target)
  }

  @Test(arguments: [
    ("../g", "http://a/b/c/../g"), ("/./g/../h", "http://a/./g/../h"), ("..", "http://a/b/c/.."),
    ("//h/../g", "http://h/../g"), ("http://h/a/./b", "http://h/a/./b"),
    ("?y", "http://a/b/c/d;p?y"), ("", "http://a/b/c/d;p?q"),
    ("g/%2e%2E/h", "http://a/b/c/g/%2e%2E/h"),
  ])
  func `dot segments stay where they are to`(reference: String, target: String) throws {
    let base = try URI("http://a/b/c/d;p?q")
    #expect(try base.resolving(reference, keepingDotSegments: true).text == target)
  }

  @Test(arguments: [
    ("foo", "http://example.com/v1/foo"), ("foo?bar=baz", "http://example.com/v1/foo?bar=baz"),
    ("/foo", "http://example.com/foo"), ("foo/", "http://example.com/v1/foo/"),
    ("/foo/", "http://example.com/foo/"), ("http://example2.com/", "http://example2.com/"),
    ("../x", "http://example.com/x"), ("//h2/p", "http://h2/p"),
    ("a b", "http://example.com/v1/a%20b"), ("", "http://example.com/v1/"),
  ])
  func `row 64: paths resolve against a base as in AFNetworking`(
    reference: String,
    target: String
  ) throws {
    #expect(try URI("http://example.com/v1").asBase.resolving(reference).text == target)
  }

  @Test(arguments: [
    ("http://example.com", "http://example.com"), ("http://example.com/", "http://example.com/"),
    ("http://example.com/v1", "http://example.com/v1/"),
    ("http://example.com/v1?x=1", "http://example.com/v1/?x=1"),
  ])
  func `row 64: a base's path ends with a slash unless it is empty`(
    base: String,
    kept: String
  ) throws {
    #expect(try URI(base).asBase.text == kept)
  }

  @Test(arguments: [
    ("HTTP://EXAMPLE.com:80/Ä?ö#ü", "http://example.com:80/%C3%84?%C3%B6#%C3%BC"),
    ("http://h/a%20b%zz", "http://h/a%20b%25zz"), ("http://h/%", "http://h/%25"),
    ("http://h:/p", "http://h/p"), ("http://u:p@h/", "http://u:p@h/"),
    ("http://a@b@h/", "http://a%40b@h/"), ("http://[::1]:81/", "http://[::1]:81/"),
    ("http://h?a[]=<x>", "http://h?a%5B%5D=%3Cx%3E"), ("http://h/[x]\\", "http://h/%5Bx%5D%5C"),
    ("a/b:c", "a/b:c"), ("http://h/?", "http://h/?"), ("mailto:a@b", "mailto:a@b"),
  ])
  func `a text is brought into normal spelling`(text: String, spelled: String) throws {
    #expect(try URI(text).text == spelled)
  }

  @Test(arguments: [
    "http://h\n/", "http://h/\u{0}", "http://h/\u{7F}", "http://a b/", "http://h:99999/",
    "http://h:-1/", "http://h:+80/", "http://h:8x/", "http://[::1/", "http://[::1]x/",
    "http://[1:2]/", "http://[::1::2]/", "http://[12345::]/", "http://\u{301}a.example/",
    "http://h%41/",
    "http://a\\b/", "://h", " http://h/", "1x:/", "http://a<b/",
  ])
  func `what percent-encoding cannot save is refused`(text: String) {
    #expect(throws: URIError.self) { try URI(text) }
  }

  @Test(arguments: [
    ("http://h:8x1/", "http://h:8x1/"), ("se!cret://h/", "se!cret://h/"),
    ("http://[12:se]/", "http://[12:se]/"), ("http://hos\\t/", "http://hos\\t/"),
    ("http://hös\u{2028}t/", "http://hös\u{2028}t/"), ("http://u:p@h:8x1/", "http://…@h:8x1/"),
    ("http://u:pa/ss@h/", "http://…@h/"), ("//u:p?a#s@s@h/", "//…@h/"),
    ("http://h/a\u{1}\n\u{7F}\u{200B}b", #"http://h/a\u0001\n\u007f\u200bb"#),
  ])
  func `an error shows the whole text but for user information, and says where it is wrong`(
    text: String,
    shown: String
  ) throws {
    let error = try #require(throws: URIError.self) { try URI(text) }
    #expect(error.description == "invalid URL \"\(shown)\": \(error.reason)")
    for piece in ["8x1", "se", "\\", "pa", "\u{2028}", "!"] {
      #expect(!error.reason.split(separator: " ").contains { $0.contains("\"\(piece)") })
    }
  }

  @Test
  func `an error of a long text is not cut, for a secret in it would be torn`() throws {
    let text = "http://h:x/" + String(repeating: "a", count: 1000)
    let error = try #require(throws: URIError.self) { try URI(text) }
    #expect(error.description.contains(text))
  }

  @Test(arguments: [
    ("http://h/a", "k=v", "http://h/a?k=v"), ("http://h/a?x", "k=v", "http://h/a?x&k=v"),
    ("http://h/a?", "k=v", "http://h/a?&k=v"), ("http://h/a#f", "k=v", "http://h/a?k=v#f"),
    ("http://h/a", "", "http://h/a"),
  ])
  func `a query is added behind the one there is and before the fragment`(
    text: String,
    query: String,
    whole: String
  ) throws {
    #expect(try URI(text).addingQuery(query).text == whole)
  }

  @Test
  func `the wire sees neither user information nor fragment`() throws {
    #expect(try URI("http://u:p@h:1/a?b#c").requestText == "http://h:1/a?b")
  }

  @Test
  func `origins are compared with their effective ports`() throws {
    let plain = try URI("http://h/")
    #expect(plain.hasSameOrigin(as: try URI("http://H:80/x")))
    #expect(!plain.hasSameOrigin(as: try URI("https://h/")))
    #expect(!plain.hasSameOrigin(as: try URI("http://h:81/")))
    #expect(!plain.hasSameOrigin(as: try URI("http://i/")))
  }
}
