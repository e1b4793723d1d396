import Glibc

/// Why a demo server could not start.
public struct DemoServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable, Hashable {
    /// Another program listens on the port.
    case portTaken
    /// The port needs rights that this process lacks.
    case notPermitted
    /// The system refused a socket, a pipe or a thread.
    case system
  }

  public var code: Code

  /// The port that was asked for; 0 stands for any free one.
  public var port: UInt16

  /// What happened, as a lowercase fragment.
  public var description: String
}

extension DemoServerError {
  /// The failure of a system call.
  static func system(_ call: String, port: UInt16, number: Int32) -> Self {
    switch (call, number) {
    case ("bind", EADDRINUSE), ("listen", EADDRINUSE):
      return Self(
        code: .portTaken,
        port: port,
        description: "port \(port) of 127.0.0.1 is taken by another program"
      )
    case ("bind", EACCES), ("bind", EPERM):
      return Self(
        code: .notPermitted,
        port: port,
        description: "port \(port) of 127.0.0.1 needs rights that this user lacks"
      )
    default:
      let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
      return Self(
        code: .system,
        port: port,
        description: "the demo server cannot start: \(call): \(reason)"
      )
    }
  }
}
