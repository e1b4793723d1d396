import Foundation

/// What a run has found so far, kept in a file, so that a run that was stopped goes on where it stood.
struct Progress: Codable {
  /// The mutants by their numbers, from 1; nil where one did not compile.
  var mutants: [Mutant?] = []
  /// Whether the copy is built.
  var isBuilt = false
  /// The suites that ran without a mutant.
  var suites: [TestSuite] = []
  var trials: [Trial] = []

  /// Reads what the last run left.
  ///
  /// - Throws: `Failure` when there is nothing to go on with.
  init(from path: String) throws {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
      throw Failure("no run was begun here: leave --resume out")
    }
    self = try JSONDecoder().decode(Progress.self, from: data)
  }

  init() {}

  func save(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try encoder.encode(self).write(to: file, options: .atomic)
  }
}
