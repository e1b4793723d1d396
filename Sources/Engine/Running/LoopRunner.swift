import Assertions
import Documents
import RunEvents
import Scenarios

/// Takes a step several times: `each`, `repeat`, one after the other or together.
struct LoopRunner {
  /// How many turns a loop has at most.
  static let maximumTurns = 1_000_000
  /// How many turns run at once at most.
  static let maximumTogether = 10_000

  let steps: StepRunner
  let step: PlannedStep
  let loop: Loop

  /// Runs the turns.
  func run(_ state: inout StepState) async -> StepVerdict {
    let startedAt = steps.context.now()
    do throws(StepFault) {
      switch loop.kind {
      case .each(let template, let name):
        let value = try steps.scope(for: step, state).evaluate(template)
        guard let items = value.array else {
          throw StepFault(.expression, "expected a list, got \(value.typeName)", at: template.range)
        }
        return await run(count: items.count, &state) { $0.variables.bind(name.value, items[$1]) }
      case .count(let template):
        let count = try self.count(template, state, mayBeEndless: true)
        return await run(count: count, &state) { _, _ in }
      case .condition(let condition, let atMost):
        return await run(while: condition, atMost: try count(atMost, state), &state)
      }
    } catch {
      return steps.fail(step, error, startedAt: startedAt, in: state.phase)
    }
  }

  private func count(
    _ template: ValueTemplate,
    _ state: StepState,
    mayBeEndless: Bool = false
  ) throws(StepFault) -> Int {
    let value = try steps.scope(for: step, state).evaluate(template)
    // The turns end with one that fails, at a time limit, or when the run is interrupted.
    if mayBeEndless, value == .string(Loop.endless) { return Int.max }
    guard let count = value.number?.int, (0...Self.maximumTurns).contains(count) else {
      throw StepFault(
        .expression,
        "expected a number of turns from 0 to \(Self.maximumTurns), got \(value)",
        at: template.range
      )
    }
    return count
  }

  private func run(
    count: Int,
    _ state: inout StepState,
    prepare: @Sendable (inout StepState, Int) -> Void
  ) async -> StepVerdict {
    var gathered = Gathered(step.step.collect)
    guard count > 0 else {
      steps.ledger.skip(step.leaves, reason: "there are no turns", at: steps.context.now())
      // Nothing was gathered, which is a list as well.
      gathered.keep(in: &state)
      return .skipped
    }
    var verdict = StepVerdict.skipped
    if loop.together {
      guard count <= Self.maximumTogether else {
        let fault = StepFault(
          .expression,
          "\(count) turns cannot run together, at most \(Self.maximumTogether) can",
          at: loop.range
        )
        return steps.fail(step, fault, startedAt: steps.context.now(), in: state.phase)
      }
      verdict = await runTogether(count: count, &state, &gathered, prepare: prepare)
    } else {
      for turn in 0..<count {
        guard !Task.isCancelled else {
          verdict = verdict.joined(steps.cutOff(step, in: state.phase))
          break
        }
        var own = state
        own.enter(turn: turn)
        own.variables = state.variables.fork()
        prepare(&own, turn)
        let ended = await steps.runTurn(step, &own)
        take(own, &state, &gathered)
        verdict = verdict.joined(ended)
        if endsLoop(ended, state) { break }
      }
    }
    gathered.keep(in: &state)
    return verdict
  }

  /// Whether no turn follows: one that failed ends a loop, unless it or what failed in it says `continue`, or it cleans up.
  private func endsLoop(_ turn: StepVerdict, _ state: StepState) -> Bool {
    turn.stops && !step.step.continues && state.phase != .teardown
  }

