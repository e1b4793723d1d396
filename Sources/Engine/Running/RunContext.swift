import Assertions
import Documents
import RunEvents
import Scenarios
import SessionCore

/// What all scenarios of a run share and nobody changes.
final class RunContext: Sendable {
  /// `run.id`.
  let id: String
  /// `run.seed`.
  let seed: UInt64
  /// `demo.url`, when the demo API runs.
  let demoURL: String?
  /// The process's environment.
  let environment: [String: String]
  /// `secret.NAME`.
  let secrets: [String: String]
  /// Masks secrets in all that leaves the engine.
  let mask: SecretMask
  /// Where events go.
  let line: EventLine
  /// Ends the run early.
  let stop: StopSignal
  /// Tokens of OAuth 2, each fetched once a run.
  let tokens: OAuth2TokenCache
  /// Keeps requests so far apart as `--rate` and `rate` have it.
  let paces: RequestPaces
  /// Counts what the run comes to.
  let tally: RunTally
  /// Seconds since 1970-01-01T00:00:00Z.
  let now: @Sendable () -> Double
  /// Where steps save bodies.
  let outputFolder: OutputFolder
  /// What exchanges are checked against; `nil` without contracts.
  let contracts: ContractBook?
  /// What the run was asked for.
  let options: RunOptions
  /// The URLs that steps have named so far.
  let urls = URLMemory()
  /// The certificates and keys that steps have named so far.
  let tlsFiles = TLSFiles()
  /// The netrc files that steps have named so far.
  let netrcFiles: NetrcFiles

  init(
    id: String,
    seed: UInt64,
    demoURL: String?,
    environment: [String: String],
    secrets: [String: String],
    mask: SecretMask,
    line: EventLine,
    stop: StopSignal,
    tokens: OAuth2TokenCache,
    paces: RequestPaces,
    tally: RunTally,
    now: @escaping @Sendable () -> Double,
    outputFolder: OutputFolder,
    contracts: ContractBook?,
    options: RunOptions
  ) {
    self.id = id
    self.seed = seed
    self.demoURL = demoURL
    self.environment = environment
    self.secrets = secrets
    self.mask = mask
    self.line = line
    self.stop = stop
    self.tokens = tokens
    self.paces = paces
    self.tally = tally
    self.now = now
    self.outputFolder = outputFolder
    self.contracts = contracts
    self.options = options
    netrcFiles = NetrcFiles(home: environment["HOME"])
  }
}

extension RunContext {
  /// A captured value as reports show it.
  ///
  /// - Parameters:
  ///   - name: that of the capture.
  ///   - value: what was captured.
  ///   - isSecret: whether the capture says so, which hides a value that is too short to be masked elsewhere, too.
  /// - Returns: the name and a bounded text.
  func captured(
    _ name: String,
    _ value: JSONValue,
    isSecret: Bool = false
  ) -> StepReport.CapturedValue {
    if isSecret { return StepReport.CapturedValue(name: name, value: SecretMask.mask) }
    // A value of many parts is not written out only to be cut.
    let text =
      value.exceeds(count: 1_000, depth: StepScope.mostLevels)
      ? mask.redacting { ValueText.describe(value) }
      : mask.masking(value.string ?? value.description)
    return StepReport.CapturedValue(
      name: name,
      value: text.count > 200 ? text.prefix(199) + "…" : text
    )
  }
}
