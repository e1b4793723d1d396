import CCurl

/// How long a transfer may take, by the loop's fair time.
///
/// libcurl would look at its clock before it looks at the socket, and would count the time for which
/// the thread was held up. So the loop ends a transfer itself, and only after it has looked for what
/// came in time.
extension Transfer {
  /// When the next of its limits is reached, or nil without any.
  func deadline() -> UInt64? {
    var next = idleDeadline()
    if state.isPacing { next = min(next ?? .max, nextReceipt) }
    if let limit = options.timeout { next = min(next ?? .max, end(of: limit)) }
    if isConnecting, let limit = options.connectTimeout {
      next = min(next ?? .max, end(of: limit))
    }
    return next
  }

  private func end(of limit: Duration) -> UInt64 { began + limit.nanoseconds }

  /// When the idle time is over, or nil without such a limit.
  private func idleDeadline() -> UInt64? {
    guard let limit = options.idleTimeout, !state.isHeld else { return nil }
    return lastActivity + limit.nanoseconds + (options.longestHold?.nanoseconds ?? 0)
  }

  /// Ends the transfer if a limit has passed.
  ///
  /// - Parameter time: until when all that came has been seen.
  /// - Returns: what is to be done.
  func checkLimits(at time: UInt64) -> TransferState.Action {
    if let limit = options.timeout, end(of: limit) <= time {
      return timePassed(limit, of: "operation")
    }
    if isConnecting, let limit = options.connectTimeout, end(of: limit) <= time {
      return timePassed(limit, of: "connection")
    }
    if state.isPacing, nextReceipt <= time {
      lastActivity = timer.fair
      return state.pacingEnded()
    }
    guard let limit = options.idleTimeout, let deadline = idleDeadline(), deadline <= time,
      !hasComeForward()
    else { return .none }
    return state.idleTimePassed(limit)
  }

  private func timePassed(_ limit: Duration, of what: String) -> TransferState.Action {
    let message = "\(what) timed out after \(limit.milliseconds) ms \(stage)"
    return state.timePassed(CurlError(code: .timedOut, message: message))
  }

  /// Whether bytes that have come must wait for ``TransferOptions/rateLimit``.
  func mustWaitForRate() -> Bool {
    guard options.rateLimit != nil, nextReceipt > timer.fair else { return false }
    state.pacingBegins()
    timer.want(nextReceipt)
    return true
  }

  /// Notes bytes that were taken: the next ones may come when these have had their time.
  func noteReceipt(of count: Int) {
    guard let limit = options.rateLimit else { return }
    nextReceipt = max(nextReceipt, timer.fair) + UInt64(Double(count) / Double(limit) * 1e9)
  }

  /// How far it has come, in words.
  private var stage: String {
    guard isConnecting else { return "with \(state.bodyCount) bytes received" }
    if handle.offset(CURLINFO_NAMELOOKUP_TIME_T) == 0 { return "during the name lookup" }
    return witness == nil ? "while connecting" : "during the TLS handshake"
  }

  /// Tells whether something happened unseen since the last call: bytes that no callback was
  /// called for, or a step of connecting.
  private func hasComeForward() -> Bool {
    let mark = handle.progressMark
    defer { progressMark = mark }
    let isShared = connection.map(connectionUse.isShared) ?? false
    let last = isShared ? 0 : max(began + handle.lastStep, poller.lastEvent(of: socket))
    guard last > lastActivity else {
      guard mark != progressMark else { return false }
      lastActivity = timer.fair
      return true
    }
    lastActivity = min(last, timer.fair)
    return idleDeadline().map { $0 > timer.fair } ?? true
  }

  /// Gives the time for connecting back that the thread was held up.
  func extendConnecting() {
    guard isConnecting, let limit = options.connectLimit else { return }
    let lost = Int((timer.lost - lostBefore) / 1_000_000)
    mustReset = true
    try? handle.setConnectLimit(min(limit.milliseconds, 1_000_000_000) + lost)
  }
}

extension Duration {
  /// Whole milliseconds as nanoseconds, within what the loop's clock takes.
  fileprivate var nanoseconds: UInt64 { UInt64(milliseconds) * 1_000_000 }
}
