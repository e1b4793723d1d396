import Diagnostics
import Documents
import Encodings

/// Options that say something of every request of a run. A step that says otherwise itself is stronger.
extension RunOption {
  /// What every request of a run may be given.
  public static let ofRequests: [RunOption] = [
    .header, .user, .userAgent, .awsSignature, .digest, .ntlm, .negotiate, .netrc, .netrcFile,
    .netrcOptional, .location, .locationTrusted, .maxRedirects, .compressed, .http10, .http11,
    .http2, .http3, .ipv4, .ipv6, .proxy, .noProxy, .connectTo, .resolve, .unixSocket, .pathAsIs,
    .maxTime, .connectTimeout, .limitRate, .maxFileSize, .certificateAuthority, .certificate, .key,
    .pinnedPublicKey, .delay, .retry, .retryInterval,
  ]

  static let header = RunOption(
    "header",
    "A field that every request has beside its own: 'Name: value'.",
    .values("field"),
    rerun: .repeated
  ) { (value, options) throws(Mistake) in
    options.requests.headers = []
    for text in try value.texts() {
      guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
        throw Mistake("expected a field such as 'Accept: text/html', got \"\(text)\"")
      }
      let name = String(text[..<colon])
      let content = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      guard GivenRequests.isField(name, String(content)) else {
        throw Mistake("\"\(name)\" cannot be a field with this value")
      }
      options.requests.headers.append((name, String(content)))
    }
  }.named("H")

  static let user = requestValue(
    "user",
    "Name and password of every request, as name:password; for Basic unless another scheme is named.",
    "name:password"
  ) { (text, requests) throws(Mistake) in
    guard text.contains(":") else {
      throw Mistake("expected name:password, got a text without a colon")
    }
    requests.user = text
  }.named("u")

  static let userAgent = requestValue(
    "user-agent",
    "The User-Agent field of every request.",
    "text"
  ) { (text, requests) throws(Mistake) in
    try requests.set("user-agent", .string(text))
  }.named("A")

  static let awsSignature = requestValue(
    "aws-sigv4",
    "Signs every request with AWS Signature 4 and the keys of --user: aws:amz:REGION:SERVICE.",
    "provider"
  ) { (text, requests) throws(Mistake) in
    requests.scheme = "aws-sigv4"
    requests.provider = text
  }

  static let digest = scheme("digest", "Uses Digest with --user.")
  static let ntlm = scheme("ntlm", "Uses NTLM with --user.")
  static let negotiate = scheme("negotiate", "Uses Negotiate with the tickets of the system.")

  static let netrc = requestFlag(
    "netrc",
    "Takes name and password of every request from .netrc in the user's folder.",
    "netrc",
    true
  ).named("n")

  static let netrcFile = requestValue(
    "netrc-file",
    "Takes name and password of every request from this netrc file.",
    "file"
  ) { (text, requests) throws(Mistake) in
    let path = try requests.path(text)
    try requests.set("netrc", .string(path))
  }

  static let netrcOptional = requestFlag(
    "netrc-optional",
    "As --netrc, but the file may be missing.",
    "netrc",
    "optional"
  )

  static let location = flag("location", "Follows redirects.") {
    $0.requests.followsRedirects = true
  }.named("L")

  static let locationTrusted = RunOption(
    "location-trusted",
    "Follows redirects, and sends credentials to every host that they lead to.",
    .flag,
    rerun: .repeated
  ) { (_, options) throws(Mistake) in
    options.requests.followsRedirects = true
    try options.requests.set("redirect-credentials", "any")
  }

  static let maxRedirects = RunOption(
    "max-redirs",
    "How many redirects are followed when they are; -1 is any number.",
    .value("N"),
    rerun: .repeated
  ) { (value, options) throws(Mistake) in
    guard let number = value.spelledInt, (-1...1_000_000).contains(number) else {
      throw .expected("a number from -1 to 1000000", value)
    }
    options.requests.redirectLimit = number < 0 ? 1_000_000 : number
  }

  static let compressed = requestFlag(
    "compressed",
    "Asks for compressed bodies and decodes them.",
    "compressed",
    true
  )

  static let http10 = requestFlag("http1.0", "Uses HTTP/1.0.", "http", "1.0").named("0")
  static let http11 = requestFlag("http1.1", "Uses HTTP/1.1.", "http", "1.1")
  static let http2 = requestFlag("http2", "Uses HTTP/2.", "http", "2")
  static let http3 = requestFlag("http3", "Uses HTTP/3.", "http", "3")
  static let ipv4 = requestFlag("ipv4", "Uses addresses of IPv4 alone.", "ip", "4").named("4")
  static let ipv6 = requestFlag("ipv6", "Uses addresses of IPv6 alone.", "ip", "6").named("6")

  static let proxy = requestValue(
    "proxy",
    "The proxy of every request: [scheme://]host[:port], or none.",
    "url"
  ) { (text, requests) throws(Mistake) in
    let isWhole = text.contains("://") || text == "none"
    try requests.set("proxy", .string(isWhole ? text : "http://\(text)"))
  }.named("x")

  static let noProxy = requestValue(
    "noproxy",
    "Hosts that are reached without the proxy, separated by commas.",
    "hosts"
  ) { (text, requests) throws(Mistake) in
    let hosts = text.split { ", ".contains($0) }.map(String.init)
    try requests.set("no-proxy", all: hosts)
  }

  static let connectTo = requestList(
    "connect-to",
    "Connects to another host and port than a URL has: host:port:host:port. Repeatable.",
    noun: "places"
  )

  static let resolve = requestList(
    "resolve",
    "Connects to an address instead of a host: host:port:address. Repeatable.",
    noun: "place"
  )

  static let unixSocket = requestValue(
    "unix-socket",
    "Sends every request through this Unix socket.",
    "path"
  ) { (text, requests) throws(Mistake) in
    let path = try requests.path(text, mayBeMissing: true)
    try requests.set("unix-socket", .string(path))
  }

  static let pathAsIs = requestFlag(
    "path-as-is",
    "Leaves . and .. in the paths of URLs.",
    "path-as-is",
    true
  )

  static let maxTime = requestTime(
    "max-time",
    "The time limit of every request; seconds when no unit is given.",
    "timeout"
  ).named("m")

  static let connectTimeout = requestTime(
    "connect-timeout",
    "The time limit for connecting; seconds when no unit is given.",
    "connect-timeout"
  )

  static let limitRate = requestValue(
    "limit-rate",
    "The most bytes a second in each direction.",
    "bytes"
  ) { (text, requests) throws(Mistake) in
    try requests.set("limit-rate", .string(Int(text) == nil ? text : "\(text)B"))
  }

  static let maxFileSize = requestValue(
    "max-filesize",
    "The largest body that is accepted, in bytes.",
    "bytes"
  ) { (text, requests) throws(Mistake) in
    try requests.set("max-body", .string(Int(text) == nil ? text : "\(text)B"))
  }

  static let certificateAuthority = requestValue(
    "cacert",
    "The certificates that vouch for servers, in PEM.",
    "file"
  ) { (text, requests) throws(Mistake) in
    let path = try requests.path(text)
    requests.setTLS("ca", .string(path))
  }

  static let certificate = requestValue(
    "cert",
    "The certificate that the client shows, in PEM: file[:password].",
    "file"
  ) { (text, requests) throws(Mistake) in
    let mark: Character = "\u{0}"
    let parts = text.replacing("\\:", with: String(mark))
      .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).replacing(String(mark), with: ":") }
    requests.setTLS("certificate", .string(try requests.path(parts[0])))
    if parts.count > 1 {
      requests.setTLS("key-password", .string(parts[1]))
      requests.keyPassword = parts[1]
    }
  }.named("E")

  static let key = requestValue(
    "key",
    "The key of --cert, in PEM.",
    "file"
  ) { (text, requests) throws(Mistake) in
    let path = try requests.path(text)
    requests.setTLS("key", .string(path))
  }

  static let pinnedPublicKey = requestValue(
    "pinnedpubkey",
    "The public keys that servers may have: a file, or sha256//DIGEST, several separated by ;.",
    "keys"
  ) { (text, requests) throws(Mistake) in
    let keys =
      try text.hasPrefix(PinnedFiles.digestStart)
      ? text.split(separator: ";").map(String.init) : [requests.path(text)]
    let pin = JSONValue.object(["public-keys": .array(keys.map { .string($0) })])
    _ = try PinnedFiles.paths(in: pin)
    requests.setTLS("pin", pin)
  }

  static let delay = RunOption(
    "delay",
    "The pause before every request; milliseconds when no unit is given.",
    .value("duration"),
    rerun: .repeated
  ) { (value, options) throws(Mistake) in
    let duration = try time(value, unit: "ms", mayBeZero: true).duration
    options.requests.delay = duration / .seconds(1)
  }

  static let retry = RunOption(
    "retry",
    "How often a request that did not pass is sent again, unless its step has retry.",
    .value("N"),
    rerun: .repeated
  ) { (value, options) throws(Mistake) in
    guard let number = value.spelledInt, (0...1_000_000).contains(number) else {
      throw Mistake(
        "expected a number from 0 to 1000000, got \(value)",
        hint: "retries without an end are not run"
      )
    }
    options.requests.retries = number
  }

  static let retryInterval = RunOption(
    "retry-interval",
    "The pause before a request is sent again; milliseconds when no unit is given, by default 1s.",
    .value("duration"),
    rerun: .repeated
  ) { (value, options) throws(Mistake) in
    options.requests.retryInterval = try time(value, unit: "ms", mayBeZero: true).text
  }

  // MARK: Kinds

  /// Takes one text.
  private static func requestValue(
    _ name: String,
    _ help: String,
    _ noun: String,
    apply: @escaping @Sendable (String, inout GivenRequests) throws(Mistake) -> Void
  ) -> RunOption {
    RunOption(name, help, .value(noun), rerun: .repeated) { (value, options) throws(Mistake) in
      try apply(try value.optionText(), &options.requests)
    }
  }

  private static func scheme(_ name: String, _ help: String) -> RunOption {
    flag(name, help) { $0.requests.scheme = name }
  }

  /// A flag that gives an option of requests a value.
  private static func requestFlag(
    _ name: String,
    _ help: String,
    _ option: String,
    _ value: JSONValue
  ) -> RunOption {
    RunOption(name, help, .flag, rerun: .repeated) { (_, options) throws(Mistake) in
      try options.requests.set(option, value)
    }
  }

  /// An option of requests of the same name that takes a list.
  private static func requestList(_ name: String, _ help: String, noun: String) -> RunOption {
    RunOption(name, help, .values(noun), rerun: .repeated) { (value, options) throws(Mistake) in
      try options.requests.set(name, all: try value.texts())
    }
  }

  /// A time limit of requests.
  private static func requestTime(_ name: String, _ help: String, _ option: String) -> RunOption {
    RunOption(name, help, .value("duration"), rerun: .repeated) {
      (value, options) throws(Mistake) in
      try options.requests.set(option, .string(try time(value, unit: "s").text))
    }
  }

  /// A duration, and its text with a unit.
  private static func time(
    _ value: JSONValue,
    unit: String,
    mayBeZero: Bool = false
  ) throws(Mistake) -> (duration: Duration, text: String) {
    let written = try value.optionText()
    let text = UInt64(written) == nil ? written : written + unit
    guard let duration = Quantity.duration(text), mayBeZero || duration > .zero else {
      throw .expected("a duration such as 500ms or 5s", value)
    }
    return (duration, text)
  }
}
