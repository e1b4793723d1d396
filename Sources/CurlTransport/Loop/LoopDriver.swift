import CCurl
import Encodings
import Glibc

/// The work of a loop's thread: libcurl's multi handle, the transfers, the jobs.
///
/// Used by one thread at a time, the one that has the helm; others reach it only through the mailbox.
final class LoopDriver {
  let mailbox: LoopMailbox
  /// Jobs and commands of the thread's own, and those taken from the mailbox.
  var jobs: [LoopJob] = []
  var commands: [LoopCommand] = []

  // The lists in work, apart from those that the work itself adds to.
  private var runningJobs: [LoopJob] = []
  private var nextJob = 0
  private var runningCommands: [LoopCommand] = []

  private let configuration: TransferLoop.Configuration
  private let timer = LoopTimer()
  private let poller: Poller
  private let multi: MultiHandle
  private let clientKeys = ClientKeys()
  private let connectionUse = ConnectionUse()
  private var transfers: [UInt64: Transfer] = [:]
  private var idle: [Transfer] = []
  private var queue: TransferQueue<TransferStart>
  private var backlog = StartBacklog<TransferStart>()
  // Paused before they began; they have no place.
  private var parked: [UInt64: TransferQueue<TransferStart>.Entry] = [:]
  private var startsLeft = LoopDriver.batch
  private var isBeginning = false
  /// When the next limit of a transfer may be reached, in fair time.
  private var limitCheck: UInt64?
  /// Until when all that came has been seen, in fair time.
  private var seenUntil: UInt64 = 0
  /// When the sockets were last looked at.
  private var lastLook: UInt64 = 0
  private var descriptorLimit = DescriptorLimit()
  private var connectionRoom: ConnectionRoom
  private var isStopping = false
  private var busyWait = BusyWait()

  /// How many jobs run, and how many transfers begin, before sockets are looked after.
  private static let batch = 64
  /// How long the sockets may be left alone before that is a stall, in nanoseconds.
  private static let longestRound: UInt64 = 50_000_000
  /// How many transfers that ended well are kept for later ones.
  private static let idleTransferLimit = 512

  init(mailbox: LoopMailbox, configuration: TransferLoop.Configuration) throws(CurlError) {
    self.mailbox = mailbox
    self.configuration = configuration
    poller = Poller(wakeDescriptor: mailbox.wakeDescriptor)
    guard mailbox.wakeDescriptor >= 0, poller.isUsable else {
      throw CurlError(code: .tooManyOpenFiles, message: "the loop has no descriptor to wait with")
    }
    multi = try MultiHandle(poller: poller, timer: timer)
    queue = TransferQueue(totalLimit: configuration.openTransferLimit)
    connectionRoom = ConnectionRoom(idleLimit: configuration.idleConnectionLimit)
    lastLook = timer.now
    try multi.configure()
    multi.keep(connections: connectionRoom.size)
  }

  /// Works until the loop is asked to stop and nothing is left to do.
  ///
  /// - Parameter tenure: the calling thread's.
  /// - Returns: those who wait for the end, or nil when the thread was left behind in a job and must
  ///   not touch the driver any more.
  func run(_ tenure: LoopTenure) -> [CheckedContinuation<Void, Never>]? {
    // Whoever takes the place of a thread in a long job looks after the transfers first.
    var looksFirst = tenure.tookOver
    while true {
      let stops = mailbox.take(jobs: &jobs, commands: &commands, beforeSleeping: false)
      if stops && !isStopping { stop() }
      startsLeft = Self.batch
      if !looksFirst, !runJobs(tenure) { return nil }
      looksFirst = false
      runCommands()
      beginBacklog()
      timer.update()
      forgiveStall()
      if timer.takeDue() {
        // libcurl looks at the sockets of the transfers whose time has come.
        takeCommands()
        multi.actOnTime()
        finishDone()
      }
      checkLimits()
      if hasJobs || !commands.isEmpty || !backlog.isEmpty {
        wait(milliseconds: 0)
      } else if isStopping, let waiters = mailbox.end() {
        return waiters
      } else {
        waitForWork()
      }
    }
  }

  /// Frees the kept handles, while what they share is still there.
  func close() {
    idle = []
  }

