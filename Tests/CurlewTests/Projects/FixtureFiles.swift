import Foundation
import TestSupport

/// Scenario files for tests.
enum FixtureFiles {
  /// The folder of a kind of them.
  static func folder(_ name: String) -> String {
    "\(ProjectPaths.root)/Tests/Fixtures/Scenarios/\(name)"
  }

  /// The names of the scenario files in a folder, sorted, without `.scenario.yaml`.
  static func names(in folder: String) -> [String] {
    let ending = ".scenario.yaml"
    let all = (try? FileManager.default.contentsOfDirectory(atPath: self.folder(folder))) ?? []
    return all.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }

  /// The path of a file.
  static func path(_ name: String, in folder: String) -> String {
    "\(self.folder(folder))/\(name).scenario.yaml"
  }
}
