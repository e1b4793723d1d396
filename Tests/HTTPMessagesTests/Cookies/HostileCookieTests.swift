import Foundation
import Testing

@testable import HTTPMessages

/// Cookies as a server or a damaged file may have them that means no good.
@Suite(.timeLimit(.minutes(5))) struct HostileCookieTests {
  private func jar(_ cookies: [(String, from: String)], now: Double = 0) throws -> CookieJar {
    var jar = CookieJar()
    for cookie in cookies {
      jar.store(["Set-Cookie": cookie.0], from: try URI(cookie.from), now: now)
    }
    return jar
  }

  @Test(arguments: [
    ("a=1; Secure", "http://h.test/", false),
    ("__Secure-a=1; Secure", "http://h.test/", false),
    ("__Host-a=1; Secure; Path=/", "http://h.test/", false),
    ("__host-a=1; Secure; Path=/", "https://h.test/", true),
    ("__Host-a=1; Secure; Path=/; Domain=h.test", "https://h.test/", false),
    ("__Host-a=1; Secure; Path=/x", "https://h.test/", false),
    ("__Secure-a=1; Secure; Domain=h.test", "https://h.test/", true),
    ("a=1; Domain=evil.test; Domain=h.test", "http://h.test/", true),
    ("a=1; Domain=h.test; Domain=evil.test", "http://h.test/", false),
    ("a=1; Domain=evil.test; Domain=", "http://h.test/", false),
    ("a=\u{338}1", "http://h.test/", true),
    ("a=1;\u{301}", "http://h.test/", true),
    ("a=1; Domain=\u{301}h.test", "http://h.test/", false),
    ("a=\u{1}", "http://h.test/", false),
    ("a=1\r\nSet-Cookie: b=2", "http://h.test/", false),
    ("a=" + String(repeating: "x", count: 4095), "http://h.test/", true),
    ("a=" + String(repeating: "x", count: 4096), "http://h.test/", false),
  ])
  func `what a cookie must not be is ignored`(
    cookie: String,
    from: String,
    isTaken: Bool
  ) throws {
    #expect(try jar([(cookie, from: from)]).cookies.count == (isTaken ? 1 : 0))
  }

  @Test(arguments: [
    ("a=0", false), ("a=0; Path=/x/y", false), ("a=0; Domain=h.test", false),
    ("a=; Max-Age=0", false), ("b=0", true), ("a=0; Path=/other", true),
  ])
  func `what comes in the clear does not stand in the way of a Secure cookie`(
    cookie: String,
    isTaken: Bool
  ) throws {
    let first = ("a=1; Secure; Path=/x", from: "https://h.test/")
    let kept = try jar([first, (cookie, from: "http://h.test/x/y")])
    let isUntouched = try kept == jar([first])
    #expect(isUntouched == !isTaken)
    #expect(kept.cookies.first?.value == "1")
    // Over TLS the same cookie is a change like any other.
    let changed = try jar([first, (cookie, from: "https://h.test/x/y")])
    #expect(try changed != jar([first]))
  }

  @Test(arguments: ["99999999999999999999", String(repeating: "9", count: 1000)])
  func `an end beyond all time can be saved and loaded`(age: String) throws {
    let jar = try jar([("a=1; Max-Age=\(age)", from: "http://h.test/")], now: 1_000)
    #expect(jar.cookies.first?.expires?.isFinite == true)
    #expect(jar.header(for: try URI("http://h.test/"), now: 4e9) == "a=1")
    #expect(CookieJar(netscapeText: jar.netscapeText, now: 0) == jar)
    let saved = try JSONEncoder().encode(jar.cookies)
    #expect(try JSONDecoder().decode([Cookie].self, from: saved) == jar.cookies)
  }

  @Test
  func `of too many cookies those that have ended go first`() throws {
    let ended = ("a90=1; Max-Age=5", from: "http://h.test/")
    var cookies = (0..<180).map { ("a\($0)=1", from: "http://h.test/") }
    cookies[90] = ended
    var jar = try jar(cookies)
    jar.set(Cookie(name: "new", value: "1", domain: "h.test"), now: 10)
    #expect(jar.cookies.count == 180)
    #expect(jar.cookies.first?.name == "a0")
    #expect(!jar.cookies.contains { $0.name == "a90" })
  }

  @Test
  func `thousands of cookies of many domains are bounded`() throws {
    var jar = CookieJar()
    for number in 0..<3_050 {
      jar.set(Cookie(name: "a", value: "1", domain: "h\(number).test"), now: 0)
    }
    #expect(jar.cookies.count == 3_000)
    #expect(jar.cookies.first?.domain == "h50.test")
  }

  @Test(arguments: [
    "h.test\tFALSE\t/\tFALSE\t99999999999999999999\ta\t1", "h.test\tFALSE\t/\tFALSE\tx\ta\t1",
    "h.test\tFALSE\tx\tFALSE\t0\ta\t1", "\tFALSE\t/\tFALSE\t0\ta\t1", "h.test\tFALSE\t/",
    "h.test\tFALSE\t/\tFALSE\t0\ta;b\t1", "h.test\tFALSE\t/\tFALSE\t0\ta\t1; b=2",
    "h.test\tFALSE\t/\tFALSE\t0\ta\t\u{1}", "h.test\tFALSE\t/\tFALSE\t0\t\t1",
    "h.test\tFALSE\t/\tFALSE\t0\ta=b\t1", "h.test\tFALSE\t/\tFALSE\t5\ta\t1", "\0\0\0", "#",
  ])
  func `a damaged line of a saved jar is passed over, and its neighbours are not`(
    line: String
  ) throws {
    let good = "h.test\tFALSE\t/\tFALSE\t0\tgood\t"
    let jar = CookieJar(netscapeText: "\(good)1\r\n\(line)\n\(good.dropLast(5))2\tx", now: 10)
    #expect(jar.cookies.map(\.name) == ["good", "2"])
  }

  @Test
  func `the ends of lines that Unicode has beside our own stay in a value`() throws {
    let jar = try jar([("a=1\u{2028}2\u{85}3", from: "http://h.test/")])
    #expect(jar.cookies.count == 1)
    #expect(CookieJar(netscapeText: jar.netscapeText, now: 0) == jar)
  }
}
