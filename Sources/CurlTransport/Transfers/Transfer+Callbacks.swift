import CCurl
import Cryptography
import Glibc
import HTTPMessages

/// What libcurl reports and asks while it works.
extension Transfer {
  /// Takes lines of a head or a trailer.
  ///
  /// libcurl hands them over one by one, but those that came during a pause in one piece.
  ///
  /// - Returns: false when the transfer is to end.
  func receiveHeadLines(_ lines: Span<UInt8>) -> Bool {
    var rest = lines
    while !rest.isEmpty {
      let count = Self.lineLength(rest)
      guard receiveHeadLine(rest.extracting(first: count)) else { return false }
      rest = rest.extracting(droppingFirst: count)
    }
    return true
  }

  /// How many bytes the first line has, its line feed among them.
  private static func lineLength(_ lines: Span<UInt8>) -> Int {
    unsafe lines.withUnsafeBytes { lines in
      guard let start = lines.baseAddress, let end = unsafe memchr(start, 0x0A, lines.count) else {
        return lines.count
      }
      return unsafe UnsafeRawPointer(end) - start + 1
    }
  }

  /// Takes a line of a head or a trailer.
  ///
  /// - Returns: false when the transfer is to end.
  private func receiveHeadLine(_ line: Span<UInt8>) -> Bool {
    lastActivity = timer.fair
    switch collector.take(line) {
    case .none:
      return true
    case .began:
      sendings.isAnswered = true
      state.restartBody()
      forgetDecoding()
      body.removeAll()
      bodyReader?.begin()
      return true
    case .informational(let head):
      if case .handle(let handler) = sink { handler.receivedInformational(head) }
      return true
    case .complete(let head):
      guard isUnderstood(head), prepareDecoding(head) else { return false }
      recallWitness(head)
      // libcurl may answer a challenge by itself, and then this head is not the last.
      return options.boxedAuthentication != nil || announceHead()
    case .tooLarge:
      return fail(.headTooLarge, "expected heads of at most \(HeadCollector.limit) bytes")
    case .malformed(let problem):
      return fail(.badServerResponse, problem)
    }
  }

  /// Lets the transfer fail.
  ///
  /// - Returns: false, for it is to end.
  func fail(_ code: CurlError.Code, _ message: String) -> Bool {
    state.fail(CurlError(code: code, message: message))
    return false
  }

  /// Refuses a head behind which nobody can say what comes.
  private func isUnderstood(_ head: TransferHead) -> Bool {
    guard let problem = problem(of: head) else { return true }
    return fail(.badServerResponse, problem)
  }

  private func problem(of head: TransferHead) -> String? {
    // libcurl itself asks to go on with HTTP/2 in the clear, and nothing else is asked for.
    if head.status == 101, options.httpVersion != .http2 {
      return "the answer switches protocols, which was not asked for"
    }
    let headers = head.headers
    let name = "Content-Length"
    guard let first = headers.entries.firstIndex(where: { headers.matches($0, name) }) else {
      return nil
    }
    // RFC 9112 section 6.3: where its body ends must be beyond doubt.
    let isRepeated = headers.entries[(first + 1)...].contains { headers.matches($0, name) }
    if isRepeated, Set(headers.values(named: name)).count > 1 {
      return "the answer tells two different lengths of its body"
    }
    // RFC 9110 section 8.6: libcurl would wait for the end of the connection.
    let length = headers.entries[first]
    if length.valueEnd - length.nameEnd > 18, head.contentLength == nil,
      headers.bytes[length.nameEnd..<length.valueEnd].allSatisfy({ (0x30...0x39).contains($0) })
    {
      return "the answer tells a length of its body that is beyond any number"
    }
    return nil
  }

  /// Finds the witness of a connection that was kept from another transfer.
  ///
  /// It distinguishes broken chunks from a connection that TLS ended.
  private func recallWitness(_ head: TransferHead) {
    guard witness == nil, head.version.major < 2, head.headers.contains(name: "Transfer-Encoding")
    else { return }
    witness = unsafe handle.tlsSession.flatMap { unsafe HandshakeWitness.of(connection: $0) }
  }

  /// Tells the handler of the head, once.
  ///
  /// - Returns: false when the transfer is to end.
  func announceHead() -> Bool {
    guard !announcedHead, let head = collector.head else { return true }
    announcedHead = true
    guard case .handle(let handler) = sink else { return true }
    // A small body left with the request's head, and no callback was called for it.
    if smallBodyCount > 0 {
      handler.sent(Int64(smallBodyCount), of: Int64(smallBodyCount))
      smallBodyCount = 0
    }
    return obey(handler.received(head))
  }

