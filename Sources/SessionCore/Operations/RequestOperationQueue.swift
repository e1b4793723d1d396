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
  fileprivate struct State: Sendable {
    /// Those that have not ended, by the order in which they were added.
    var operations: [Int: HTTPRequestOperation] = [:]
    var last = 0
    var candidates = Candidates()
    /// Those that were asked to start, or started by somebody else.
    var started: Set<Int> = []
    /// Operations that were asked to start and may not have confirmed it yet.
    var starting: Set<Int> = []
    var limit: Int?
    var isSuspended = false
  }

  /// Operations that may be able to start, in order.
  ///
  /// One that turns out unable leaves them until something changes that it waits for.
  fileprivate struct Candidates: Sendable {
    // In ascending order from `first` on.
    private var numbers: [Int] = []
    private var first = 0

    mutating func insert(_ number: Int) {
      var (low, high) = (first, numbers.count)
      if let last = numbers.last, first < numbers.count, last < number { low = high }
      while low < high {
        let middle = (low + high) / 2
        if numbers[middle] < number { low = middle + 1 } else { high = middle }
      }
      if low < numbers.count, numbers[low] == number { return }
      numbers.insert(number, at: low)
    }

    mutating func popFirst() -> Int? {
      guard first < numbers.count else { return nil }
      defer { first += 1 }
      if first > 64, first * 2 > numbers.count {
        numbers.removeFirst(first)
        first = 0
      }
      return numbers[first]
    }
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
    inOrder.filter { !$0.isFinished }
  }

  /// Adds an operation behind the others.
  public func add(_ operation: HTTPRequestOperation) {
    let number = state.withLock { state in
      state.last += 1
      state.operations[state.last] = operation
      state.candidates.insert(state.last)
      return state.last
    }
    operation.observe { [weak self] in self?.changed(number) }
    for dependency in operation.dependencies {
      dependency.observe { [weak self] in self?.changed(number) }
    }
    schedule()
  }

  /// Adds operations and reports when each, and when all of them have ended.
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
    for operation in inOrder { await operation.waitUntilFinished() }
  }

  private var inOrder: [HTTPRequestOperation] {
    state.withLock { $0.operations }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Hears that an operation may be able to start now, or has ended.
  private func changed(_ number: Int) {
    state.withLock { state in
      guard let operation = state.operations[number] else { return }
      if operation.isFinished {
        state.operations[number] = nil
        state.started.remove(number)
      } else if !state.started.contains(number) {
        state.candidates.insert(number)
      }
    }
    schedule()
  }

  private func schedule() {
    while let (number, next) = takeNext() {
      next.start()
      state.withLock { _ = $0.starting.remove(number) }
    }
  }

  private func takeNext() -> (Int, HTTPRequestOperation)? {
    state.withLock { state in
      if state.isSuspended || state.isFull { return nil }
      while let number = state.candidates.popFirst() {
        // What has ended is forgotten as soon as it says so.
        guard let operation = state.operations[number], !operation.isFinished else { continue }
        if operation.isReady {
          state.started.insert(number)
          state.starting.insert(number)
          return (number, operation)
        }
        if operation.isExecuting {
          state.started.insert(number)
          if state.isFull { return nil }
        }
      }
      return nil
    }
  }
}

extension RequestOperationQueue.State {
  /// Whether as many run as may; those that stand still do not count.
  fileprivate var isFull: Bool {
    guard let limit else { return false }
    let running = started.count { number in
      starting.contains(number) || operations[number]?.isExecuting == true
    }
    return running >= limit
  }
}