  var handleCount: Int { transfers.count + idle.count }

  // MARK: Waiting

  private func waitTime() -> Int32 {
    let next = min(timer.deadline ?? .max, limitCheck.map { $0 + timer.lost } ?? .max)
    guard next < .max else { return -1 }
    guard next > timer.now else { return 0 }
    return Int32(clamping: (next - timer.now + 999_999) / 1_000_000)
  }

  /// Looks for something to do where that is worth it, then sleeps until there is.
  private func waitForWork() {
    let time = waitTime()
    let patience = transfers.isEmpty || time == 0 ? 0 : busyWait.patience()
    if patience > 0 {
      let found = look(for: patience)
      busyWait.ended(found: found)
      if found { return }
    }
    // Whoever leaves mail from here on wakes the thread, so nothing may come between this and the wait.
    let stops = mailbox.take(jobs: &jobs, commands: &commands, beforeSleeping: true)
    if (stops && !isStopping) || hasJobs || !commands.isEmpty || !backlog.isEmpty { return }
    wait(milliseconds: time)
  }

  /// Looks for events and mail again and again, for so many nanoseconds.
  ///
  /// - Returns: whether there were any; of events all is done then.
  private func look(for patience: UInt64) -> Bool {
    let end = timer.now + patience
    repeat {
      if wait(milliseconds: 0) > 0 || mailbox.hasMail { return true }
    } while timer.now < end
    return false
  }

  /// Waits for events and does what they ask for.
  ///
  /// - Returns: how many there were.
  @discardableResult
  private func wait(milliseconds: Int32) -> Int {
    let start = timer.fair
    let count = poller.wait(milliseconds: milliseconds)
    timer.update()
    lastLook = timer.now
    if count > 0 { takeCommands() }
    for index in 0..<count {
      guard let event = poller.event(index, now: timer.fair) else { continue }
      if event.descriptor == mailbox.wakeDescriptor {
        mailbox.clearWake()
      } else {
        multi.act(on: event.descriptor, event.events)
      }
    }
    if count > 0 { finishDone() }
    // All that had come when the wait began has been dealt with.
    if count < Poller.capacity { seenUntil = start }
    return count
  }

  // MARK: Jobs and commands

  /// Does what was asked for until now, before libcurl receives: what was asked for before bytes
  /// came holds for them, a suspension, a cancellation.
  private func takeCommands() {
    _ = mailbox.take(jobs: &jobs, commands: &commands, beforeSleeping: false)
    runCommands()
  }

  /// - Returns: false when the thread was left behind.
  private func runJobs(_ tenure: LoopTenure) -> Bool {
    if nextJob == runningJobs.count {
      guard !jobs.isEmpty else { return true }
      runningJobs.removeAll(keepingCapacity: true)
      swap(&runningJobs, &jobs)
      nextJob = 0
    }
    let end = min(runningJobs.count, nextJob + Self.batch)
    while nextJob < end {
      let job = runningJobs[nextJob]
      nextJob += 1
      guard tenure.run(job) else { return false }
    }
    return true
  }

  private var hasJobs: Bool { !jobs.isEmpty || nextJob < runningJobs.count }

  /// Takes a command of this thread's own.
  ///
  /// One that is about a transfer must not overtake the start that another thread has posted.
  func take(_ command: LoopCommand) {
    switch command {
    case .start, .refuse: break
    case .pause, .resume, .cancel, .sourceReady, .decoded:
      _ = mailbox.take(jobs: &jobs, commands: &commands, beforeSleeping: false)
    }
    commands.append(command)
  }

  private func runCommands() {
    guard !commands.isEmpty else { return }
    swap(&runningCommands, &commands)
    timer.update()
    for command in runningCommands {
      switch command {
      case .start(let start): admit(start)
      case .refuse(let sink, let error): sink.fail(error)
      case .pause(let id): pause(id)
      case .resume(let id): resume(id)
      case .cancel(let id): cancel(id)
      case .sourceReady(let id): sourceReady(id)
      case .decoded(let id, let stretch): decoded(id, stretch)
      }
    }
    runningCommands.removeAll(keepingCapacity: true)
  }

