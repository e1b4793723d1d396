import Synchronization

/// Ends long work on documents before its time.
///
/// Parsers, validators and queries ask the limit that is current for their task now and then, and give up
/// with an error of their kind once it is over. Without a limit they end at bounds of their own.
///
/// ```swift
/// let limit = WorkLimit { Task.isCancelled }
/// let value = WorkLimit.$current.withValue(limit) { try? XMLDocument(parsing: body) }
/// if limit.hasCut { print("given up") }
/// ```
public final class WorkLimit: Sendable {
  /// The limit of the work that this task does.
  @TaskLocal public static var current: WorkLimit?

  private let isReached: @Sendable () -> Bool
  private let cut = Atomic(false)

  /// Makes a limit.
  ///
  /// - Parameter isReached: whether work must end; called often, by the thread that does the work.
  public init(isReached: @escaping @Sendable () -> Bool) {
    self.isReached = isReached
  }

  /// Whether some work was given up for this limit.
  public var hasCut: Bool { cut.load(ordering: .acquiring) }

  /// What an error says of work that was given up.
  static let message = "it was given up before its end"

  /// Whether the work must be given up now; whoever asks gives up then.
  func ends() -> Bool {
    guard isReached() else { return false }
    cut.store(true, ordering: .releasing)
    return true
  }

  /// Whether the task's work must be given up now.
  static func endsNow() -> Bool { current?.ends() ?? false }
}
