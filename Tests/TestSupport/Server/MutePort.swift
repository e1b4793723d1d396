import Glibc

/// A loopback port whose connections are made by the kernel and never answered.
public final class MutePort: Sendable {
  /// The port, on 127.0.0.1.
  public let port: Int
  private let descriptor: Int32

  /// Listens on a free port of 127.0.0.1 and accepts nothing.
  ///
  /// - Throws: `FixtureError` when the system gives no socket.
  public init() throws(FixtureError) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .system("socket", errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard unsafe bind(descriptor, generic, length) == 0, listen(descriptor, 64) == 0 else {
          return false
        }
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