  private func admit(_ start: TransferStart) {
    guard !isStopping else { return start.sink.fail(.loopShutDown) }
    let limit = start.request.options.connectionsPerHost
    let entry = TransferQueue<TransferStart>.Entry(
      id: start.id,
      key: limit == nil ? nil : Self.origin(of: start.request.url),
      limit: max(1, limit ?? .max),
      element: start
    )
    if let admitted = queue.admit(entry) { beginSoon(admitted) }
  }

  /// Begins a transfer that has a place, now or after the sockets have been looked after.
  private func beginSoon(_ entry: TransferQueue<TransferStart>.Entry) {
    // A start that fails at once frees a place again, and calls would pile up.
    guard startsLeft > 0, !isBeginning, backlog.isEmpty else { return backlog.append(entry) }
    begin(entry)
  }

  private func beginBacklog() {
    while startsLeft > 0, let entry = backlog.popFirst() { begin(entry) }
  }

  private func begin(_ entry: TransferQueue<TransferStart>.Entry) {
    startsLeft -= 1
    isBeginning = true
    defer { isBeginning = false }
    let start = entry.element
    let transfer: Transfer
    do throws(CurlError) {
      transfer = try idleTransfer()
    } catch {
      start.sink.fail(error)
      return startNext(after: entry.key)
    }
    transfers[start.id] = transfer
    transfer.assign(id: start.id, sink: start.sink, startedAt: Self.wallClock())
    transfer.originKey = entry.key
    if connectionRoom.hold(transfers.count, at: timer.now) {
      multi.keep(connections: connectionRoom.size)
    }
    descriptorLimit.provide(for: connectionRoom.size)
    poller.ceiling = descriptorLimit.ceiling
    do throws(CurlError) {
      try transfer.configure(start.request)
      try multi.add(transfer.handle)
    } catch {
      return finish(transfer, error)
    }
    transfer.state.start()
    if let deadline = transfer.deadline(), deadline < limitCheck ?? .max { limitCheck = deadline }
  }

  private func idleTransfer() throws(CurlError) -> Transfer {
    if let transfer = idle.popLast() { return transfer }
    return try Transfer(
      multi: multi,
      mailbox: mailbox,
      poller: poller,
      timer: timer,
      clientKeys: clientKeys,
      connectionUse: connectionUse
    )
  }

  private func startNext(after key: String?) {
    for entry in queue.release(key: key) { beginSoon(entry) }
  }

  private func pause(_ id: UInt64) {
    if let entry = queue.remove(id) {
      parked[id] = entry
    } else if let entry = backlog.remove(id) {
      parked[id] = entry
      startNext(after: entry.key)
    }
    guard let transfer = transfers[id], transfer.state.pause() == .pause else { return }
    _ = transfer.handle.pause(CURLPAUSE_ALL)
  }

  private func sourceReady(_ id: UInt64) {
    guard let transfer = transfers[id], transfer.state.sourceReady() == .proceed else { return }
    transfer.lastActivity = timer.fair
    if let deadline = transfer.deadline(), deadline < limitCheck ?? .max { limitCheck = deadline }
    proceed(transfer)
  }

  private func decoded(_ id: UInt64, _ stretch: BodyDecoding.Stretch) {
    guard let transfer = transfers[id] else { return }
    let action = transfer.take(stretch)
    if let deadline = transfer.deadline(), deadline < limitCheck ?? .max { limitCheck = deadline }
    perform(action, on: transfer)
  }

  private func resume(_ id: UInt64) {
    if let entry = parked.removeValue(forKey: id), let admitted = queue.admit(entry) {
      beginSoon(admitted)
    }
    guard let transfer = transfers[id], transfer.state.resume() == .proceed else { return }
    transfer.lastActivity = timer.fair
    if let deadline = transfer.deadline(), deadline < limitCheck ?? .max { limitCheck = deadline }
    proceed(transfer)
  }

  private func cancel(_ id: UInt64) {
    if let entry = queue.remove(id) ?? parked.removeValue(forKey: id) {
      return entry.element.sink.fail(.cancelled)
    }
    if let entry = backlog.remove(id) {
      entry.element.sink.fail(.cancelled)
      return startNext(after: entry.key)
    }
    guard let transfer = transfers[id] else { return }
    perform(transfer.state.cancel(), on: transfer)
  }

