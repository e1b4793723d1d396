import Glibc

/// A value that only one thread at a time can reach.
///
/// Built on `pthread_mutex_t`: `Synchronization.Mutex` gives false races under the thread sanitizer
/// on Linux. Nothing that blocks, calls out or resumes a continuation belongs inside `withLock`; let the
/// closure return what is to be done, and do it after.
///
/// ```swift
/// let action = state.withLock { $0.cancel() }  // the state machine decides
/// perform(action)                              // its owner acts, the lock released
/// ```
@safe public final class Locked<Value: ~Copyable>: Sendable {
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline nonisolated(unsafe) let storage: UnsafeMutablePointer<Value>

  /// Puts `value` behind a new lock.
  public init(_ value: consuming sending Value) {
    // Both in one piece of memory: locks come and go with every request.
    let alignment = MemoryLayout<Value>.alignment
    let offset = unsafe (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
    let memory = unsafe UnsafeMutableRawPointer.allocate(
      byteCount: offset + MemoryLayout<Value>.size,
      alignment: max(alignment, MemoryLayout<pthread_mutex_t>.alignment)
    )
    unsafe mutex = memory.bindMemory(to: pthread_mutex_t.self, capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let status = unsafe pthread_mutex_init(mutex, nil)
    precondition(status == 0, "a mutex must be made: pthread_mutex_init said \(status)")
    unsafe storage = (memory + offset).bindMemory(to: Value.self, capacity: 1)
    unsafe storage.initialize(to: value)
  }

  deinit {
    unsafe storage.deinitialize(count: 1)
    unsafe pthread_mutex_destroy(mutex)
    unsafe UnsafeMutableRawPointer(mutex).deallocate()
  }

  /// Runs `body` on the value while no other thread can reach it.
  ///
  /// - Parameter body: must be short and must not take this lock again (that deadlocks).
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; the lock is released.
  @inlinable
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock()
    defer { unlock() }
    return try unsafe body(&storage.pointee)
  }

  @usableFromInline
  func lock() { unsafe pthread_mutex_lock(mutex) }

  @usableFromInline
  func unlock() { unsafe pthread_mutex_unlock(mutex) }
}
