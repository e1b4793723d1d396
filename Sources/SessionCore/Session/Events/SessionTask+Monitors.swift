extension SessionTask {
  /// Whether anybody watches this task.
  var isMonitored: Bool { !monitors.isEmpty }

  /// Tells those who watch, in the session's line.
  func tell(_ message: @escaping @Sendable (any SessionEventMonitor, SessionTask) -> Void) {
    let monitors = monitors
    if monitors.isEmpty { return }
    owner?.callbacks.enqueue { for monitor in monitors { message(monitor, self) } }
  }
}
