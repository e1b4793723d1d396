import Glibc

/// A thread that runs one function and is never joined.
public enum DetachedThread: Sendable {
  private final class Job {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Starts a thread.
  ///
  /// - Parameter body: is handed over to the thread; nothing checks what it shares with others.
  /// - Returns: 0, or the system's reason why there is no thread.
  public static func start(_ body: @escaping () -> Void) -> Int32 {
    let job = unsafe Unmanaged.passRetained(Job(body))
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      },
      job.toOpaque()
    )
    if status == 0 {
      pthread_detach(thread)
    } else {
      unsafe job.release()
    }
    return status
  }
}
