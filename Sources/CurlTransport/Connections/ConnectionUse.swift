/// Which connections carry several transfers at once, as HTTP/2 has it.
///
/// What happens on the socket of such a connection says nothing of any one of them. Used on the
/// loop's thread.
final class ConnectionUse {
  /// A connection, by its two ports.
  struct Key: Hashable {
    private let ports: UInt32

    /// Our port.
    var localPort: Int32 { Int32(ports >> 16) }

    /// - Returns: nil for a connection without ports, such as one to a unix socket.
    init?(local: Int32, remote: Int32) {
      guard (1...0xFFFF).contains(local), (1...0xFFFF).contains(remote) else { return nil }
      ports = UInt32(local) << 16 | UInt32(remote)
    }
  }

  private struct Use {
    var count = 0
    var isShared = false

    mutating func begin() {
      count += 1
      if count > 1 { isShared = true }
    }
  }

  private var uses: [Key: Use] = [:]

  /// Notes that a transfer begins to use a connection.
  func begin(_ key: Key) {
    uses[key, default: Use()].begin()
  }

  /// Notes that a transfer has ended with a connection.
  func end(_ key: Key) {
    guard let place = uses.index(forKey: key) else { return }
    if uses.values[place].count > 1 {
      uses.values[place].count -= 1
    } else {
      uses.remove(at: place)
    }
  }

  /// Whether several transfers have used a connection at once since it was last idle.
  func isShared(_ key: Key) -> Bool { uses[key]?.isShared == true }
}
