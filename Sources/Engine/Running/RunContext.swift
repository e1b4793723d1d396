import Assertions
import Documents
import RunEvents
import Scenarios
import SessionCore

/// What all scenarios of a run share and nobody changes.
final class RunContext: Sendable {
  /// `run.id`.
  let id: String
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
  let tally = RunTally()
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

  /// Makes what the scenarios of a plan share, and tells the mask its secrets.
  init(
    _ plan: RunPlan,
    _ options: RunOptions,
    _ mask: SecretMask,
    _ line: EventLine,
    _ stop: StopSignal
  ) {
    var generator = SystemRandomNumberGenerator()
    id = String(generator.next(), radix: 36)
    secrets = plan.secrets.merging(options.secrets) { $1 }
    for secret in secrets.values { mask.add(secret) }
    self.mask = mask
    self.line = line
    self.stop = stop
    self.options = options
    tokens = OAuth2TokenCache { mask.add($0) }
    paces = RequestPaces(options.rate)
    now = options.now
    outputFolder = OutputFolder(path: options.outputFolder ?? plan.folder)
    contracts = plan.contracts.isEmpty ? nil : ContractBook(plan.contracts)
    netrcFiles = NetrcFiles(home: options.processEnvironment["HOME"])
  }

  /// `run.seed`.
  var seed: UInt64 { options.seed }
  /// `demo.url`, when the demo API runs.
  var demoURL: String? { options.demoURL }
  /// The process's environment.
  var environment: [String: String] { options.processEnvironment }
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
