import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Turns one HTTP/2 stream into a request.
final class HTTP2StreamHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart

  private let core: FixtureCore
  private let connection: ConnectionHandler.Info
  private let requests: AsyncStream<FixtureRequest>.Continuation
  private let source: AsyncStream<FixtureRequest>
  private var task: Task<Void, Never>?
  private var collector: RequestCollector?

  init(core: FixtureCore, connection: ConnectionHandler.Info) {
    self.core = core
    self.connection = connection
    (source, requests) = AsyncStream.makeStream(of: FixtureRequest.self)
  }

  /// Makes a connection speak HTTP/2.
  static func configure(
    _ channel: any Channel,
    core: FixtureCore,
    connection: ConnectionHandler.Info
  ) throws {
    // The default window makes a large upload wait for its acknowledgements.
    var streams = NIOHTTP2Handler.StreamConfiguration()
    streams.targetWindowSize = 1 << 20
    _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
      mode: .server,
      connectionConfiguration: .init(),
      streamConfiguration: streams
    ) { stream in
      stream.eventLoop.makeCompletedFuture {
        try stream.pipeline.syncOperations.addHandlers([
          HTTP2FramePayloadToHTTP1ServerCodec(),
          HTTP2StreamHandler(core: core, connection: connection),
        ])
      }
    }
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let wire = HTTP2Wire(channel: context.channel)
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
    switch unwrapInboundIn(data) {
    case .head(let head):
      var request = FixtureRequest(
        method: head.method.rawValue,
        target: head.uri,
        version: "HTTP/2"
      )
      request.headerLines = head.headers.map { "\($0.name): \($0.value)" }
      connection.apply(to: &request)
      let isEarly = core.routes.answersEarly(request)
      collector = RequestCollector(
        request,
        keptBodyBytes: core.options.keptBodyBytes,
        isDelivered: isEarly
      )
      if isEarly { requests.yield(request) }
    case .body(let buffer): collector?.append(Array(buffer.readableBytesView))
    case .end(let trailers):
      guard let collector = collector.take(), !collector.isDelivered else { return }
      let lines = (trailers ?? [:]).map { "\($0.name): \($0.value)" }
      requests.yield(collector.finish(trailerLines: lines))
    }
  }

  private func end() {
    requests.finish()
    task?.cancel()
  }
}
