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
    .timeout, .connectTimeout, .idleTimeout, .followRedirects, .redirectCredentials,
    .redirectMethod, .redirectStatuses, .http, .compressed, .decoding, .proxy, .noProxy, .connectTo,
    .resolve,
    .unixSocket, .ip, .maxBody, .limitRate,
    .rate, .pathAsIs, .netrc, .userAgent, .arrays, .tls,
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
      settings.redirects.limit = follows ? RedirectPolicy.standard.limit : nil
    } else if let limit = value.number?.int, limit >= 0 {
      settings.redirects.limit = limit
    } else {
      throw .expected("true, false or a number of redirects", value)
    }
  }

  static let redirectCredentials = word(
    "redirect-credentials",
    "Which servers get Authorization, Cookie and auth behind a redirect; same-origin by default.",
    ["same-origin": RedirectPolicy.CredentialScope.sameOrigin, "any": .any],
    example: "any"
  ) { $0.redirects.credentials = $1 }

  static let redirectMethod = word(
    "redirect-method",
    "Which methods become GET behind 301, 302 and 303, without the body: standard is POST, and at 303 all but HEAD; get is every method.",
    ["standard": RedirectPolicy.MethodChange.standard, "get": .always],
    example: "get"
  ) { $0.redirects.methodChange = $1 }

  static let redirectStatuses = word(
    "redirect-statuses",
    "Which statuses are followed when there is a Location: standard is 301, 302, 303, 307 and 308; all is 300 to 399.",
    ["standard": RedirectPolicy.Statuses.standard, "all": .all],
    example: "all"
  ) { $0.redirects.statuses = $1 }

  static let http = word(
    "http",
    "The version of HTTP.",
    [
      "1.0": TransferOptions.HTTPVersion.http1, "1.1": .http11, "2": .http2,
      "2-prior-knowledge": .http2PriorKnowledge, "3": .http3,
    ],
    example: "2"
  ) { $0.transport.httpVersion = $1 }

  static let compressed = RequestOption(
    name: "compressed",
    summary:
      "Whether compressed bodies are asked for and decoded (true by default), neither (false), only asked for (accept) or only decoded (decode).",
    shape: .anyOf([.boolean, .oneOf(["accept", "decode"])]),
    example: "compressed: false"
  ) { (value, settings, _) throws(Mistake) in
    let (asks, decodes): (Bool, Bool)
    switch value {
    case .bool(let isOn): (asks, decodes) = (isOn, isOn)
    case .string("accept"): (asks, decodes) = (true, false)
    case .string("decode"): (asks, decodes) = (false, true)
    case _: throw .expected("true, false, accept or decode", value)
    }
    settings.transport.decodesContent = decodes
    settings.transport.asksForCodings = asks == decodes ? nil : asks
  }

  static let decoding = word(
    "decoding",
    "When the coding of a compressed body is undone: early, while it comes, so that a coding that is unknown or damaged is an error; or late, so that it is a failure of what looks at the body. early by default.",
    ["early": false, "late": true],
    example: "late"
  ) { $0.decodesLate = $1 }

  static let maxBody = RequestOption(
    name: "max-body",
    summary: "The largest body that is accepted, after decompression; 64MiB by default.",
    shape: .size,
    example: "max-body: 1MB"
  ) { (value, settings, _) throws(Mistake) in
    settings.transport.bodyLimit = try size(value)
  }

  static let limitRate = RequestOption(
    name: "limit-rate",
    summary: "The most bytes a second in each direction, on average over a few seconds.",
    shape: .size,
    example: "limit-rate: 100KiB"
  ) { (value, settings, _) throws(Mistake) in
    settings.transport.rateLimit = try byteRate(value)
  } check: { (template) throws(Mistake) in
    if let value = template.constant { _ = try byteRate(value) }
  }

  static let rate = RequestOption(
    name: "rate",
    summary:
      "The largest number of requests in a time; all steps to which it applies share it.",
    shape: .text,
    example: "rate: 10/s"
  ) { (value, settings, _) throws(Mistake) in
    settings.rate = try RequestRate(parsing: try value.optionText())
  } check: { (template) throws(Mistake) in
    if let value = template.constant { _ = try RequestRate(parsing: try value.optionText()) }
  }

  static let pathAsIs = RequestOption(
    name: "path-as-is",
    summary: "Whether . and .. stay in the path of the URL as written; false by default.",
    shape: .boolean,
    example: "path-as-is: true"
  ) { (value, settings, _) throws(Mistake) in
    settings.keepsDotSegments = try value.optionBool()
  }

  static let netrc = RequestOption(
    name: "netrc",
    summary:
      "The netrc file that has name and password for the URL's host, which are sent unless the step has auth; true is .netrc in the user's folder, optional the same if it exists.",
    shape: .anyOf([.boolean, .oneOf(["optional"]), .file]),
    example: "netrc: test.netrc",
    hasPath: true
  ) { (value, settings, files) throws(Mistake) in
    let known = settings.netrcFiles
    switch value {
    case .bool(false): settings.netrc = nil
    case .bool(true): settings.netrc = try known.ofUser(isOptional: false)
    case .string("optional"): settings.netrc = try known.ofUser(isOptional: true)
    case _: settings.netrc = try known.ofProject(try value.optionText(), files)
    }
  }

  static let userAgent = RequestOption(
    name: "user-agent",
    summary: "The User-Agent field; curlew by default.",
    shape: .text,
    example: "user-agent: shop-tests/1.0"
  ) { (value, settings, _) throws(Mistake) in
    settings.userAgent = try value.optionText()
  }

  static let arrays = word(
    "arrays",
    "How lists are written in queries and forms; a[]= by default.",
    ["brackets": QueryEncoder.Arrays.brackets, "repeat": .repeated, "comma": .comma],
    example: "repeat"
  ) { $0.arrays = $1 }

  private static func size(_ value: JSONValue) throws(Mistake) -> Int {
    guard let size = value.number?.int ?? value.string.flatMap(Quantity.size), size >= 0 else {
      throw .expected("a size such as 64KiB or 10MB", value)
    }
    return size
  }

  private static func byteRate(_ value: JSONValue) throws(Mistake) -> Int {
    let rate = try size(value)
    guard rate > 0 else { throw Mistake("expected at least 1B a second, got \(value)") }
    return rate
  }
}
