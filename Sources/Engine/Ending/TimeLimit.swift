/// How long something may take, and whose limit that is.
struct TimeLimit: Sendable, Hashable {
  /// What the limit is of: `the step's timeout`, `options.timeout`.
  var owner: String
  /// How long it may take.
  var duration: Duration
  /// How that is written.
  var text: String

  init(_ owner: String, _ duration: Duration, text: String? = nil) {
    self.owner = owner
    self.duration = duration
    self.text = text ?? Self.text(duration)
  }

  /// The message once it is over.
  var sentence: String { "\(owner) of \(text) passed" }

  /// As it would be typed: `10s`, `100ms`.
  static func text(_ time: Duration) -> String {
    let milliseconds = Int((time / .milliseconds(1)).rounded())
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
  }
}
