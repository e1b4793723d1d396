/// Names and passwords by host, as a netrc file holds them.
///
/// The words are those of GNU inetutils and curl: `machine HOST`, `default`, `login NAME`,
/// `password TEXT`, `account TEXT`, and `macdef NAME` with lines up to an empty one. A word may stand in
/// double quotes, in which `\"`, `\\`, `\n`, `\r` and `\t` are escapes. A `#` at the start of a line begins a
/// comment. Words that are none of these are passed over, as curl does.
///
/// ```swift
/// let netrc = try Netrc("machine api.example login ada password lovelace")
/// netrc.login(for: "api.example")?.user  // ada
/// ```
public struct Netrc: Sendable, Hashable {
  /// A name with its password.
  public struct Login: Sendable, Hashable {
    /// The host in lower case that it is for, without brackets; `nil` for every other one.
    public var host: String?
    /// The name.
    public var user: String
    /// The password, empty where the file has none.
    public var password: String

    /// Creates a login.
    public init(host: String?, user: String, password: String) {
      self.host = host
      self.user = user
      self.password = password
    }
  }

  /// Why a text cannot be read; the text itself is not quoted.
  public struct ParsingError: Error, Sendable, Hashable {
    /// The line that a quoted word begins on which does not end, from 1.
    public var line: Int
  }

  /// All logins in the order of the file.
  public private(set) var logins: [Login] = []

  /// Reads the text of a netrc file.
  ///
  /// - Parameter text: with any ends of lines.
  /// - Throws: ``ParsingError`` for a quoted word that does not end.
  public init(_ text: String) throws(ParsingError) {
    var words = NetrcWords(text)
    var entry: (host: String?, user: String?, password: String?)?
    func finish() {
      guard let read = entry, let user = read.user else { return }
      logins.append(Login(host: read.host, user: user, password: read.password ?? ""))
    }
    while let word = try words.next() {
      switch word.lowercased() {
      case "machine":
        finish()
        entry = (try words.next()?.lowercased(), nil, nil)
        // A host that is missing must not make the entry that of every host.
        if entry?.host == nil { entry = nil }
      case "default":
        finish()
        entry = (nil, nil, nil)
      case "login": entry?.user = try words.next()
      case "password": entry?.password = try words.next()
      case "account": _ = try words.next()
      case "macdef": words.skipMacro()
      case _: break
      }
    }
    finish()
  }

  /// The login for a host: the first one of its own, else the first one for every host.
  ///
  /// - Parameter host: in any case, an IPv6 address with or without brackets.
  /// - Returns: `nil` when the file has none.
  public func login(for host: String) -> Login? {
    var name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    return logins.first { $0.host == name } ?? logins.first { $0.host == nil }
  }
}

/// The words of a netrc file.
private struct NetrcWords {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var beginsLine = true

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next word, its quotes and escapes undone; `nil` at the end.
  mutating func next() throws(Netrc.ParsingError) -> String? {
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "#"), beginsLine {
        skipLine()
      } else if byte > 0x20 {
        beginsLine = false
        return byte == UInt8(ascii: "\"") ? try quoted() : plain()
      } else {
        step()
      }
    }
    return nil
  }

  /// Passes over the lines of a macro, which ends with an empty line.
  mutating func skipMacro() {
    skipLine()
    while place < bytes.count {
      let start = place
      skipLine()
      if bytes[start..<place].allSatisfy({ $0 <= 0x20 }) { return }
    }
  }

  private mutating func step() {
    if bytes[place] == 0x0A {
      line += 1
      beginsLine = true
    }
    place += 1
  }

  private mutating func skipLine() {
    while place < bytes.count, bytes[place] != 0x0A { place += 1 }
    if place < bytes.count { step() }
  }

  private mutating func plain() -> String {
    let word = bytes[place...].prefix { $0 > 0x20 }
    place = word.endIndex
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func quoted() throws(Netrc.ParsingError) -> String {
    let start = line
    var word: [UInt8] = []
    step()
    while place < bytes.count {
      var byte = bytes[place]
      if byte == UInt8(ascii: "\"") {
        step()
        return String(decoding: word, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\"), place + 1 < bytes.count {
        step()
        switch bytes[place] {
        case UInt8(ascii: "n"): byte = 0x0A
        case UInt8(ascii: "r"): byte = 0x0D
        case UInt8(ascii: "t"): byte = 0x09
        case let escaped: byte = escaped
        }
      }
      word.append(byte)
      step()
    }
    throw Netrc.ParsingError(line: start)
  }
}
