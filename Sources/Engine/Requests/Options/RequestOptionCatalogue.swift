import CurlTransport
import Diagnostics
import Documents
import Encodings
import Scenarios
import SessionCore

/// All options of requests, in the order in which help lists them.
enum RequestOptionCatalogue {
  /// The options.
  static let all: [RequestOption] = [
    .timeout, .connectTimeout, .idleTimeout, .followRedirects, .http, .compressed, .proxy,
    .resolve, .unixSocket, .ip, .maxBody, .rate, .userAgent, .arrays, .tls,
  ]

  /// The option with a name.
  static func option(named name: String) -> RequestOption? {
    byName[name]
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension RequestOption {
  static let timeout = RequestOption(
    name: "timeout",
    summary: "The time limit for the whole request; 30s by default.",
    shape: .duration,
    example: "timeout: 5s"
  ) { (value, settings, _) throws(Mistake) in
    settings.transport.timeout = try value.duration()
  }

  static let connectTimeout = RequestOption(
    name: "connect-timeout",
    summary: "The time limit for connecting; 10s by default.",
    shape: .duration,
    example: "connect-timeout: 2s"
  ) { (value, settings, _) throws(Mistake) in
    settings.transport.connectTimeout = try value.duration()
  }

  static let idleTimeout = RequestOption(
    name: "idle-timeout",
    summary: "The time limit for silence: no byte in either direction.",
    shape: .duration,
    example: "idle-timeout: 5s"
  ) { (value, settings, _) throws(Mistake) in
    settings.transport.idleTimeout = try value.duration()
  }

  static let followRedirects = RequestOption(
    name: "follow-redirects",
    summary: "Whether redirects are followed, or how many of them; false by default.",
    shape: .anyOf([.boolean, .count]),
    example: "follow-redirects: true"
  ) { (value, settings, _) throws(Mistake) in
    if let follows = value.bool {
      settings.redirects = follows ? .standard : .never
    } else if let limit = value.number?.int, limit >= 0 {
      settings.redirects = .limited(limit)
    } else {
      throw .expected("true, false or a number of redirects", value)
    }
  }

  static let http = RequestOption(
    name: "http",
    summary: "The version of HTTP.",
    shape: .oneOf(["1.0", "1.1", "2", "2-prior-knowledge", "3"]),
    example: "http: 2"
  ) { (value, settings, _) throws(Mistake) in
    switch try value.optionText() {
    case "1.0": settings.transport.httpVersion = .http1
    case "1.1": settings.transport.httpVersion = .http11
    case "2": settings.transport.httpVersion = .http2
    case "2-prior-knowledge": settings.transport.httpVersion = .http2PriorKnowledge
    case "3": settings.transport.httpVersion = .http3
    case _: throw .expected("1.0, 1.1, 2, 2-prior-knowledge or 3", value)
    }
  }

  static let compressed = RequestOption(
    name: "compressed",
    summary: "Whether compressed bodies are requested and decoded; true by default.",
    shape: .boolean,
    example: "compressed: false"
  ) { (value, settings, _) throws(Mistake) in
    settings.transport.decodesContent = try value.optionBool()
  }

  static let proxy = RequestOption(
    name: "proxy",
    summary: "The URL of a proxy, or none; by default that of the environment.",
    shape: .text,
    example: "proxy: http://proxy.example:3128"
  ) { (value, settings, _) throws(Mistake) in
    let text = try value.optionText()
    try ProxyAddress.check(text)
    settings.transport.proxy = text == "none" ? .none : .url(text)
  } check: { (template) throws(Mistake) in
    if let value = template.constant { try ProxyAddress.check(try value.optionText()) }
  }

  static let resolve = RequestOption(
    name: "resolve",
    summary: "The address to connect to instead of a host: host:port:address, or a list of these.",
    shape: .oneOrMore(.text),
    example: "resolve: api.example:443:127.0.0.1"
  ) { (value, settings, _) throws(Mistake) in
    settings.transport.connectTo += try places(value)
  } check: { (template) throws(Mistake) in
    if let value = template.constant { _ = try places(value) }
  }

  static let unixSocket = RequestOption(
    name: "unix-socket",
    summary: "The path of a Unix socket to connect to instead of any host.",
    shape: .text,
    example: "unix-socket: /run/app.sock"
  ) { (value, settings, files) throws(Mistake) in
    let path = try value.optionText()
    settings.transport.unixSocketPath = path.hasPrefix("/") ? path : "\(files.folder)/\(path)"
  }

  static let ip = RequestOption(
    name: "ip",
    summary: "The version of the Internet Protocol.",
    shape: .oneOf(["4", "6"]),
    example: "ip: 4"
  ) { (value, settings, _) throws(Mistake) in
    switch try value.optionText() {
    case "4": settings.transport.ipVersion = .v4
    case "6": settings.transport.ipVersion = .v6
    case _: throw .expected("4 or 6", value)
    }
  }

  static let maxBody = RequestOption(
    name: "max-body",
    summary: "The largest body that is accepted, after decompression; 64MiB by default.",
    shape: .size,
    example: "max-body: 1MB"
  ) { (value, settings, _) throws(Mistake) in
    guard let size = value.number?.int ?? value.string.flatMap(Quantity.size),
      size >= 0
    else {
      throw .expected("a size such as 64KiB or 10MB", value)
    }
    settings.transport.bodyLimit = size
  }

  static let rate = RequestOption(
    name: "rate",
    summary:
      "The largest number of requests in a time; all steps to which it applies share it.",
    shape: .text,
    example: "rate: 10/s"
  ) { (value, settings, _) throws(Mistake) in
    settings.rate = try requestRate(value)
  } check: { (template) throws(Mistake) in
    if let value = template.constant { _ = try requestRate(value) }
  }

  static let userAgent = RequestOption(
    name: "user-agent",
    summary: "The User-Agent field; curlew by default.",
    shape: .text,
    example: "user-agent: shop-tests/1.0"
  ) { (value, settings, _) throws(Mistake) in
    settings.userAgent = try value.optionText()
  }

  static let arrays = RequestOption(
    name: "arrays",
    summary: "How lists are written in queries and forms; a[]= by default.",
    shape: .oneOf(["brackets", "repeat", "comma"]),
    example: "arrays: repeat"
  ) { (value, settings, _) throws(Mistake) in
    switch try value.optionText() {
    case "brackets": settings.arrays = .brackets
    case "repeat": settings.arrays = .repeated
    case "comma": settings.arrays = .comma
    case _: throw .expected("brackets, repeat or comma", value)
    }
  }

  private static func requestRate(_ value: JSONValue) throws(Mistake) -> RequestRate {
    let text = try value.optionText()
    do throws(RequestRate.ParsingError) {
      return try RequestRate(parsing: text)
    } catch {
      throw Mistake(error.message)
    }
  }

  private static func places(
    _ value: JSONValue
  ) throws(Mistake) -> [TransferOptions.ConnectTo] {
    var places: [TransferOptions.ConnectTo] = []
    for entry in value.array ?? [value] { places.append(try connectTo(try entry.optionText())) }
    return places
  }

  /// `host:port:address`, the address of IPv6 in brackets or not.
  private static func connectTo(_ text: String) throws(Mistake) -> TransferOptions.ConnectTo {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let port = Int(parts[1]), (1...65_535).contains(port),
      !parts[0].isEmpty, !parts[2].isEmpty
    else {
      throw .expected("host:port:address", .string(text))
    }
    return TransferOptions.ConnectTo(
      host: String(parts[0]),
      port: port,
      toHost: String(parts[2]),
      toPort: port
    )
  }
}
