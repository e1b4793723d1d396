import Locks

/// Starts operations in order, as many at once as it may, each after those it depends on.
///
/// The counterpart of the `NSOperationQueue` of an `AFHTTPRequestOperationManager`. An operation that
/// was paused lets others take its place; resumed, it goes on at once.
///
/// ```swift
/// let queue = RequestOperationQueue(maxConcurrentOperationCount: 2)
/// queue.addBatch(operations, progress: { print($0, "of", $1) }) { _ in print("done") }
/// await queue.waitUntilAllOperationsAreFinished()
/// ```
public final class RequestOperationQueue: Sendable {
  private struct State: Sendable {
    var operations: [HTTPRequestOperation] = []
    var limit: Int?
    var isSuspended = false
    /// Operations that were told to start and may not have said so yet.
    var starting: Set<ObjectIdentifier> = []
  }

  private let state: Locked<State>

  /// Creates a queue.
  ///
  /// - Parameter maxConcurrentOperationCount: how many run at once, `nil` for no limit.
  public init(maxConcurrentOperationCount: Int? = nil) {
    state = Locked(State(limit: maxConcurrentOperationCount))
  }

  /// How many run at once, `nil` for no limit.
  public var maxConcurrentOperationCount: Int? {
    get { state.withLock { $0.limit } }
    set {
      state.withLock { $0.limit = newValue }
      schedule()
    }
  }

  /// Whether nothing is started; what runs goes on.
  public var isSuspended: Bool {
    get { state.withLock { $0.isSuspended } }
    set {
      state.withLock { $0.isSuspended = newValue }
      schedule()
    }
  }

  /// The operations that have not ended, in the order they were added.
  public var operations: [HTTPRequestOperation] {
    state.withLock { $0.operations }.filter { !$0.isFinished }
  }

  /// Adds an operation behind the others.
  public func add(_ operation: HTTPRequestOperation) {
    state.withLock { $0.operations.append(operation) }
    operation.observe { [weak self] in self?.schedule() }
    for dependency in operation.dependencies {
      dependency.observe { [weak self] in self?.schedule() }
    }
    schedule()
  }

  /// Adds operations and tells when each, and when all of them have ended.
  ///
  /// - Parameters:
  ///   - operations: without any, `completion` is called at once.
  ///   - progress: called after each with the number of those that have ended, and of all.
  ///   - completion: called with all, after the completions of their own.
  public func addBatch(
    _ operations: [HTTPRequestOperation],
    progress: (@Sendable (_ finished: Int, _ total: Int) -> Void)? = nil,
    completion: @escaping @Sendable ([HTTPRequestOperation]) -> Void
  ) {
    if operations.isEmpty { return completion([]) }
    let callbacks = SerialCallbacks()
    let finished = Locked(0)
    for operation in operations {
      operation.setCompletion { _ in
        callbacks.enqueue {
          let count = finished.withLock { count in
            count += 1
            return count
          }
          progress?(count, operations.count)
          if count == operations.count { completion(operations) }
        }
      }
      add(operation)
    }
  }

  /// Cancels all operations, also those that have not been started.
  public func cancelAllOperations() { for operation in operations { operation.cancel() } }

  /// Waits until all operations that are in the queue now have ended.
  public func waitUntilAllOperationsAreFinished() async {
    for operation in state.withLock({ $0.operations }) { await operation.waitUntilFinished() }
  }

  private func schedule() {
    while let next = takeNext() {
      next.start()
      state.withLock { _ = $0.starting.remove(ObjectIdentifier(next)) }
    }
  }

  private func takeNext() -> HTTPRequestOperation? {
    state.withLock { state in
      state.operations.removeAll { $0.isFinished }
      if state.isSuspended { return nil }
      let running = state.operations.count { operation in
        operation.isExecuting || state.starting.contains(ObjectIdentifier(operation))
      }
      if let limit = state.limit, running >= limit { return nil }
      let next = state.operations.first { operation in
        operation.isReady && !state.starting.contains(ObjectIdentifier(operation))
      }
      if let next { state.starting.insert(ObjectIdentifier(next)) }
      return next
    }
  }
}
