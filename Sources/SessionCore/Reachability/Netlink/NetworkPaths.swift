import Glibc

/// What the kernel's tables say about the way to somewhere, at one moment.
struct NetworkPaths {
  private struct Link {
    var name: String
    var flags: UInt32

    var isUsable: Bool { flags & 0x1 != 0 && flags & 0x40 != 0 && !isLoopback }
    var isLoopback: Bool { flags & 0x8 != 0 }
    var isWWAN: Bool { name.hasPrefix("wwan") || name.hasPrefix("ppp") }
  }

  private struct DefaultRoute {
    var link: Int32
    var metric: UInt32
  }

  private let socket: NetlinkSocket
  private var links: [Int32: Link] = [:]
  private var defaults: [DefaultRoute] = []

  /// Reads links and default routes.
  init(_ socket: NetlinkSocket) {
    self.socket = socket
    var links: [Int32: Link] = [:]
    let any = [UInt8](repeating: 0, count: 16)
    socket.ask(NetlinkMessage.Kind.getLink, flags: NetlinkMessage.Flags.dump, payload: any) {
      if let (number, link) = Self.link($0) { links[number] = link }
    }
    self.links = links
    var defaults: [DefaultRoute] = []
    let routes = [UInt8](repeating: 0, count: 12)
    socket.ask(NetlinkMessage.Kind.getRoute, flags: NetlinkMessage.Flags.dump, payload: routes) {
      if let route = Self.defaultRoute($0) { defaults.append(route) }
    }
    self.defaults = defaults
  }

  private static func link(_ message: NetlinkMessage) -> (Int32, Link)? {
    let reader = NetlinkReader(message.payload)
    guard message.kind == NetlinkMessage.Kind.newLink, let number = reader.int32(4),
      let flags = reader.uint32(8), let name = reader.attributes(from: 16)[3]
    else { return nil }
    return (
      number, Link(name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self), flags: flags)
    )
  }

  /// A route to everywhere: no destination, and neither a hole nor this host.
  private static func defaultRoute(_ message: NetlinkMessage) -> DefaultRoute? {
    let reader = NetlinkReader(message.payload)
    let unicast: UInt8 = 1
    guard message.kind == NetlinkMessage.Kind.newRoute, reader.uint8(1) == 0,
      reader.uint8(7) == unicast, let link = outgoing(reader)
    else { return nil }
    let metric = reader.attributes(from: 12)[6].flatMap { NetlinkReader($0).uint32(0) } ?? 0
    return DefaultRoute(link: link, metric: metric)
  }

  /// The link that a route leads to, the first one of several.
  private static func outgoing(_ reader: NetlinkReader) -> Int32? {
    let attributes = reader.attributes(from: 12)
    if let link = attributes[4] { return NetlinkReader(link).int32(0) }
    return attributes[9].flatMap { NetlinkReader($0).int32(4) }
  }

  private func status(of link: Int32) -> NetworkReachabilityStatus {
    guard let link = links[link], link.isUsable else { return .notReachable }
    return link.isWWAN ? .reachableViaWWAN : .reachableViaWiFi
  }

  /// The status of the cheapest default route whose link is up.
  var defaultStatus: NetworkReachabilityStatus {
    defaults.sorted { $0.metric < $1.metric }.lazy.map { status(of: $0.link) }
      .first { $0.isReachable } ?? .notReachable
  }

  /// The status of the route that the kernel would take to an address.
  func status(to address: NetworkAddress) -> NetworkReachabilityStatus {
    if address.isUnspecified { return defaultStatus }
    if address.isLoopback { return .reachableViaWiFi }
    var question: [UInt8] = [
      UInt8(truncatingIfNeeded: address.family), UInt8(address.bytes.count * 8),
    ]
    question += [UInt8](repeating: 0, count: 10)
    question.append(attribute: 1, address.bytes)
    var found = NetworkReachabilityStatus.notReachable
    socket.ask(NetlinkMessage.Kind.getRoute, flags: 0, payload: question) { message in
      let reader = NetlinkReader(message.payload)
      let (unicast, local): (UInt8, UInt8) = (1, 2)
      guard message.kind == NetlinkMessage.Kind.newRoute, let type = reader.uint8(7) else { return }
      if type == local { found = .reachableViaWiFi }
      if type == unicast, let link = Self.outgoing(reader) { found = status(of: link) }
    }
    return found
  }
}
