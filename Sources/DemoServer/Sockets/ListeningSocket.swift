import Glibc

/// A socket that accepts connections on 127.0.0.1.
struct ListeningSocket: ~Copyable {
  private let socket: Socket

  /// The port it is bound to.
  let port: UInt16

  /// The result of accepting the next connection.
  enum Acceptance: ~Copyable {
    case connection(Socket)
    case none
    /// No descriptor or memory is left for now.
    case exhausted
  }

  /// Binds and listens.
  ///
  /// - Parameter port: 0 for a free one.
  /// - Throws: `DemoServerError` when the port is taken or the system refuses.
  init(port: UInt16) throws(DemoServerError) {
    let flags = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let opened = Glibc.socket(AF_INET, Int32(flags), 0)
    guard opened >= 0 else { throw .system("socket", port: port, number: errno) }
    let bound: UInt16
    do throws(DemoServerError) {
      bound = try Self.bind(opened, to: port)
    } catch {
      close(opened)
      throw error
    }
    self.port = bound
    socket = Socket(opened)
  }

  /// - Returns: the port that it is bound to.
  private static func bind(
    _ descriptor: Int32,
    to port: UInt16
  ) throws(DemoServerError) -> UInt16 {
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.bind(descriptor, $0, length)
      }
    }
    guard bound == 0 else { throw .system("bind", port: port, number: errno) }
    guard listen(descriptor, 4096) == 0 else {
      throw .system("listen", port: port, number: errno)
    }
    let named = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &length)
      }
    }
    guard named == 0 else { throw .system("getsockname", port: port, number: errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  var descriptor: Int32 { socket.descriptor }

  /// Takes the next waiting connection, if there is one.
  func accept() -> Acceptance {
    while true {
      let accepted = Glibc.accept(descriptor, nil, nil)
      if accepted >= 0 {
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
        return .connection(Socket(accepted))
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
      default: return .none
      }
    }
  }
}
