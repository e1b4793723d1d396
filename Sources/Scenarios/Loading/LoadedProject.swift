public import Diagnostics

/// What was read for a run: the project, the scenarios, and every mistake found on the way.
public struct LoadedProject: Sendable {
  /// `curlew.yaml`, if there is one that can be understood.
  public var project: Project?

  /// Whether there is a `curlew.yaml` that cannot be understood: without what it says, nothing may run.
  public var hasUnusableProject: Bool

  /// The scenarios without an error, in the order of their files.
  public var scenarios: [Scenario]

  /// The scenarios with an error, as far as they could be understood: to be checked further, not to be run.
  public var brokenScenarios: [Scenario]

  /// Everything to be said, file by file.
  public var diagnostics: [Diagnostic]

  /// The scenario files that have an error, and what was asked for and is not there, in order, each once.
  public var unreadableFiles: [String]

  /// For `FILE:LINE` and `FILE#ROW`: what was asked for, by the path of the scenario's file; a file without an entry was asked for whole.
  public var places: [String: AskedPlaces]

  /// For `DATA:LINE`: the lines of data files that were asked for, in order.
  public var dataLines: [DataLine]

  /// `schemas` of the project.
  public var schemaFolders: SchemaFolders

  let allFiles: ScenarioFiles
  let resolvedPaths: [String: String]

  /// The folder of `curlew.yaml`, or the working folder without one.
  public var folder: String { allFiles.folder }

  /// The files that a scenario, steps or project file may name.
  ///
  /// - Parameter path: the path of that file.
  /// - Returns: files whose paths are relative to its folder.
  public func files(for path: String) -> ScenarioFiles { allFiles.relative(to: path) }

  /// The path of a file relative to the project's folder, links resolved: the same from whatever folder the command is called.
  ///
  /// - Parameter path: the path of a file that was found.
  /// - Returns: for a file outside that folder its absolute path; for one that is not there the path as it is.
  public func identity(ofFile path: String) -> String {
    allFiles.identity(of: path, resolved: resolvedPaths[path])
  }
}
