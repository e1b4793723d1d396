import HTTPMessages
import Testing

@Suite(.timeLimit(.minutes(5))) struct NetrcTests {
  @Test(arguments: [
    ("machine h login u password p", "h", "u:p"),
    ("machine h\n\tlogin u\n\tpassword p\n", "h", "u:p"),
    ("machine h password p login u", "h", "u:p"), ("machine h login u", "h", "u:"),
    ("machine H login u password p", "h", "u:p"), ("machine h login u password p", "H", "u:p"),
    ("machine h login u password p", "i", nil), ("machine h password p", "h", nil),
    ("machine i login a password b machine h login u password p", "h", "u:p"),
    ("machine h login u password p machine h login a password b", "h", "u:p"),
    ("machine h login u password p default login a password b", "i", "a:b"),
    ("default login a password b machine h login u password p", "h", "u:p"),
    ("machine h login u account x password p", "h", "u:p"),
    ("machine h login u password \"p q \\\"r\\\\ \\n\\t\"", "h", "u:p q \"r\\ \n\t"),
    ("machine h login u password \"\"", "h", "u:"),
    ("machine h login u password a\"b", "h", "u:a\"b"),
    ("# machine h login a password b\nmachine h login u password #p", "h", "u:#p"),
    ("  # machine h\nmachine h # login a\n login u password p", "h", "u:p"),
    ("macdef init\nmachine h login a password b\n\nmachine h login u password p", "h", "u:p"),
    ("machine h login u password p\nmacdef x\ndefault login a password b", "i", nil),
    ("MACHINE h LOGIN u PASSWORD p", "h", "u:p"),
    ("machine h port 80 login u password p", "h", "u:p"),
    ("machine ::1 login u password p", "[::1]", "u:p"), ("machine", "h", nil),
    ("machine h login", "h", nil), ("", "h", nil), ("login u password p", "h", nil),
    ("machine h login u password p\r\nmachine i login a password b\r\n", "h", "u:p"),
    ("machine h login \u{FC} password \u{20AC}", "h", "\u{FC}:\u{20AC}"),
  ])
  func `a host has the login that the file says`(text: String, host: String, login: String?) throws
  {
    let found = try Netrc(text).login(for: host)
    #expect(found.map { "\($0.user):\($0.password)" } == login)
  }

  @Test(arguments: [
    ("machine h login \"u", 1), ("machine h\nlogin u\npassword \"p\n\n", 3), ("\"", 1),
  ])
  func `a quoted word must end`(text: String, line: Int) throws {
    let error = #expect(throws: Netrc.ParsingError.self) { try Netrc(text) }
    #expect(error?.line == line)
  }

  @Test func `any bytes are read in time, and no host means no entry of every host`() throws {
    var generator = SystemRandomNumberGenerator()
    let words = [
      "machine ", "default ", "login ", "password ", "macdef ", "\"", "\\", "\n", "#", "h ", "\0",
    ]
    for _ in 0..<2000 {
      let text = (0..<20).map { _ in words.randomElement(using: &generator) ?? "" }.joined()
      _ = try? Netrc(text)
    }
    #expect(
      try Netrc(String(repeating: "machine h login u ", count: 50_000)).logins.count == 50_000
    )
    #expect(try Netrc("login u password p machine").logins.isEmpty)
  }
}
