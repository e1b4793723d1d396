import CurlTransport
import Documents
import Glibc
import Locks
public import RunEvents
import Scenarios
import SessionCore

/// Runs a plan: scenarios at once up to the number of jobs, their requests over one loop, their events in one line.
///
/// ```swift
/// let line = EventLine()
/// async let summary = Runner(plan: plan, options: options, mask: mask).run(emittingTo: line)
/// while let events = await line.next() { reporters.consume(events) }
/// print(await summary.scenarios.failed)
/// ```
public struct Runner: Sendable {
  private let plan: RunPlan
  private let options: RunOptions
  private let mask: SecretMask
  private let stop: StopSignal
  private let loop: TransferLoop

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - plan: what will run.
  ///   - options: what was asked for.
  ///   - mask: masks secrets in all events.
  ///   - stop: ends the run early.
  public init(
    plan: RunPlan,
    options: RunOptions,
    mask: SecretMask = SecretMask(),
    stop: StopSignal = StopSignal()
  ) {
    self.plan = plan
    self.options = options
    self.mask = mask
    self.stop = stop
    loop = .shared
  }

  /// Lets libcurl and its TLS library wake up on their own thread, while there is something else to do.
  ///
  /// Whoever calls this must await ``settle()`` before the process ends.
  public static func warmUp() { _ = TransferLoop.shared }

  /// Waits until what ``warmUp()`` began is done.
  public static func settle() async { await TransferLoop.shared.ready() }

  /// Runs the plan to its end and closes the line.
  ///
  /// - Parameter line: gets every event; somebody must consume it, or the run waits.
  /// - Returns: what the run comes to, the same as in its last event.
  public func run(emittingTo line: EventLine) async -> RunSummary {
    let clock = WallClock.monotonic()
    let context = RunContext(plan, options, mask, line, stop)
    line.emit(.runStarted(describe(context)))
    for diagnostic in plan.diagnostics { line.emit(.diagnostic(mask.masking(diagnostic))) }
    let timer = options.timeout.map { limit in
      stop.expire(after: limit)
      return Task {
        guard (try? await Task.sleep(for: .seconds(limit))) != nil else { return }
        stop.stop(.timeout)
      }
    }
    var shared = Shared(cookies: options.cookies)
    var canBegin = true
    if let beforeAll = plan.beforeAll {
      let ending = await runOnce(beforeAll, index: -1, context, &shared)
      canBegin = ending.ranThrough
    }
    if canBegin {
      await runUntilStopped(context, shared)
    } else {
      notRun(context.stop.reason?.sentence ?? "before-all did not succeed", context)
    }
    if let afterAll = plan.afterAll {
      _ = await runOnce(afterAll, index: max(plan.selectedCount, plan.runs.count), context, &shared)
    }
    timer?.cancel()
    var summary = context.tally.current
    summary.unreadableFileCount = plan.unusableFiles.count
    summary.duration = WallClock.monotonic() - clock
    summary.contracts = context.contracts?.reports(mask) ?? []
    summary.coverageMinimum = options.coverageMinimum
    summary.isShard = options.shard.map { $0.total > 1 } ?? false
    // A run that ended early has left out what follows.
    summary.isPart = plan.isPart || stop.reason != nil
    summary.interrupted = stop.reason != nil && stop.reason != .failFast
    line.emit(.runFinished(summary))
    line.close()
    return summary
  }

  /// What `before-all` hands to every scenario.
  private struct Shared: Sendable {
    var values: [String: JSONValue] = [:]
    var cookies: CookieJar
  }

  /// Runs the scenarios in a task that ends early at a stop of the run, and all that it is waiting for with it.
  private func runUntilStopped(_ context: RunContext, _ shared: Shared) async {
    // Whoever deals out scenarios is on the loop too: each end of one would else wake another thread and that again the loop's.
    let task = Task(executorPreference: loop) { await runScenarios(context, shared) }
    let key = stop.onStop { _ in task.cancel() }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    stop.remove(key)
  }

