import Testing

@testable import HTTPMessages

@Suite(.timeLimit(.minutes(5))) struct CookieJarTests {
  private func jar(_ cookies: [String], from url: String, now: Double = 0) throws -> CookieJar {
    var jar = CookieJar()
    var headers = HTTPHeaders()
    for cookie in cookies { headers.append("Set-Cookie", cookie) }
    jar.store(headers, from: try URI(url), now: now)
    return jar
  }

  private func sent(_ cookie: String, from: String, to: String, now: Double = 0) throws -> String? {
    try jar([cookie], from: from).header(for: try URI(to), now: now)
  }

  @Test(arguments: [
    ("a=1", "http://h.test/x/y", "http://h.test/x/z", true),
    ("a=1", "http://h.test/x/y", "http://h.test/", false),
    ("a=1", "http://h.test/", "http://sub.h.test/", false),
    ("a=1; Domain=h.test", "http://h.test/", "http://sub.h.test/", true),
    ("a=1; Domain=.H.test", "http://sub.h.test/", "http://h.test/", true),
    ("a=1; Domain=other.test", "http://h.test/", "http://other.test/", false),
    ("a=1; Domain=h.test", "http://xh.test/", "http://xh.test/", false),
    ("a=1; Domain=h.test", "http://h.test/", "http://xh.test/", false),
    ("a=1; Domain=test", "http://h.test/", "http://h.test/", false),
    ("a=1; Domain=co.uk", "http://h.co.uk/", "http://h.co.uk/", false),
    ("a=1; Domain=h.co.uk", "http://h.co.uk/", "http://x.h.co.uk/", true),
    ("a=1; Domain=github.io", "http://h.github.io/", "http://x.github.io/", false),
    ("a=1; Domain=kawasaki.jp", "http://h.kawasaki.jp/", "http://h.kawasaki.jp/", false),
    ("a=1; Domain=b.kawasaki.jp", "http://a.b.kawasaki.jp/", "http://a.b.kawasaki.jp/", false),
    (
      "a=1; Domain=city.kawasaki.jp", "http://city.kawasaki.jp/", "http://x.city.kawasaki.jp/", true
    ),
    ("a=1; Domain=localhost", "http://localhost/", "http://localhost/", true),
    ("a=1; Domain=127.0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", true),
    ("a=1; Domain=0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", false),
    ("a=1; Path=/api", "http://h.test/", "http://h.test/api/x", true),
    ("a=1; Path=/api", "http://h.test/", "http://h.test/apix", false),
    ("a=1; Secure", "https://h.test/", "http://h.test/", false),
    ("a=1; Secure", "https://h.test/", "https://h.test/", true),
    ("a=1; Secure", "http://127.0.0.1/", "http://127.0.0.1/", true),
    ("__Host-a=1", "https://h.test/", "https://h.test/", false),
    ("__Host-a=1; Secure; Path=/", "https://h.test/", "https://h.test/", true),
    ("__Secure-a=1", "https://h.test/", "https://h.test/", false),
    ("novalue", "http://h.test/", "http://h.test/", false),
    ("=x", "http://h.test/", "http://h.test/", false),
  ])
  func `a cookie goes where RFC 6265 lets it`(
    cookie: String,
    from: String,
    to: String,
    isSent: Bool
  ) throws {
    #expect((try sent(cookie, from: from, to: to) != nil) == isSent)
  }

  @Test(arguments: [
    ("a=1; Max-Age=10", 9.0, true), ("a=1; Max-Age=10", 10, false), ("a=1; Max-Age=0", 0, false),
    ("a=1; Max-Age=-5", 0, false), ("a=1; Max-Age=x", 1e9, true),
    ("a=1; Expires=Thu, 01 Jan 1970 00:01:00 GMT", 59, true),
    ("a=1; Expires=Thu, 01 Jan 1970 00:01:00 GMT", 60, false),
    ("a=1; Expires=Thu, 01-Jan-70 00:01:00 GMT; Max-Age=100", 99, true),
    ("a=1; Expires=nonsense", 1e9, true), ("a=1", 1e12, true),
  ])
  func `a cookie ends when it says`(cookie: String, now: Double, isSent: Bool) throws {
    let header = try sent(cookie, from: "http://h.test/", to: "http://h.test/", now: now)
    #expect((header != nil) == isSent)
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("6 nov 1994 8:49:37", 784_111_777),
    ("6 Nov 1994 08:49:37:99", 784_111_777), ("6 Nov 1994 8:49:37Z x", 784_111_777),
    ("1 Jan 2069 0:0:0", 3_124_224_000), ("29 Feb 2024 12:00:00", 1_709_208_000),
  ])
  func `dates are read in every usual form`(text: String, seconds: Double) {
    #expect(CookieDate.parse(text) == seconds)
  }

  @Test(arguments: [
    "", "31 Jun 2000 1:1:1", "1 Jan 1600 1:1:1", "1 Jan 2000 24:00:00", "Jan 2000",
    "1 Jan 2000 1:1", "1 Jan 12345 1:1:1", "1 Jan 2000 1:1:60", "29 Feb 2023 1:1:1",
    "1 Jan 2000 99999999999999999999:1:1",
  ])
  func `impossible dates are none`(text: String) {
    #expect(CookieDate.parse(text) == nil)
  }

  @Test
  func `longer paths come first, then older cookies, and a new value keeps its place`() throws {
    let jar = try jar(
      ["a=1; Path=/", "b=2; Path=/x", "c=3; Path=/", "a=4; Path=/", "d=\"q\"; Path=/; HttpOnly"],
      from: "http://h.test/x/y"
    )
    #expect(jar.header(for: try URI("http://h.test/x/"), now: 0) == "b=2; a=4; c=3; d=\"q\"")
  }

  @Test
  func `a copy is a jar of its own`() throws {
    let jar = try jar(["a=1"], from: "http://h.test/")
    var copy = jar
    copy.remove { _ in true }
    #expect(jar.cookies.count == 1)
    #expect(copy.cookies.isEmpty)
  }

  @Test
  func `an ended cookie removes the one there is`() throws {
    let jar = try jar(["a=1", "a=; Max-Age=0"], from: "http://h.test/")
    #expect(jar.cookies.isEmpty)
  }

  @Test
  func `attributes are kept`() throws {
    let jar = try jar(["a=1; SameSite=lax; HttpOnly; Secure; Path=/p"], from: "https://h.test/")
    let cookie = try #require(jar.cookies.first)
    #expect(cookie.sameSite == .lax)
    #expect(cookie.isHTTPOnly)
    #expect(cookie.isSecure)
    #expect(cookie.path == "/p")
  }

  @Test
  func `the number of cookies is bounded`() throws {
    let jar = try jar((0..<500).map { "a\($0)=1" }, from: "http://h.test/")
    #expect(jar.cookies.count == 180)
    #expect(jar.cookies.last?.name == "a499")
  }

  @Test
  func `a jar is saved and loaded in Netscape's format`() throws {
    let jar = try jar(
      [
        "a=1; Domain=h.test; Path=/x; Secure; Expires=Fri, 01 Jan 2100 00:00:00 GMT",
        "b=2; HttpOnly",
      ],
      from: "https://h.test/x/y"
    )
    let text = jar.netscapeText
    #expect(text.contains(".h.test\tTRUE\t/x\tTRUE\t4102444800\ta\t1\n"))
    #expect(text.contains("#HttpOnly_h.test\tFALSE\t/x\tFALSE\t0\tb\t2\n"))
    #expect(CookieJar(netscapeText: text, now: 0) == jar)
    #expect(CookieJar(netscapeText: "junk\na\tb\n", now: 0).cookies.isEmpty)
    #expect(CookieJar.firstUnreadableLine(inNetscapeText: text) == nil)
  }

  @Test(arguments: [
    ("", nil as Int?), ("# a\n\n \t\r\n#b", nil), ("h\tFALSE\t/\tFALSE\t0\ta\tb", nil),
    ("h\tFALSE\t/\tFALSE\t1\ta\t\r\n", nil), ("#HttpOnly_h\tFALSE\t/\tFALSE\t0\ta\tb", nil),
    ("junk", 1), ("# c\nh\tFALSE\t/\tFALSE\t0\ta", 2), ("h\tFALSE\t/\tFALSE\tnever\ta\tb", 1),
    ("h\tFALSE\tx\tFALSE\t0\ta\tb", 1), ("\tFALSE\t/\tFALSE\t0\ta\tb", 1), ("#HttpOnly_h\ta", 1),
    ("h\tFALSE\t/\tFALSE\t0\ta\tb\n{}\n", 2), ("h FALSE / FALSE 0 a b", 1),
  ])
  func `a line that is no cookie is found`(text: String, line: Int?) {
    #expect(CookieJar.firstUnreadableLine(inNetscapeText: text) == line)
  }
}
