/// What other threads ask of the loop's.
enum LoopCommand: Sendable {
  case start(TransferStart)
  /// Reports a request that cannot be sent.
  case refuse(TransferSink, CurlError)
  case pause(UInt64)
  case resume(UInt64)
  case cancel(UInt64)
  case sourceReady(UInt64)
  /// Bytes of a body were decoded away from the loop's thread.
  case decoded(UInt64, BodyDecoding.Stretch)

  /// Answers a command that came after the loop's end.
  func refuse(_ error: CurlError = .loopShutDown) {
    switch self {
    case .start(let start): start.sink.fail(error)
    case .refuse(let sink, _): sink.fail(error)
    case .pause, .resume, .cancel, .sourceReady, .decoded: break
    }
  }
}

/// What a transfer is started with.
///
/// An object, for it is passed on several times and holds twenty values that are counted.
final class TransferStart: Sendable {
  let id: UInt64
  let request: TransferRequest
  let sink: TransferSink

  init(id: UInt64, request: TransferRequest, sink: TransferSink) {
    self.id = id
    self.request = request
    self.sink = sink
  }
}

/// Where the events of a transfer are reported.
enum TransferSink: Sendable {
  /// A task that waits for the whole response; a transfer finishes once, by `TransferState`.
  // Indirect: the size of a continuation is looked up at run time, and so would that of all that holds one.
  indirect case collect(CheckedContinuation<CollectedEnding, Never>)
  case handle(any TransferHandler)

  func fail(_ error: CurlError) {
    switch self {
    case .collect(let reply): reply.resume(returning: CollectedEnding(.failure(error)))
    case .handle(let handler): handler.finished(TransferCompletion(error: error, head: nil))
    }
  }
}

/// How a transfer ended, in one piece, so that the frame of whoever waits for it is small.
final class CollectedEnding: Sendable {
  private let result: Result<TransferResponse, CurlError>

  init(_ result: Result<TransferResponse, CurlError>) {
    self.result = result
  }

  // See `TransferLoop.begin`.
  @inline(never)
  func response() throws(CurlError) -> TransferResponse {
    try result.get()
  }
}

/// A job with the executor it is to be run for.
///
/// Both are kept alive by the job's task, which cannot end before the job has run.
@safe struct LoopJob: Sendable {
  private let job: UnownedJob
  private let executor: UnownedTaskExecutor

  init(_ job: consuming ExecutorJob, for executor: UnownedTaskExecutor) {
    self.job = UnownedJob(job)
    unsafe self.executor = unsafe executor
  }

  /// Runs the job on the calling thread; to be called once, and not after `forward()`.
  func run() {
    unsafe job.runSynchronously(on: executor)
  }

  /// Leaves the job to the global executor.
  func forward() {
    globalConcurrentExecutor.enqueue(job)
  }
}

extension CurlError {
  static var loopShutDown: Self {
    Self(code: .loopShutDown, message: "the transfer loop was shut down")
  }

  static var cancelled: Self {
    Self(code: .cancelled, message: "the transfer was cancelled")
  }
}