  private func runScenarios(_ context: RunContext, _ shared: Shared) async {
    let order = plan.order
    let queue = Locked(
      JobQueue(count: order.count, limit: options.jobs) { place in
        let source = plan.runs[order[place]].scenario.source
        return JobQueue.Job(
          locks: source?.locks.map(\.value) ?? [],
          isSerial: source?.serial ?? false
        )
      }
    )
    let executor = executor(for: min(options.jobs, order.count))
    let attempts = ScenarioAttempts(
      context: context,
      loop: loop,
      executor: executor,
      limit: options.retries + 1,
      overrides: context.options.overrides.merging(shared.values) { $1 },
      cookies: shared.cookies
    )
    await withTaskGroup(of: Void.self) { group in
      repeat {
        while let place = queue.withLock({ $0.next() }) {
          group.addTask(executorPreference: executor) {
            // One task runs many scenarios: to make one for each would cost more than to begin it.
            let limit = Interruption(context.stop, endsWithTask: true).workLimit()
            await WorkLimit.$current.withValue(limit) {
              var place = place
              while true {
                note(await attempts(at: plan.runs[order[place]]), context)
                guard let next = queue.withLock({ $0.next(after: place) }) else { return }
                place = next
              }
            }
          }
        }
      } while await group.next() != nil
    }
  }

  /// Where scenarios run.
  ///
  /// Few run on the loop's thread: to wake another one for each answer would cost more than the step. Many keep others awake, and
  /// would hold up the transfers there.
  private func executor(for count: Int) -> any TaskExecutor {
    count >= Self.manyScenarios && sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1
      ? globalConcurrentExecutor : loop
  }

  private static let manyScenarios = 16

  /// Counts how a scenario ended, and ends the run when that was one too many.
  private func note(_ outcome: ScenarioReport.Outcome, _ context: RunContext) {
    let bad = context.tally.count(outcome)
    if let limit = options.failFast, bad >= limit, outcome.isBad {
      stop.stop(.failFast)
    }
  }

  /// Runs `before-all` or `after-all`.
  private func runOnce(
    _ scenario: PlannedScenario,
    index: Int,
    _ context: RunContext,
    _ shared: inout Shared
  ) async -> ScenarioRunner.Ending {
    let sender = RequestSender(loop: loop, cookies: shared.cookies)
    let runner = ScenarioRunner(
      context: context,
      run: PlannedRun(index: index, scenario: scenario),
      overrides: context.options.overrides.merging(shared.values) { $1 },
      sender: sender,
      executor: loop
    )
    // What comes after everything runs whatever ends the run.
    let limit =
      scenario.kind == .afterAll
      ? nil : Interruption(context.stop, endsWithTask: true).workLimit()
    let ending = await WorkLimit.$current.withValue(limit) { await runner() }
    shared.values.merge(ending.captured) { $1 }
    shared.cookies = sender.cookies(of: RequestSender.mainSession)
    if ending.outcome.isBad { context.tally.countFailureOutside() }
    return ending
  }

  private func notRun(_ reason: String, _ context: RunContext) {
    for run in plan.runs {
      let shown = run.scenario.shown
      let description = mask.masking(
        ScenarioRunner(
          context: context,
          run: run,
          overrides: [:],
          sender: RequestSender(loop: loop, cookies: CookieJar()),
          executor: loop
        ).description(),
        shown
      )
      context.line.emit(.scenarioStarted(description))
      let tracker = PhaseTracker(context: context, description: description, shown: shown)
      tracker.skipAll(reason)
      tracker.settle()
      _ = context.tally.count(.notRun(reason: reason))
      context.line.emit(
        .scenarioFinished(
          ScenarioReport(scenario: description, outcome: .notRun(reason: reason), duration: 0)
        )
      )
    }
  }

  private func describe(_ context: RunContext) -> RunDescription {
    RunDescription(
      id: context.id,
      seed: options.seed,
      startedAt: context.now(),
      environment: options.environment,
      shard: plan.shard,
      hostname: options.hostname,
      jobs: options.jobs,
      scenarioCount: plan.runs.count,
      foundCount: plan.foundCount,
      stepCount: plan.stepCount,
      command: options.command.map { mask.masking($0) },
      failsOnFlaky: options.failsOnFlaky,
      allowsEmpty: options.allowsEmpty
    )
  }
}
