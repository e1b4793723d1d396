import CurlTransport
import Documents
import HTTPMessages
import RunEvents

/// Runs scenarios until they do not fail, or are not to be tried again.
///
/// An object that the tasks of a run share: each of thousands holds a reference instead of a copy. A stop of the run must cancel these tasks.
final class ScenarioAttempts: Sendable {
  private let context: RunContext
  private let loop: TransferLoop
  private let executor: any TaskExecutor
  private let limit: Int
  private let overrides: [String: JSONValue]
  private let cookies: CookieJar

  /// Prepares the runs of scenarios.
  ///
  /// - Parameters:
  ///   - context: the run's.
  ///   - loop: makes the transfers.
  ///   - executor: where steps run.
  ///   - limit: how often a scenario is run at most.
  ///   - overrides: values that take the place of what variables are defined as, or stand beside them.
  ///   - cookies: what every jar starts with.
  init(
    context: RunContext,
    loop: TransferLoop,
    executor: any TaskExecutor,
    limit: Int,
    overrides: [String: JSONValue],
    cookies: CookieJar
  ) {
    self.context = context
    self.loop = loop
    self.executor = executor
    self.limit = limit
    self.overrides = overrides
    self.cookies = cookies
  }

  /// Runs a scenario, each time with fresh variables, cookies and random values.
  func callAsFunction(at run: PlannedRun) async -> ScenarioReport.Outcome {
    var earlier: ScenarioReport.Outcome?
    var attempt = 1
    while true {
      await context.line.room()
      let sender = RequestSender(loop: loop, cookies: cookies, place: run.index)
      let ending = await runner(of: run, attempt, after: earlier, sender)()
      if let keep = context.options.keepCookies {
        keep(CookieFile.text(of: sender.cookies(of: RequestSender.mainSession), now: context.now()))
      }
      if ending.isFinal { return ending.outcome }
      earlier = ending.outcome
      attempt += 1
    }
  }

  @inline(never)
  private func runner(
    of run: PlannedRun,
    _ attempt: Int,
    after earlier: ScenarioReport.Outcome?,
    _ sender: RequestSender
  ) -> ScenarioRunner {
    ScenarioRunner(
      context: context,
      run: run,
      attempt: attempt,
      attemptsLeft: limit - attempt,
      earlier: earlier,
      overrides: overrides,
      sender: sender,
      executor: executor,
      endsWithTask: true
    )
  }
}
