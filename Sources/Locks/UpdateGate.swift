import Glibc

/// Lets one thread at a time change something with code that is not ours.
///
/// ``Locked`` protects short steps; a change that a caller writes may take long and may read what it
/// changes. So the gate is held while the caller's code runs, and the lock only while the old value
/// is read and the new one is stored. The thread that is inside may enter again.
///
/// ```swift
/// gate.enter()
/// defer { gate.leave() }
/// var copy = state.withLock { $0 }
/// change(&copy)                       // may read the state
/// state.withLock { $0 = copy }
/// ```
@safe public final class UpdateGate: Sendable {
  private struct Holder {
    var thread: pthread_t?
    var depth = 0
  }

  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let isFree: UnsafeMutablePointer<pthread_cond_t>
  private nonisolated(unsafe) let holder: UnsafeMutablePointer<Holder>

  /// Makes an open gate.
  public init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe isFree = .allocate(capacity: 1)
    unsafe holder = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe isFree.initialize(to: pthread_cond_t())
    unsafe holder.initialize(to: Holder())
    let isMade = unsafe pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(isFree, nil) == 0
    precondition(isMade, "a mutex and a condition must be made")
  }

  deinit {
    unsafe pthread_cond_destroy(isFree)
    unsafe pthread_mutex_destroy(mutex)
    unsafe holder.deallocate()
    unsafe isFree.deallocate()
    unsafe mutex.deallocate()
  }

  /// Waits until no other thread is inside; each call needs one ``leave()``.
  public func enter() {
    let caller = pthread_self()
    unsafe pthread_mutex_lock(mutex)
    while let thread = unsafe holder.pointee.thread, pthread_equal(thread, caller) == 0 {
      unsafe pthread_cond_wait(isFree, mutex)
    }
    unsafe holder.pointee.thread = caller
    unsafe holder.pointee.depth += 1
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Lets the next thread in; may be called on another thread than ``enter()``.
  public func leave() {
    unsafe pthread_mutex_lock(mutex)
    unsafe holder.pointee.depth -= 1
    if unsafe holder.pointee.depth == 0 { unsafe holder.pointee.thread = nil }
    unsafe pthread_cond_signal(isFree)
    unsafe pthread_mutex_unlock(mutex)
  }
}
