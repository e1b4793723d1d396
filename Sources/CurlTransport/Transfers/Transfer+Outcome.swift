/// What is told of a transfer's end.
enum TransferOutcome {
  case response(TransferResponse)
  case failure(CurlError)
  case completion(TransferCompletion)

  func tell(_ sink: TransferSink) {
    switch (sink, self) {
    case (.collect(let reply), .response(let response)): reply.resume(.success(response))
    case (.collect(let reply), .failure(let error)): reply.resume(.failure(error))
    case (.handle(let handler), .completion(let completion)): handler.finished(completion)
    case (.collect(let reply), .completion(let completion)):
      reply.resume(.failure(completion.error ?? .withoutHead))
    case (.handle(let handler), .failure(let error)):
      handler.finished(TransferCompletion(error: error, head: nil))
    case (.handle(let handler), .response(let response)):
      handler.finished(TransferCompletion(error: nil, head: response.head))
    }
  }
}

extension Transfer {
  /// Gathers what is told, before the handle leaves libcurl.
  func outcome(_ error: CurlError?) -> (sink: TransferSink?, outcome: TransferOutcome) {
    var error = error
    let head = collector.head
    if error == nil && head == nil { error = .withoutHead }
    if error == nil, gzipTail?.isTruncated(decoded: state.bodyCount) == true {
      error = .truncatedGzip
    }
    let redirectURL =
      head.map { $0.status >= 300 && $0.status < 400 } == true ? handle.redirectURL : nil
    switch sink {
    case .handle:
      if error == nil, !announceHead() { error = .cancelled }
      return (
        sink,
        .completion(
          TransferCompletion(
            error: error,
            head: head,
            trailers: collector.trailers,
            redirectURL: redirectURL,
            metrics: handle.metrics(startedAt: startedAt, version: head?.version)
          )
        )
      )
    case .collect, nil:
      if let error { return (sink, .failure(error)) }
      guard let head else { return (sink, .failure(.withoutHead)) }
      let response = TransferResponse(
        head: head,
        body: body,
        trailers: collector.trailers,
        redirectURL: redirectURL,
        metrics: handle.metrics(startedAt: startedAt, version: head.version)
      )
      return (sink, .response(response))
    }
  }
}

extension CurlError {
  fileprivate static var truncatedGzip: Self {
    Self(code: .badContentEncoding, message: "the gzip body ended too early")
  }

  fileprivate static var withoutHead: Self {
    Self(code: .emptyReply, message: "the server sent no head")
  }
}
