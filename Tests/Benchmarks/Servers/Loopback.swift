import Glibc

/// TCP sockets on 127.0.0.1.
enum Loopback {
  /// Opens a socket that listens.
  ///
  /// - Returns: the descriptor and the port, which the system has chosen.
  /// - Throws: ``BenchmarkError`` when the system refuses.
  static func listen() throws(BenchmarkError) -> (descriptor: Int32, port: Int) {
    let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = socket(AF_INET, Int32(kind), 0)
    guard descriptor >= 0 else { throw BenchmarkError("no socket can be opened") }
    var address = address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(descriptor, generic, length) == 0 && Glibc.listen(descriptor, 16_384) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isOpen else {
      close(descriptor)
      throw BenchmarkError("no port can be listened to")
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Whether somebody listens to a port.
  static func answers(port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = address(port: port)
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
