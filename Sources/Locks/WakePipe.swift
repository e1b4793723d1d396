import Glibc

/// A signal from one thread to others, given once and seen by all who wait.
public final class WakePipe: Sendable {
  /// Can be read from once the signal was given, for whoever waits for something else as well.
  public let readDescriptor: Int32
  private let writeDescriptor: Int32

  /// Makes a signal that was not given, if the system has a pipe for it; `errno` says why not.
  public init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
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
  public func signal() {
    var byte: UInt8 = 1
    unsafe _ = write(writeDescriptor, &byte, 1)
  }

  /// Blocks the calling thread until `signal()` was called.
  public func wait() {
    var entry = pollfd(fd: readDescriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&entry, 1, -1) < 0, errno == EINTR {}
  }
}
