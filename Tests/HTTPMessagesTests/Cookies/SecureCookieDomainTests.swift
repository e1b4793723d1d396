import Testing

@testable import HTTPMessages

/// A cookie from the clear must not shadow a Secure one, whichever of the two spans more hosts
/// (RFC 6265bis section 5.7).
@Suite(.timeLimit(.minutes(5))) struct SecureCookieDomainTests {
  @Test(arguments: [
    // What came over TLS, then what comes in the clear, and whether it is taken.
    ("a=1; Secure; Domain=h.test", "https://h.test/", "a=0", "http://sub.h.test/", false),
    ("a=1; Secure", "https://sub.h.test/", "a=0; Domain=h.test", "http://sub.h.test/", false),
    ("a=1; Secure", "https://sub.h.test/", "a=0; Domain=h.test", "http://h.test/", false),
    ("a=1; Secure; Domain=h.test", "https://sub.h.test/", "a=0", "http://h.test/", false),
    ("a=1; Secure", "https://sub.h.test/", "a=0", "http://other.h.test/", true),
    ("a=1; Domain=h.test", "https://h.test/", "a=0", "http://sub.h.test/", true),
  ])
  func `a cookie of a wider or a narrower domain is refused alike`(
    secure: String,
    secureURL: String,
    clear: String,
    clearURL: String,
    isTaken: Bool
  ) throws {
    var jar = CookieJar()
    jar.store(["Set-Cookie": secure], from: try URI(secureURL), now: 0)
    try #require(jar.cookies.count == 1)
    jar.store(["Set-Cookie": clear], from: try URI(clearURL), now: 0)
    #expect(jar.cookies.map(\.value) == (isTaken ? ["1", "0"] : ["1"]))
  }
}
