/// One suite of the copy: how long it takes, and which mutants its tests reach.
struct TestSuite: Codable {
  /// Target and type, `EngineTests.RunnerTests`.
  var name: String
  /// In seconds, without a mutant.
  var time = 0.0
  /// Whether it passes without a mutant; one that does not is not used.
  var passes = false
  /// The numbers of the mutants that it reaches.
  var reached: Set<Int> = []

  var target: Substring { name.prefix { $0 != "." } }
  var type: Substring { name.dropFirst(target.count + 1) }
}
