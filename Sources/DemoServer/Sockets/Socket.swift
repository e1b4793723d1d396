import Glibc

/// The sole owner of a non-blocking TCP socket; the descriptor is closed with it.
struct Socket: ~Copyable {
  /// -1 once it is closed.
  private(set) var descriptor: Int32

  /// Takes over a descriptor, which must be non-blocking.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Closes it now.
  mutating func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// The result of reading or writing without waiting.
  enum Transfer {
    case bytes(Int)
    case wouldBlock
    case ended
  }

  /// Reads what is there into `buffer`, at most its size.
  func receive(into buffer: inout [UInt8]) -> Transfer {
    let descriptor = descriptor
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .ended
    }
  }

  /// Writes as much of `bytes` from `start` on as the kernel takes; a closed peer raises no signal.
  func send(_ bytes: [UInt8], from start: Int) -> Transfer {
    let descriptor = descriptor
    while true {
      let count = unsafe bytes.withUnsafeBytes {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[start...])
        return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .ended
    }
  }

  /// Tells the peer that nothing more comes, and still reads what it sends.
  func endSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Lets closing reset the connection instead of ending it in order.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_LINGER,
      &option,
      socklen_t(MemoryLayout<linger>.size)
    )
  }

  /// Sends small answers at once (Nagle's algorithm off).
  func sendAtOnce() {
    var on: Int32 = 1
    unsafe setsockopt(
      descriptor,
      Int32(IPPROTO_TCP),
      TCP_NODELAY,
      &on,
      socklen_t(MemoryLayout<Int32>.size)
    )
  }
}