  /// Lets libcurl go on, which hands over at once what it has kept during a pause.
  private func proceed(_ transfer: Transfer) {
    let result = transfer.handle.pause(CURLPAUSE_CONT)
    // libcurl says once that a callback has refused those bytes, and then waits for nothing.
    if let failure = transfer.state.failure {
      finish(transfer, failure)
    } else if result != CURLE_OK, !EasyHandle.hadNothingPaused(result) {
      finish(transfer, result)
    }
  }

  private func perform(_ action: TransferState.Action, on transfer: Transfer) {
    switch action {
    case .none: break
    case .pause: _ = transfer.handle.pause(CURLPAUSE_ALL)
    case .proceed: proceed(transfer)
    case .stop(let error): finish(transfer, error)
    }
  }

  private func stop() {
    isStopping = true
    let waiting = queue.removeAll() + backlog.removeAll() + parked.values
    parked = [:]
    for entry in waiting { entry.element.sink.fail(.loopShutDown) }
    for transfer in transfers.values { finish(transfer, .loopShutDown) }
  }

  // MARK: Ends

  private func finishDone() {
    while let (transfer, result) = multi.nextDone() {
      if let failure = transfer.state.failure {
        finish(transfer, failure)
      } else if !transfer.mayBeginAgain(result) || !beginAgain(transfer) {
        finish(transfer, result)
      }
    }
  }

  private func beginAgain(_ transfer: Transfer) -> Bool {
    guard transfer.beginAgain() else { return false }
    multi.remove(transfer.handle)
    return (try? multi.add(transfer.handle)) != nil
  }

  private func finish(_ transfer: Transfer, _ result: CURLcode) {
    guard result == CURLE_OK else {
      var error = transfer.handle.error(for: result, socketError: transfer.socketError)
      if error.code == .couldNotConnect {
        error.tellReason(socket: transfer.options.unixSocketPath)
      }
      transfer.explain(&error)
      return finish(transfer, error)
    }
    finish(transfer, nil)
  }

  private func finish(_ transfer: Transfer, _ error: CurlError?) {
    guard transfer.state.finish() else { return }
    let outcome = transfer.outcome(error)
    transfer.unmarkConnection()
    multi.remove(transfer.handle)
    transfers[transfer.id] = nil
    let key = transfer.originKey
    transfer.clear()
    // After a name that was not found, for one, a handle keeps its buffer, and libcurl refuses another size for it.
    if error == nil, idle.count < Self.idleTransferLimit, !transfer.hasSeenLoss {
      idle.append(transfer)
    }
    outcome?.tell()
    startNext(after: key)
  }

  // MARK: Limits

  private func checkLimits() {
    if let wanted = timer.takeWanted(), wanted < limitCheck ?? .max { limitCheck = wanted }
    guard let check = limitCheck, check <= seenUntil else { return }
    var next: UInt64?
    for transfer in Array(transfers.values) {
      guard let deadline = transfer.deadline() else { continue }
      if deadline <= seenUntil {
        perform(transfer.checkLimits(at: seenUntil), on: transfer)
        if transfers[transfer.id] !== transfer { continue }
      }
      next = min(next ?? .max, transfer.deadline() ?? .max)
    }
    // A scan is over all transfers: with many of them it is not made for each alone.
    limitCheck = next.map { max($0, timer.fair + UInt64(transfers.count) * 1000) }
  }

  /// Takes the time away from nobody for which the thread did not look at its sockets.
  private func forgiveStall() {
    let elapsed = timer.now - lastLook
    guard elapsed > Self.longestRound else { return }
    lastLook = timer.now
    timer.lose(elapsed)
    for transfer in transfers.values { transfer.extendConnecting() }
  }

  private static func wallClock() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Scheme, host and port as they are spelled, without case.
  private static func origin(of url: String) -> String {
    var slashes = 0
    let bytes = url.utf8.prefix { byte in
      if byte == 0x2F { slashes += 1 }
      return slashes < 3 && byte != 0x3F && byte != 0x23
    }
    return String(decoding: bytes.map(\.lowercasedASCII), as: UTF8.self)
  }
}
