import RunEvents

/// How the command ends, as scripts see it.
///
/// Of several at once an interrupt comes first, then 3, 2, 1 and 4.
enum ExitStatus: Sendable, Hashable {
  /// Everything that ran passed.
  case passed
  /// A scenario failed, errored or was not run, the run's time limit passed, or less of a contract was exercised than `--coverage-minimum` asks for.
  case failed
  /// Usage, or a file that cannot be understood.
  case unusable
  /// The runner could not do its work: a report cannot be written, say.
  case broken
  /// Nothing was selected.
  case nothingSelected
  /// A signal ended the run.
  case interrupted(signal: Int32)

  /// The number that the process exits with.
  var code: Int32 {
    switch self {
    case .passed: 0
    case .failed: 1
    case .unusable: 2
    case .broken: 3
    case .nothingSelected: 4
    case .interrupted(let signal): 128 + signal
    }
  }

  /// The status of a run that ended by itself.
  ///
  /// - Parameters:
  ///   - summary: what the run came to.
  ///   - interrupt: the signal that ended it early, if one did.
  ///   - isBroken: whether a report could not be written.
  ///   - allowsEmpty: `--allow-empty`.
  ///   - failsOnFlaky: `--fail-on-flaky`.
  ///   - hasErrors: whether a file or option could not be understood.
  init(
    of summary: RunSummary,
    interrupt: Int32?,
    isBroken: Bool,
    allowsEmpty: Bool,
    failsOnFlaky: Bool,
    hasErrors: Bool
  ) {
    if let interrupt {
      self = .interrupted(signal: interrupt)
    } else if isBroken {
      self = .broken
    } else if hasErrors {
      self = .unusable
    } else if summary.scenarios.failed + summary.scenarios.errored + summary.scenarios.notRun > 0
      || summary.runErrorCount > 0
    {
      // What was to run and was not, for a time limit say, has not passed; nor has a teardown that was cut off.
      self = .failed
    } else if failsOnFlaky, summary.scenarios.flaky > 0 {
      self = .failed
    } else if !summary.coverageShortfalls.isEmpty {
      self = .failed
    } else if summary.scenarios.total == 0, !allowsEmpty {
      self = .nothingSelected
    } else {
      self = .passed
    }
  }
}
