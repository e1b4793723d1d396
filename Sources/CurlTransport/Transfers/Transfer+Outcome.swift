import CCurl

/// Who is notified of a transfer's end, and of what.
indirect enum TransferOutcome {
  case collected(CollectedEnding, CheckedContinuation<CollectedEnding, Never>)
  case completed(TransferCompletion, any TransferHandler)

  func tell() {
    switch self {
    case .collected(let ending, let reply): reply.resume(returning: ending)
    case .completed(let completion, let handler): handler.finished(completion)
    }
  }
}

extension Transfer {
  /// Gathers what is reported, before the handle leaves libcurl.
  ///
  /// - Parameter error: why it failed, or nil.
  /// - Returns: nil when there is nobody to tell.
  func outcome(_ error: CurlError?) -> TransferOutcome? {
    switch sink {
    case .collect(let reply): .collected(CollectedEnding(result(error)), reply)
    case .handle(let handler): .completed(completion(error), handler)
    case nil: nil
    }
  }

  private func result(_ error: CurlError?) -> Result<TransferResponse, CurlError> {
    if let error { return .failure(withAnswer(error)) }
    guard let head = collector.head else { return .failure(withAnswer(.withoutHead)) }
    if let truncation { return .failure(withAnswer(truncation)) }
    return .success(
      TransferResponse(
        head: head,
        body: body,
        trailers: collector.trailers,
        redirectURL: redirectURL(of: head),
        metrics: metrics(of: head)
      )
    )
  }

  private func metrics(of head: TransferHead?) -> TransferMetrics {
    var metrics = handle.metrics(startedAt: startedAt, version: head?.version)
    metrics.resends = sendings.resends
    metrics.shift(by: sendings.timeBefore)
    return metrics
  }

  private func completion(_ error: CurlError?) -> TransferCompletion {
    let head = collector.head
    var failure = error
    if failure == nil, head == nil { failure = .withoutHead }
    if failure == nil { failure = truncation }
    if failure == nil, !announceHead() { failure = .cancelled }
    return TransferCompletion(
      error: failure.map(withAnswer),
      head: head,
      trailers: collector.trailers,
      redirectURL: head.flatMap(redirectURL),
      metrics: metrics(of: head)
    )
  }

  /// An error with how often the request was sent again, and with the part of the response that came.
  private func withAnswer(_ error: CurlError) -> CurlError {
    var error = error
    error.resends = sendings.resends
    // libcurl takes the end of the connection for a first byte, but says that nothing came.
    let hasBytes = error.code != .emptyReply && handle.offset(CURLINFO_STARTTRANSFER_TIME_T) > 0
    guard collector.hasBegun || hasBytes else { return error }
    error.answer = PartialAnswer(head: collector.head, body: body)
    return error
  }

  private func redirectURL(of head: TransferHead) -> String? {
    (300..<400).contains(head.status) ? handle.redirectURL : nil
  }
}

extension CurlError {
  fileprivate static var withoutHead: Self {
    Self(code: .emptyReply, message: "the server sent no head")
  }
}
