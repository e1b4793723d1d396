import Glibc

/// A signal from one thread to others, given once and seen by all who wait.
final class WakePipe: Sendable {
  let readDescriptor: Int32
  private let writeDescriptor: Int32

  init() throws(DemoServerError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .system("pipe", port: 0, number: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readDescriptor = ends[0]
    writeDescriptor = ends[1]
  }

  deinit {
    close(readDescriptor)
    close(writeDescriptor)
  }

  /// Wakes all who wait, now and later; a second call changes nothing.
  func signal() {
    var byte: UInt8 = 1
    unsafe _ = write(writeDescriptor, &byte, 1)
  }

  /// Blocks the calling thread until `signal()` was called.
  func wait() {
    var entry = pollfd(fd: readDescriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&entry, 1, -1) < 0, errno == EINTR {}
  }
}
