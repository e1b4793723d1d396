import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONSchemaFormatTests {
  @Test(arguments: [
    ("date-time", "1990-12-31T23:59:60Z", "1990-12-31T15:59:59"),
    ("date", "2024-02-29", "2023-02-29"),
    ("time", "08:30:06.5+01:00", "24:00:00Z"), ("duration", "P1Y2M3DT4H", "P1Y2D"),
    ("email", "\"a b\"@[127.0.0.1]", "a..b@example.com"),
    ("hostname", "xn--4gbwdl.xn--wgbh1c", "-a.com"),
    ("idn-hostname", "실례.테스트", "a\u{302E}"), ("ipv4", "192.168.0.1", "01.2.3.4"),
    ("ipv6", "::ffff:192.0.2.1", "1::2::3"), ("uri", "http://[::1]:80/a?b#c", "//a/b"),
    ("uri-reference", "../a", "\\a"), ("iri", "http://ƒøø.com/", "http://a b/"),
    ("iri-reference", "#ƒ", "#\\"),
    ("uuid", "2EB8AA08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08aa9811eab4aa73b441d16380"),
    ("uri-template", "/a{?b*,c:3}", "/a{b"), ("json-pointer", "/a~0b", "/a~2"),
    ("relative-json-pointer", "1/a", "01/a"), ("regex", "(?=a)\\1", "^(abc]"),
    ("idn-email", "실례@실례.테스트", "a"),
  ])
  func `a format takes its texts and no others`(name: String, good: String, bad: String) throws {
    let format = try #require(JSONSchema.Format(rawValue: name))
    #expect(format.matches(good))
    #expect(!format.matches(bad))
    #expect(format == .regex || !format.matches("\u{0} "))
  }

  @Test func `an unknown format is none`() {
    #expect(JSONSchema.Format(rawValue: "colour") == nil)
  }

  @Test(arguments: [
    // A name with right-to-left text: each of its labels begins with a letter (RFC 5893).
    ("a0.\u{5D0}", true), ("0a.\u{5D0}", false), ("0a.xn--4db", false),
    ("\u{30FB}ア.\u{5D0}", false),
    ("\u{5D0}0", true), ("\u{5D0}\u{660}", true), ("\u{5D0}1\u{660}", false),
    ("\u{5D0}-\u{64E}", false), ("\u{5D0}\u{64E}", true), ("\u{5D0}a", false),
    ("\u{966}a.\u{5D0}", true),
    // An A-label is what its characters encode to, and those are allowed.
    ("xn--bcher-kva.example", true), ("XN--BCHER-KVA.example", true), ("xn--ls8h", false),
    ("xn--", false), ("xn--99999999", false), ("xn--l-fda", false), ("xn--4db.xn--0ca24w", false),
    ("xn--" + String(repeating: "a", count: 60), false),
    // Canonical composition, hyphens, case.
    ("\u{FC}", true), ("u\u{308}", true), ("\u{212A}elvin", false), ("a\u{37E}b", false),
    ("\u{C4}", false), ("-\u{E4}", false),
    ("\u{E4}-", false),
    ("ab--\u{E4}", false), ("ab--c", false), ("\u{E4}_b", false), ("\u{E4}\u{0}b", false),
    ("❤", false),
    (String(repeating: "\u{E4}.", count: 28) + "a", true),
    (String(repeating: "\u{E4}.", count: 31) + "abcdef", false),
    (String(repeating: "\u{E4}.", count: 10_000) + "a", false),
    (String(repeating: "\u{E4}", count: 100_000), false),
  ])
  func `a host name is one of IDNA 2008`(host: String, isGood: Bool) {
    #expect(JSONSchema.Format.idnHostname.matches(host) == isGood)
    #expect(JSONSchema.Format.idnEmail.matches("a@" + host) == isGood)
  }

  @Test(arguments: [
    // A zero width non-joiner needs a letter on either side that joins to it (RFC 5892 appendix A.1).
    ("\u{628}\u{200C}\u{628}", true), ("\u{628}\u{64E}\u{200C}\u{628}", true),
    ("\u{628}\u{200C}\u{64E}\u{628}", true), ("a\u{200C}\u{628}", false),
    ("\u{628}\u{200C}a", false), ("\u{64E}\u{200C}\u{628}", false),
  ])
  func `marks do not come between letters that join`(host: String, isGood: Bool) {
    #expect(JSONSchema.Format.idnHostname.matches(host) == isGood)
  }
}
