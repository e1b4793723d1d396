import Glibc

/// A socket to the kernel's routing tables, in the network namespace of the thread that makes it.
final class NetlinkSocket: Sendable {
  /// Links, addresses and routes of both families.
  static let allGroups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

  let descriptor: Int32

  /// Opens a socket.
  ///
  /// - Parameter groups: the changes that it receives; without any it is for questions, and an
  ///   answer is waited for two seconds at most.
  /// - Throws: `SessionError` where the kernel gives none.
  init(groups: UInt32) throws(SessionError) {
    let family: Int32 = 16
    let flags = Int32(SOCK_RAW.rawValue) | O_CLOEXEC | (groups == 0 ? 0 : O_NONBLOCK)
    descriptor = socket(family, flags, 0)
    guard descriptor >= 0 else { throw Self.error("opened", errno) }
    var address: [UInt8] = []
    address.append(native: UInt16(family))
    address.append(native: UInt16(0))
    address.append(native: UInt32(0))
    address.append(native: groups)
    let status = unsafe address.withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: sockaddr.self) { generic in
        unsafe bind(descriptor, generic.baseAddress, 12)
      }
    }
    // `deinit` closes it here, too: a second close could hit another file of the process.
    guard status == 0 else { throw Self.error("bound", errno) }
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    let length = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, length)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func error(_ what: String, _ code: Int32) -> SessionError {
    SessionError(
      code: .resourceUnavailable,
      message: "the socket to the routing tables cannot be \(what): errno \(code)"
    )
  }

  /// Takes all that waits, and says whether there was something.
  func drain() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var hasNews = false
    while true {
      let count = receive(into: &buffer)
      if count > 0 || count == -Int(ENOBUFS) {
        hasNews = true
      } else if count != -Int(EINTR) {
        return hasNews
      }
    }
  }

  /// Asks a question and hands out each answer that belongs to it.
  ///
  /// - Parameters:
  ///   - kind: what is asked for.
  ///   - flags: how it is meant.
  ///   - payload: the head of the question with its attributes.
  ///   - take: called for each answer.
  /// - Returns: zero, or the `errno` that the kernel or the socket answered with.
  @discardableResult
  func ask(
    _ kind: UInt16,
    flags: UInt16,
    payload: [UInt8],
    take: (NetlinkMessage) -> Void = { _ in }
  ) -> Int32 {
    let sequence = UInt32.random(in: 1 ... .max)
    let question = NetlinkMessage(kind: kind, flags: flags, sequence: sequence, payload: payload)
    let bytes = question.bytes
    let sent = unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, 0) }
    guard sent == bytes.count else { return sent < 0 ? errno : EIO }
    let isOne = flags & (NetlinkMessage.Flags.dump | NetlinkMessage.Flags.acknowledge) == 0
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = receive(into: &buffer)
      if count == -Int(EINTR) { continue }
      guard count > 0 else { return Int32(-count) }
      for message in NetlinkMessage.parse(buffer[..<count]) where message.sequence == sequence {
        switch message.kind {
        case NetlinkMessage.Kind.done: return 0
        case NetlinkMessage.Kind.error:
          return -(NetlinkReader(message.payload).int32(0) ?? -EIO)
        case _:
          take(message)
          if isOne { return 0 }
        }
      }
    }
  }

  /// The number of bytes received, or the negative `errno`.
  private func receive(into buffer: inout [UInt8]) -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
    }
    return count < 0 ? -Int(errno) : count
  }
}