  private func run(
    while condition: Expression,
    atMost: Int,
    _ state: inout StepState
  ) async
    -> StepVerdict
  {
    let startedAt = steps.context.now()
    var gathered = Gathered(step.step.collect)
    var verdict = StepVerdict.skipped
    // The condition is looked at before each turn, and once more where none may follow.
    for turn in 0...atMost {
      guard !Task.isCancelled else {
        verdict = verdict.joined(steps.cutOff(step, in: state.phase))
        break
      }
      var own = state
      own.enter(turn: turn)
      own.variables = state.variables.fork()
      do throws(StepFault) {
        let scope = steps.scope(for: step, own)
        guard try scope.isTrue(condition) else { break }
        guard turn < atMost else {
          // A turn that failed and let the loop go on has said why already.
          if !verdict.isBad {
            verdict = verdict.joined(fail(stillTrue: condition, after: turn, in: scope))
          }
          break
        }
      } catch {
        return verdict.joined(steps.fail(step, error, startedAt: startedAt, in: state.phase))
      }
      let ended = await steps.runTurn(step, &own)
      take(own, &state, &gathered)
      verdict = verdict.joined(ended)
      if endsLoop(ended, state) { break }
    }
    if verdict == .skipped {
      steps.ledger.skip(
        step.leaves,
        reason: "its condition \(condition.source) is not true",
        at: startedAt
      )
    }
    gathered.keep(in: &state)
    return verdict
  }

  /// Notes that the condition is still true where no turn may follow.
  private func fail(
    stillTrue condition: Expression,
    after turns: Int,
    in scope: StepScope
  ) -> StepVerdict {
    let mask = steps.context.mask
    let outcome = mask.redacting {
      AssertionOutcome(
        verdict: .fails,
        subject: "repeat",
        expected: "\(condition.source) to become false",
        actual: "true",
        message:
          "still true after \(turns) turn\(turns == 1 ? "" : "s"): \(condition.source)",
        range: condition.range,
        parts: condition.parts(in: scope)
      )
    }
    guard let last = step.leaves.last else { return .failed }
    steps.ledger.record(last, .failed([mask.masking(outcome)]), startedAt: steps.context.now())
    return .failed
  }

  private func runTogether(
    count: Int,
    _ state: inout StepState,
    _ gathered: inout Gathered,
    prepare: @Sendable (inout StepState, Int) -> Void
  ) async -> StepVerdict {
    let start = state
    let steps = steps
    let step = step
    var turns: [StepState] = []
    for turn in 0..<count {
      var own = start.fork()
      own.enter(turn: turn)
      prepare(&own, turn)
      turns.append(own)
    }
    let prepared = turns
    let endings = await withTaskGroup(of: (Int, StepVerdict, StepState).self) { group in
      for (turn, own) in prepared.enumerated() {
        group.addTask(executorPreference: steps.executor) {
          var own = own
          let verdict = await steps.runTurn(step, &own)
          return (turn, verdict, own)
        }
      }
      var endings: [(Int, StepVerdict, StepState)] = []
      for await ending in group { endings.append(ending) }
      return endings.sorted { $0.0 < $1.0 }
    }
    var verdict = StepVerdict.skipped
    for (_, ended, own) in endings {
      take(own, &state, &gathered)
      verdict = verdict.joined(ended)
    }
    return verdict
  }

  /// The last turn's captures win; what is collected grows by one value.
  private func take(_ turn: StepState, _ state: inout StepState, _ gathered: inout Gathered) {
    gathered.take(turn.variables.captured)
    var captured = turn.variables
    captured.forget(gathered.names)
    state.variables.merge(captured)
  }

  /// `collect`: one value a turn, gathered into a list.
  private struct Gathered {
    let names: Set<String>
    private let order: [String]
    private var lists: [String: [JSONValue]] = [:]

    init(_ collect: [Capture]) {
      order = collect.map(\.name.value)
      names = Set(order)
    }

    mutating func take(_ captured: [String: JSONValue]) {
      for name in order {
        if let value = captured[name] { lists[name, default: []].append(value) }
      }
    }

    func keep(in state: inout StepState) {
      for name in order {
        state.variables.capture(name, .array(lists[name] ?? []))
      }
    }
  }
}
