import Glibc
import Locks

/// The commands of `exec` that run now, each with a process group of its own.
public enum RunningCommands: Sendable {
  private static let groups = Locked<Set<pid_t>>([])

  /// Kills them and what they have started, for a process that ends without waiting for them.
  public static func kill() {
    for group in groups.withLock({ $0 }) { Glibc.kill(-group, SIGKILL) }
  }

  /// Notes that a command has been started.
  static func begin(_ group: pid_t) {
    groups.withLock { $0.formUnion([group]) }
  }

  /// Notes that a command is about to be reaped, after which its number may be another's.
  static func end(_ group: pid_t) {
    groups.withLock { $0.subtract([group]) }
  }
}
