import Glibc

/// A loopback port that refuses every connection for as long as the value lives.
///
/// The socket is bound and never listens, so the kernel answers each attempt with a reset and no
/// other process can be given the port meanwhile.
public final class PortOfNobody: Sendable {
  /// The port, on 127.0.0.1.
  public let port: Int
  private let descriptor: Int32

  /// Binds a free port of 127.0.0.1 without listening on it.
  ///
  /// - Throws: `FixtureError` when the system gives no socket.
  public init() throws(FixtureError) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .system("socket", errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard unsafe bind(descriptor, generic, length) == 0 else { return false }
        return unsafe getsockname(descriptor, generic, &length) == 0
      }
    }
    guard bound else {
      let code = errno
      close(descriptor)
      throw .system("bind", code)
    }
    self.descriptor = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    close(descriptor)
  }

  /// The base URL of nobody, without a slash at the end.
  public var url: String { "http://127.0.0.1:\(port)" }
}
