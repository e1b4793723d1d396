import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct TextFormatTests {
  @Test(arguments: [
    (
      TextFormat.uuid,
      ["0b3ff2a8-5b1e-4a55-9d1c-2f5f4a3c6b77", "0B3FF2A8-5B1E-4A55-9D1C-2F5F4A3C6B77"],
      [
        "", "0b3ff2a8-5b1e-4a55-9d1c-2f5f4a3c6b7", "{0b3ff2a8-5b1e-4a55-9d1c-2f5f4a3c6b77}",
        "0b3ff2a85b1e4a559d1c2f5f4a3c6b77",
      ]
    ),
    (
      .dateTime,
      [
        "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.123+05:30", "1998-12-31T23:59:60Z",
        "1998-12-31T15:59:60-08:00",
      ],
      [
        "2026-01-31", "2026-01-31 12:00:00Z", "2026-01-31T12:00:00", "2026-02-30T12:00:00Z",
        "2026-01-31T12:00:60Z", "2026-01-31T12:00:00.Z", "2026-01-31T12:00:00+24:00",
      ]
    ),
    (.date, ["2024-02-29"], ["2023-02-29", "2024-2-29", "24-02-29", "2024-00-10"]),
    (.time, ["12:00:00Z", "23:59:60Z"], ["12:00", "12:00:00", "24:00:00Z"]),
    (
      .email,
      [
        "ada@example.com", "a.b+c@x", "\"a b\"@example.com", "a@[127.0.0.1]", "a@[IPv6:::1]",
        // A literal of ABNF has no letter case (RFC 5234 section 2.3).
        "a@[ipv6:::1]",
      ],
      ["ada", "@x", "a@", "a..b@x", ".a@x", "a b@x", "a@-x.com", "a@[300.0.0.1]"]
    ),
    (
      .uri,
      [
        "https://example.com/a?b=c#d", "urn:isbn:1", "http://[::1]:80/", "mailto:a@b",
        "http://h:/", "file:///a",
        // A port is any number of digits, an address may be of a later version (RFC 3986 section 3.2).
        "http://h:99999/", "http://[v1.a:b]/",
      ],
      [
        "/a", "example.com", "http://a b", "http://h:9x/", "http://[::1", "http://h/%zz",
        "1http://h", "http://h/ü", "http://h/[a]",
      ]
    ),
    (
      .ipv4, ["127.0.0.1", "255.255.255.255"],
      ["1.2.3", "256.1.1.1", "01.2.3.4", "1.2.3.4.5", "1.2.3.4 "]
    ),
    (
      .ipv6,
      [
        "::", "::1", "1::", "fe80::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4",
        "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7::",
      ],
      [
        "", ":", ":::", "1:2", "1::2::3", "12345::", "fe80::1%eth0", "1:2:3:4:5:6:7:8:9",
        "::1.2.3", "1:2:3:4:5:6:7:8::", ":1::2", "1::2:", "1.2.3.4::",
      ]
    ),
    (
      .hostname, ["example.com", "a", "1.2", "a-b", "xn--bcher-kva.de", "r3---sn-a.example"],
      // A label that begins like an A-label must be one (RFC 5890 section 2.3.2.1).
      ["", "-a", "a-", "a..b", "a_b", "a.", "xn--a", "XN--a"]
    ),
    (
      .base64, ["", "YQ==", "YWI=", "YWJj"],
      ["YQ=", "YQ", "YR==", "YW=j", "Y===", "YW-j", "YQ==\n"]
    ),
    (.json, ["{}", "1", "\"a\"", "[null]"], ["", "{a:1}", "[1,]", "{} {}"]),
  ])
  func `a format accepts and refuses`(format: TextFormat, good: [String], bad: [String]) {
    for text in good { #expect(format.accepts(text), "\(text)") }
    for text in bad { #expect(!format.accepts(text), "\(text)") }
  }

  @Test func `a mailbox has at most 254 octets`() {
    let local = String(repeating: "a", count: 60) + "@"
    let label = String(repeating: "b", count: 63) + "."
    let longest = local + label + label + label + "c"
    #expect(longest.utf8.count == 254)
    #expect(TextFormat.email.accepts(longest))
    #expect(!TextFormat.email.accepts(longest + "c"))
  }
}
