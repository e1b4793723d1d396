import RunEvents

extension RunSummary {
  /// Whether the run did not go as it should, so that it exits with an error.
  func isBad(_ options: ReporterOptions) -> Bool {
    scenarios.failed + scenarios.errored + scenarios.notRun + unreadableFileCount + runErrorCount
      > 0 || interrupted
      || scenarios.total == 0 && !options.allowsEmpty
      || options.failsOnFlaky && scenarios.flaky > 0
      || !coverageShortfalls.isEmpty
  }
}
