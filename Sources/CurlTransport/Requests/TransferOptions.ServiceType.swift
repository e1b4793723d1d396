import Glibc

extension TransferOptions {
  /// How the packets of a transfer are marked for the network and queued on the way out.
  ///
  /// ```swift
  /// options.serviceType = .init(trafficClass: 0xB8, priority: 6)  // expedited, as for voice
  /// ```
  public struct ServiceType: Sendable, Hashable, Codable {
    /// The traffic class: six bits of DSCP (RFC 2474) and two of ECN, which the kernel keeps.
    public var trafficClass: UInt8
    /// The priority in the queue of this machine, 0 to 6.
    public var priority: Int32

    /// Makes a mark.
    public init(trafficClass: UInt8, priority: Int32) {
      self.trafficClass = trafficClass
      self.priority = priority
    }

    /// No mark.
    static let standard = Self(trafficClass: 0, priority: 0)

    /// Marks what a socket sends from now on; a socket that knows no marks stays as it is.
    func apply(to descriptor: Int32) {
      let mark = Int32(trafficClass)
      Self.set(descriptor, Int32(IPPROTO_IP), IP_TOS, mark)
      Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_TCLASS, mark)
      // Behind the mark, which sets a priority of its own.
      Self.set(descriptor, SOL_SOCKET, SO_PRIORITY, priority)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
      var value = value
      let length = socklen_t(MemoryLayout<Int32>.size)
      unsafe _ = setsockopt(descriptor, level, option, &value, length)
    }
  }
}
