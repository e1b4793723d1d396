import Documents
import RunEvents
import Scenarios
import SessionCore

/// What all scenarios of a run share and nobody changes.
struct RunContext: Sendable {
  /// `run.id`.
  var id: String
  /// `run.seed`.
  var seed: UInt64
  /// `demo.url`, when the demo API runs.
  var demoURL: String?
  /// The process's environment.
  var environment: [String: String]
  /// `secret.NAME`.
  var secrets: [String: String]
  /// Masks secrets in all that leaves the engine.
  var mask: SecretMask
  /// Where events go.
  var line: EventLine
  /// Ends the run early.
  var stop: StopSignal
  /// Tokens of OAuth 2, each fetched once a run.
  var tokens: OAuth2TokenCache
  /// Keeps requests so far apart as `--rate` and `rate` have it.
  var paces: RequestPaces
  /// Counts what the run comes to.
  var tally: RunTally
  /// Seconds since 1970-01-01T00:00:00Z.
  var now: @Sendable () -> Double
  /// What the run was asked for.
  var options: RunOptions
}
