import Glibc

/// A socket on a free port of 127.0.0.1 that accepts nothing.
final class LoopbackSocket: Sendable {
  let port: Int
  private let descriptor: Int32

  /// Binds a port of the system's choice.
  ///
  /// - Parameter backlog: how many connections the kernel makes for it; `nil` for one that does not listen, so that each is refused.
  /// - Throws: `FixtureError` when the system gives no socket.
  init(backlog: Int32?) throws(FixtureError) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .system("socket", errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard unsafe bind(descriptor, generic, length) == 0 else { return false }
        if let backlog, listen(descriptor, backlog) != 0 { return false }
        return unsafe getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isBound else {
      let code = errno
      close(descriptor)
      throw .system("bind", code)
    }
    self.descriptor = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }
}
