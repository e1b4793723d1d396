import CurlTransport
import Diagnostics
import Documents
import Scenarios

/// Which machine a request goes to.
extension RequestOption {
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

  static let noProxy = RequestOption(
    name: "no-proxy",
    summary:
      "Hosts that are reached without the proxy, with all names under them; * for every host. In place of those of NO_PROXY.",
    shape: .oneOrMore(.text),
    example: "no-proxy: [localhost, 10.0.0.0/8]"
  ) { (value, settings, _) throws(Mistake) in
    settings.transport.proxyExceptions = try hosts(value)
  } check: { (template) throws(Mistake) in
    if let value = template.constant { _ = try hosts(value) }
  }

  static let connectTo = RequestOption(
    name: "connect-to",
    summary:
      "The host and port to connect to instead of others: host:port:host:port, or a list of these. Empty parts stand for any, and for those of the URL.",
    shape: .oneOrMore(.text),
    example: "connect-to: api.example:443:localhost:8443"
  ) { (value, settings, _) throws(Mistake) in
    settings.places = try otherPlaces(value)
  } check: { (template) throws(Mistake) in
    if let value = template.constant { _ = try otherPlaces(value) }
  }

  static let resolve = RequestOption(
    name: "resolve",
    summary: "The address to connect to instead of a host: host:port:address, or a list of these.",
    shape: .oneOrMore(.text),
    example: "resolve: api.example:443:127.0.0.1"
  ) { (value, settings, _) throws(Mistake) in
    settings.addresses = try places(value)
  } check: { (template) throws(Mistake) in
    if let value = template.constant { _ = try places(value) }
  }

  static let unixSocket = RequestOption(
    name: "unix-socket",
    summary: "The path of a Unix socket to connect to instead of any host.",
    shape: .text,
    example: "unix-socket: /run/app.sock",
    hasPath: true
  ) { (value, settings, files) throws(Mistake) in
    let path = try value.optionText()
    settings.transport.unixSocketPath = path.hasPrefix("/") ? path : "\(files.folder)/\(path)"
  }

  static let ip = word(
    "ip",
    "The version of the Internet Protocol.",
    ["4": TransferOptions.IPVersion.v4, "6": .v6],
    example: "4"
  ) { $0.transport.ipVersion = $1 }

  private static func hosts(_ value: JSONValue) throws(Mistake) -> [String] {
    let hosts = try value.texts()
    for (index, host) in hosts.enumerated()
    where host.isEmpty || host.contains(where: { ", \t\r\n".contains($0) }) || host.contains("://")
    {
      throw Mistake(
        "expected a host, got \"\(host)\"",
        at: value.array == nil ? [] : [.index(index)],
        hint: "as in no-proxy: [localhost, 10.0.0.0/8]"
      )
    }
    return hosts
  }

  private static func otherPlaces(
    _ value: JSONValue
  ) throws(Mistake) -> [TransferOptions.ConnectTo] {
    var places: [TransferOptions.ConnectTo] = []
    for (index, text) in try value.texts().enumerated() {
      guard let place = TransferOptions.ConnectTo(text) else {
        throw Mistake(
          "expected host:port:host:port, got \"\(text)\"",
          at: value.array == nil ? [] : [.index(index)]
        )
      }
      places.append(place)
    }
    return places
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

extension TransferOptions.ConnectTo {
  /// Reads `host:port:host:port`, of which each part may be empty; `nil` for another text.
  ///
  /// An address of IPv6 stands in brackets.
  fileprivate init?(_ text: String) {
    var parts: [String] = [""]
    var isInBrackets = false
    for character in text {
      if character == ":", !isInBrackets {
        parts.append("")
        continue
      }
      if character == "[" || character == "]" { isInBrackets = character == "[" }
      parts[parts.count - 1].append(character)
    }
    guard parts.count == 4, !isInBrackets,
      parts[0].utf8.allSatisfy({ $0 > 0x20 }), parts[2].utf8.allSatisfy({ $0 > 0x20 })
    else { return nil }
    let ports = [parts[1], parts[3]].map { $0.isEmpty ? nil : UInt16($0).map(Int.init) ?? 0 }
    guard !ports.contains(0) else { return nil }
    self.init(
      host: parts[0].isEmpty ? nil : parts[0],
      port: ports[0],
      toHost: parts[2].isEmpty ? nil : parts[2],
      toPort: ports[1]
    )
  }
}
