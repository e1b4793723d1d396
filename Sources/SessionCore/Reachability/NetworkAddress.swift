import Encodings
import Glibc

/// An IPv4 or IPv6 address in network order.
struct NetworkAddress: Sendable, Hashable {
  /// 4 or 16 bytes.
  let bytes: [UInt8]

  /// Reads an address; one of IPv6 may stand in brackets.
  init?(_ text: String) {
    var text = text[...]
    if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
    if IPAddress.isIPv4(text, allowsLeadingZeros: true) {
      bytes = text.split(separator: ".").compactMap { UInt8($0) }
    } else if IPAddress.isIPv6(text) {
      var address = in6_addr()
      guard unsafe inet_pton(AF_INET6, String(text), &address) == 1 else { return nil }
      bytes = unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
    } else {
      return nil
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  var family: Int32 { bytes.count == 4 ? AF_INET : AF_INET6 }

  /// `0.0.0.0` or `::`, which stand for any address.
  var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

  /// In `127.0.0.0/8`, or `::1`.
  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// The addresses of a name; blocks for as long as the resolver takes.
  static func resolve(_ name: String) -> [NetworkAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [NetworkAddress] = []
    var next = unsafe list
    while true {
      guard let place = unsafe next else { return addresses }
      let entry = unsafe place.pointee
      let isIPv4 = unsafe entry.ai_family == AF_INET
      let (offset, count) = isIPv4 ? (4, 4) : (8, 16)
      let length = unsafe Int(entry.ai_addrlen)
      if let start = unsafe UnsafeRawPointer(entry.ai_addr), length >= offset + count {
        let bytes = unsafe UnsafeRawBufferPointer(start: start + offset, count: count)
        addresses.append(NetworkAddress(bytes: unsafe Array(bytes)))
      }
      unsafe next = entry.ai_next
    }
  }
}
