import Glibc

/// What could not be done with a file, and why.
public struct FileError: Error, Sendable, Hashable {
  /// Why it could not be done.
  public enum Reason: Sendable, Hashable {
    /// The system's `errno`.
    case system(Int32)
    /// What stands there is a folder, a pipe, a socket or a device.
    case notRegular
    /// There are more bytes than were allowed.
    case tooLong(limit: Int)
  }

  /// What could not be done, a fragment in lower case, such as `cannot open a/b.json`.
  public var action: String
  /// Why.
  public var reason: Reason

  /// An error of a reason.
  public init(_ reason: Reason, _ action: String) {
    self.reason = reason
    self.action = action
  }

  /// An error that the system told.
  ///
  /// - Parameters:
  ///   - code: its `errno`.
  ///   - action: what could not be done, a fragment in lower case.
  public init(_ code: Int32, _ action: String) {
    self.init(.system(code), action)
  }

  /// The system's `errno`; 0 when the reason is not the system's.
  public var code: Int32 {
    if case .system(let code) = reason { code } else { 0 }
  }

  /// The reason, a fragment in lower case.
  public var reasonText: String {
    switch reason {
    case .system(let code): Self.text(of: code)
    case .notRegular: "it is no file"
    case .tooLong(let limit): "it has more than \(limit >> 20) MiB"
    }
  }

  /// What could not be done and why, a fragment in lower case.
  public var message: String { "\(action): \(reasonText)" }

  /// What the system calls an error, a fragment in lower case.
  ///
  /// - Parameter code: the `errno`.
  /// - Returns: such as `no space left on device`.
  public static func text(of code: Int32) -> String {
    let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return text.lowercased()
  }
}