  /// Takes bytes of the body.
  ///
  /// - Returns: how many were taken, or libcurl's sign to wait; fewer end the transfer.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = timer.fair
    guard !state.isPaused else { return Int(CURL_WRITEFUNC_PAUSE) }
    guard announceHead() else { return 0 }
    guard !state.isPaused, !mustWaitForRate() else { return Int(CURL_WRITEFUNC_PAUSE) }
    let taken = unsafe codings.isEmpty ? deliver(bytes) : decode(bytes)
    if taken == bytes.count { noteReceipt(of: taken) }
    return taken
  }

  /// Hands decoded bytes of the body on.
  ///
  /// - Returns: how many were taken; fewer end the transfer.
  func deliver(_ bytes: UnsafeRawBufferPointer) -> Int {
    let count = state.receiveBody(bytes.count, limit: options.bodyLimit)
    if let bodyReader {
      let taken = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
      unsafe taken.withMemoryRebound(to: UInt8.self) { unsafe bodyReader.take($0.span) }
    }
    switch sink {
    case .collect where bodyReader != nil: break
    case .collect:
      if body.isEmpty { reserveBody() }
      unsafe body.append(contentsOf: bytes[..<count])
    case .handle(let handler):
      guard count > 0 else { return 0 }
      let taken = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
      guard unsafe obey(handler.received(taken.bytes)) else { return 0 }
    case nil:
      return 0
    }
    return count
  }

  /// A declared length is believed up to a point: a server may lie.
  private func reserveBody() {
    guard let length = handle.contentLength else { return }
    body.reserveCapacity(Int(clamping: min(length, 8 << 20, Int64(options.bodyLimit))))
  }

  private func obey(_ verdict: TransferVerdict) -> Bool {
    switch verdict {
    case .proceed: break
    case .pause:
      if state.pause() == .pause { _ = handle.pause(CURLPAUSE_RECV) }
    case .cancel:
      state.fail(.cancelled)
      return false
    }
    return true
  }

  /// Gives bytes of the request's body.
  ///
  /// - Returns: how many, or libcurl's sign to wait or to end the transfer.
  func sendBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    lastActivity = timer.fair
    guard !state.isPaused else { return Int(CURL_READFUNC_PAUSE) }
    guard let reading = unsafe feed?.read(into: buffer) else { return 0 }
    switch reading {
    case .bytes(let count):
      if case .handle(let handler) = sink, let feed { handler.sent(feed.sent, of: feed.length) }
      return count
    case .wait:
      state.sourceWaits()
      return Int(CURL_READFUNC_PAUSE)
    case .fail(let error):
      state.fail(error)
      return Int(CURL_READFUNC_ABORT)
    }
  }

  /// Goes back to the body's first byte.
  func rewindBody() -> Bool {
    feed?.rewind() ?? true
  }

  /// Opens a socket and remembers why that failed.
  func openSocket(family: Int32, type: Int32, protocol number: Int32) -> Int32 {
    willConnect()
    let descriptor = poller.open(family: family, type: type, protocol: number)
    if descriptor < 0 { socketError = errno }
    options.serviceType?.apply(to: descriptor)
    return descriptor
  }

  /// Marks the connection in use, which may be one that was kept from another transfer.
  ///
  /// libcurl does not say which socket it is before the transfer's end, but its port.
  func markConnection(from localPort: Int32) {
    guard let type = options.serviceType,
      let descriptor = poller.connection(from: localPort)
    else { return }
    type.apply(to: descriptor)
  }

  /// Takes the mark off again at the end, when the connection goes to whoever needs it next.
  func unmarkConnection() {
    guard options.serviceType != nil else { return }
    let descriptor = handle.socket
    if poller.isConnection(descriptor) {
      TransferOptions.ServiceType.standard.apply(to: descriptor)
    }
  }

  /// Asks the caller's trust evaluation.
  func judgeServer(at remote: UnsafePointer<CChar>?) -> Bool {
    guard options.boxedTLS != nil, let trust = options.tls.trust else { return true }
    let address = unsafe remote.map { unsafe String(cString: $0) } ?? ""
    let facts = unsafe TransferTrust(host: host, address: address, tlsSession: handle.tlsSession)
    switch trust.evaluate(facts) {
    case .allow: return true
    case .reject(let reason):
      let shown = unsafe handle.tlsSession.flatMap { try? unsafe TLSFacts(connection: $0) }
      state.fail(
        CurlError(code: .trustRejected, message: reason, peerChain: shown?.peerChain ?? [])
      )
      return false
    }
  }
}
