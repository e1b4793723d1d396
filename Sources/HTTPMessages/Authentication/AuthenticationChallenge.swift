import Encodings

/// One way to say who one is that a server offers in `WWW-Authenticate` or `Proxy-Authenticate`.
public struct AuthenticationChallenge: Sendable, Hashable {
  /// The scheme in lower case: `basic`, `digest`, `bearer`.
  public var scheme: String
  /// The parameters, their names in lower case, the first of each name.
  public var parameters: [String: String]
  /// What stands in place of parameters, as in `Negotiate YII…`.
  public var token: String?

  /// Creates a challenge.
  public init(scheme: String, parameters: [String: String] = [:], token: String? = nil) {
    self.scheme = scheme.lowercased()
    self.parameters = parameters
    self.token = token
  }

  /// The part of the server that the credentials are for.
  public var realm: String? { parameters["realm"] }

  /// Reads the values of all challenge headers of an answer (RFC 9110 section 11.6.1).
  ///
  /// What cannot be read ends the challenge it stands in.
  public static func parse(_ headers: [String]) -> [AuthenticationChallenge] {
    headers.flatMap { header in
      var parser = ChallengeParser(header)
      return parser.parse()
    }
  }
}

/// Tells the commas between challenges from those between their parameters.
private struct ChallengeParser {
  private let bytes: [UInt8]
  private var place = 0

  init(_ header: String) { bytes = Array(header.utf8) }

  mutating func parse() -> [AuthenticationChallenge] {
    var challenges: [AuthenticationChallenge] = []
    while true {
      skip { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
      let name = take(while: \.isTokenCharacter)
      if name.isEmpty { return challenges }
      let afterName = place
      skipBlanks()
      if peek == UInt8(ascii: "="), !challenges.isEmpty {
        place += 1
        skipBlanks()
        let value = takeValue()
        let key = name.lowercased()
        let last = challenges.count - 1
        if challenges[last].parameters[key] == nil { challenges[last].parameters[key] = value }
        continue
      }
      var challenge = AuthenticationChallenge(scheme: name)
      if place > afterName { challenge.token = takeToken68() }
      challenges.append(challenge)
    }
  }

  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while let byte = peek, condition(byte) { place += 1 }
  }

  private mutating func skipBlanks() { skip { $0 == 0x20 || $0 == 0x09 } }

  private mutating func take(while condition: (UInt8) -> Bool) -> String {
    let start = place
    skip(while: condition)
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// A token68 ends at a comma or at the end; otherwise it is the name of a parameter.
  private mutating func takeToken68() -> String? {
    let start = place
    let token = take { byte in
      PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    }
    let padding = take { $0 == UInt8(ascii: "=") }
    skipBlanks()
    if !token.isEmpty, peek == nil || peek == UInt8(ascii: ",") { return token + padding }
    place = start
    return nil
  }

  private mutating func takeValue() -> String {
    guard peek == UInt8(ascii: "\"") else { return take(while: \.isTokenCharacter) }
    place += 1
    var value: [UInt8] = []
    while let byte = peek {
      place += 1
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\"), let next = peek {
        value.append(next)
        place += 1
      } else {
        value.append(byte)
      }
    }
    return String(decoding: value, as: UTF8.self)
  }
}
