import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct URIReferenceTests {
  @Test(
    arguments: [
      ("http://u:p@h:1/a/b?c#d", "http", "u:p", "h", "1", "/a/b", "c", "d"),
      ("//h", nil, nil, "h", nil, "", nil, nil), ("a:b:c", "a", nil, nil, nil, "b:c", nil, nil),
      ("", nil, nil, nil, nil, "", nil, nil), (":a", nil, nil, nil, nil, ":a", nil, nil),
      ("a/b:c", nil, nil, nil, nil, "a/b:c", nil, nil), ("?#", nil, nil, nil, nil, "", "", ""),
      ("a?b:c//d?e", nil, nil, nil, nil, "a", "b:c//d?e", nil),
      ("#a?b#c", nil, nil, nil, nil, "", nil, "a?b#c"),
      ("http://a@b@h:/", "http", "a@b", "h", "", "/", nil, nil),
      ("http://[::1]:80", "http", nil, "[::1]", "80", "", nil, nil),
      ("http://[::1]x:8/", "http", nil, "[::1]x", "8", "/", nil, nil),
      ("http://h:8:9/", "http", nil, "h", "8:9", "/", nil, nil),
      ("http:///a", "http", nil, "", nil, "/a", nil, nil),
      ("1x!:/", "1x!", nil, nil, nil, "/", nil, nil),
      // A mark that would join the character before it does not hide that.
      ("a/\u{301}?\u{301}#\u{301}", nil, nil, nil, nil, "a/\u{301}", "\u{301}", "\u{301}"),
      ("s:\u{301}//\u{301}/\u{301}", "s", nil, nil, nil, "\u{301}//\u{301}/\u{301}", nil, nil),
    ] as [(String, String?, String?, String?, String?, String, String?, String?)]
  )
  func `a text is taken apart and put together`(
    text: String,
    scheme: String?,
    userInfo: String?,
    host: String?,
    port: String?,
    path: String,
    query: String?,
    fragment: String?
  ) {
    let reference = URIReference(text)
    #expect(reference.scheme == scheme)
    #expect(reference.authority?.userInfo == userInfo)
    #expect(reference.authority?.host == host)
    #expect(reference.authority?.port == port)
    #expect(reference.path == path)
    #expect(reference.query == query)
    #expect(reference.fragment == fragment)
    #expect(reference.text == text)
    #expect(URIReference(reference.textWithoutFragment).fragment == nil)
  }

  @Test(arguments: [
    ("/a/./b", "/a/b"), ("/a/../b", "/b"), ("/..//a", "//a"), ("/a/b/..", "/a/"), ("/.", "/"),
    ("..", ""), ("a/b/../c", "a/c"), ("/a//../b", "/a/b"), ("//..", "/"), ("/a.b/..c", "/a.b/..c"),
    ("/a/.\u{301}/..", "/a/"), ("/../../", "/"), ("./a", "a"), ("", ""),
  ])
  func `dot segments are worked out`(path: String, plain: String) {
    #expect(URIReference.removingDotSegments(path) == plain)
    #expect(URIReference.removingDotSegments(plain) == plain)
  }

  @Test(arguments: [
    ("g", "s:d/g"), ("?q", "s:d/e?q"), ("", "s:d/e"), ("/g", "s:/g"),
    ("//h", "s://h"), ("t:g/./h", "t:g/h"),
  ])
  func `a base may lack an authority`(reference: String, target: String) {
    #expect(URIReference(reference).resolved(against: URIReference("s:d/e")).text == target)
  }

  @Test func `a base without a path is a folder of its authority`() {
    #expect(URIReference("g").resolved(against: URIReference("s://h")).text == "s://h/g")
    #expect(URIReference("g").resolved(against: URIReference("")).text == "g")
  }

  @Test(arguments: [
    ("http", true), ("a+b-c.1", true), ("", false), ("1a", false), ("a_b", false), ("ä", false),
  ])
  func `a scheme begins with a letter`(text: String, isScheme: Bool) {
    #expect(URIReference.isScheme(text) == isScheme)
  }
}
