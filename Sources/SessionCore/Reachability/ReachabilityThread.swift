import Glibc
import Locks

/// A thread that waits for changes of the kernel's tables until it is told to stop.
final class ReachabilityThread: Sendable {
  /// Is called with each result, on the thread.
  typealias Report = @Sendable (NetworkReachabilityStatus) -> Void

  private let target: ReachabilityTarget
  private let changes: NetlinkSocket
  private let questions: NetlinkSocket
  private let stopSignal: WakePipe
  private let report: Report

  /// Opens what the thread needs, in the calling thread's network namespace.
  init(_ target: ReachabilityTarget, report: @escaping Report) throws(SessionError) {
    self.target = target
    self.report = report
    changes = try NetlinkSocket(groups: NetlinkSocket.allGroups)
    questions = try NetlinkSocket(groups: 0)
    guard let stopSignal = WakePipe() else {
      throw SessionError(
        code: .resourceUnavailable,
        message: "the reachability thread cannot be woken: errno \(errno)"
      )
    }
    self.stopSignal = stopSignal
  }

  /// Starts the thread; it ends by itself after ``stop()`` and is never joined.
  func start() throws(SessionError) {
    let status = DetachedThread.start { [self] in run() }
    guard status == 0 else {
      throw SessionError(
        code: .resourceUnavailable,
        message: "the reachability thread cannot be started: errno \(status)"
      )
    }
  }

  /// Ends the thread soon.
  func stop() { stopSignal.signal() }

  /// Lets a debugger tell the thread from others.
  private func takeName() {
    let name = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard name >= 0 else { return }
    _ = unsafe write(name, Self.name, Self.name.utf8.count)
    close(name)
  }

  /// The thread's name.
  static let name = "reachability"

  private func run() {
    takeName()
    var probe = ReachabilityProbe(target)
    while true {
      report(probe.look(through: questions))
      // A burst of changes is one look; a name that was not found is asked for again.
      repeat {
        if wait(milliseconds: probe.isWorthRetrying ? 5000 : -1) { return }
      } while !changes.drain() && !probe.isWorthRetrying
      if wait(milliseconds: 10, onlyForStop: true) { return }
      _ = changes.drain()
    }
  }

  /// Waits for news; whether the thread is to end.
  private func wait(milliseconds: Int32, onlyForStop: Bool = false) -> Bool {
    var entries = [
      pollfd(fd: stopSignal.readDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: changes.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    if onlyForStop { entries.removeLast() }
    while unsafe poll(&entries, nfds_t(entries.count), milliseconds) < 0, errno == EINTR {}
    return entries[0].revents != 0
  }
}
