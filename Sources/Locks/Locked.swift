public import Glibc

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
@safe public struct Locked<Value: ~Copyable>: Sendable {
  @usableFromInline nonisolated(unsafe) let memory: LockedMemory<Value>
  @usableFromInline nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline nonisolated(unsafe) let storage: UnsafeMutablePointer<Value>

  /// Puts `value` behind a new lock; copies of this share both.
  // Where it is called the compiler knows the type, which is not looked up then for each lock.
  @inlinable
  public init(_ value: consuming sending Value) {
    unsafe memory = unsafeDowncast(
      LockedMemory<Value>.create(minimumCapacity: 1) { _ in unsafe pthread_mutex_t() },
      to: LockedMemory<Value>.self
    )
    unsafe (mutex, storage) = memory.withUnsafeMutablePointers { unsafe ($0, $1) }
    let status = unsafe pthread_mutex_init(mutex, nil)
    precondition(status == 0, "a mutex must be made: pthread_mutex_init said \(status)")
    unsafe storage.initialize(to: value)
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
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&storage.pointee)
  }
}

/// A mutex and the value behind it in one piece of memory: locks come and go with every request.
@usableFromInline @unsafe
final class LockedMemory<Value: ~Copyable>: ManagedBuffer<pthread_mutex_t, Value> {
  @inlinable
  deinit {
    unsafe withUnsafeMutablePointers { mutex, value in
      unsafe value.deinitialize(count: 1)
      unsafe pthread_mutex_destroy(mutex)
    }
  }
}
