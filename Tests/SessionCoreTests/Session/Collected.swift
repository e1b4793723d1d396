import Locks
import SessionCore
import Testing

/// What callbacks said, in order.
final class Collected<Element: Sendable>: Sendable {
  private let state = Locked<[Element]>([])

  var all: [Element] { state.withLock { $0 } }

  func append(_ element: Element) { state.withLock { $0.append(element) } }
}

/// Runs a task of a callback and waits for its end.
func finished<Output: Sendable>(
  _ make: (@escaping @Sendable (DataResponse<Output>) -> Void) -> SessionTask?
) async -> DataResponse<Output> {
  await withCheckedContinuation { continuation in
    make { continuation.resume(returning: $0) }?.resume()
  }
}

/// The error that a body throws.
func sessionError<Value>(
  _ body: () async throws(SessionError) -> Value
) async throws -> SessionError {
  do throws(SessionError) {
    _ = try await body()
  } catch {
    return error
  }
  throw NoError()
}

/// A call gave a value where an error was expected.
struct NoError: Error {}
