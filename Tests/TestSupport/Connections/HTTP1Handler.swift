import NIOCore

/// Turns the bytes of a connection into requests and hands them to one task that answers.
final class HTTP1Handler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let core: FixtureCore
  private let connection: ConnectionHandler.Info
  private let requests: AsyncStream<FixtureRequest>.Continuation
  private let source: AsyncStream<FixtureRequest>
  private var task: Task<Void, Never>?
  private var parser = RequestParser()
  private var collector: RequestCollector?

  init(core: FixtureCore, connection: ConnectionHandler.Info) {
    self.core = core
    self.connection = connection
    (source, requests) = AsyncStream.makeStream(of: FixtureRequest.self)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let wire = HTTP1Wire(channel: context.channel)
    task = Task(executorPreference: FixtureExecutor.shared) { [core, source] in
      await core.serve(source, on: wire)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    let count = bytes.readableBytes
    core.journal.count { $0.plainBytesReceived += count }
    parser.receive(bytes)
    while let event = parser.next() {
      switch event {
      case .head(let request): begin(request, context)
      case .body(let bytes): collector?.append(bytes)
      case .end(let trailerLines):
        guard let collector = collector.take(), !collector.isDelivered else { continue }
        requests.yield(collector.finish(trailerLines: trailerLines))
      case .malformed(let reason):
        core.journal.count { $0.malformedRequests += 1 }
        let text = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n\(reason)"
        context.writeAndFlush(NIOAny(context.channel.allocator.buffer(string: text)), promise: nil)
        context.close(promise: nil)
        return
      }
    }
  }

  private func begin(_ head: FixtureRequest, _ context: ChannelHandlerContext) {
    var request = head
    connection.apply(to: &request)
    let isEarly = core.routes.answersEarly(request)
    collector = RequestCollector(
      request,
      keptBodyBytes: core.options.keptBodyBytes,
      isDelivered: isEarly
    )
    if isEarly {
      requests.yield(request)
    } else if core.options.sendsContinue, request.header("Expect")?.lowercased() == "100-continue" {
      let text = "HTTP/1.1 100 Continue\r\n\r\n"
      context.writeAndFlush(NIOAny(context.channel.allocator.buffer(string: text)), promise: nil)
    }
  }

  private func end() {
    requests.finish()
    task?.cancel()
  }
}
