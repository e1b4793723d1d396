import Diagnostics
import Files

/// The files of a run, each read once, with the steps files that they use.
final class FilePool {
  private static let deepestUse = 64
  /// How many steps all that a file uses may come to: files that each use another twice double them with each level.
  private static let mostUsedSteps = 100_000

  /// The result of reading a steps file.
  private enum Used {
    case ready(SharedStepsReference, hasErrors: Bool)
    case unusable
  }

  private let parser: ScenarioParser
  private let files: ScenarioFiles
  private let given: [String: [UInt8]]
  private var used: [String: Used] = [:]
  /// How many steps what a file uses has come to so far, by the file's path.
  private var usedSteps: [String: Int] = [:]
  private var chain: [(resolved: String, shown: String)] = []

  /// Everything said about any file.
  private(set) var diagnostics: [Diagnostic] = []
  /// The paths of all files in the order in which they were read.
  private(set) var paths: [String] = []
  /// The steps files that could be read.
  private(set) var sharedSteps: [SharedSteps] = []

  init(parser: ScenarioParser, files: ScenarioFiles, given: [String: [UInt8]] = [:]) {
    self.parser = parser
    self.files = files
    self.given = given
  }

  /// Reads a scenario file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - outcome: its result, if it has been read already.
  /// - Returns: what could be understood of it.
  func scenario(at path: String, read outcome: ParallelReading.Outcome?) -> Scenario? {
    switch outcome {
    case nil:
      return read(path) { $0.scenario() }
    case .text(let file):
      paths.append(path)
      return understand(file) { $0.scenario() }
    case .understood(let scenario, let found, let references):
      paths.append(path)
      diagnostics += found + missingFiles(references, path)
      return scenario
    }
  }

  /// Reads a project file.
  func project(at path: String) -> Project? {
    // Its schemas are folders.
    read(path, takesFolders: true) { $0.project() }
  }

  private func read<Syntax>(
    _ path: String,
    takesFolders: Bool = false,
    _ body: (FileReader) -> Syntax?
  ) -> Syntax? {
    paths.append(path)
    let bytes: [UInt8]
    do throws(FileError) {
      if let given = given[path] {
        bytes = given
      } else {
        bytes = try FileSystem.read(path, limit: YAMLDocument.largestFile + 1)
      }
    } catch {
      diagnostics.append(
        Diagnostic(.error, "the file cannot be read: \(error.complaint)", at: .file(path: path))
      )
      return nil
    }
    return understand(SourceFile(path: path, utf8: bytes), takesFolders: takesFolders, body)
  }

  private func understand<Syntax>(
    _ file: SourceFile,
    takesFolders: Bool = false,
    _ body: (FileReader) -> Syntax?
  ) -> Syntax? {
    let path = file.path
    let reader = parser.reader(of: file) { [self] place in steps(usedAt: place, in: path) }
    let syntax = body(reader)
    diagnostics +=
      reader.sortedDiagnostics + missingFiles(reader.fileReferences, path, takesFolders)
    return syntax
  }

  /// What is wrong with the paths that stand in a file.
  private func missingFiles(
    _ references: [FileReader.FileReference],
    _ path: String,
    _ takesFolders: Bool = false
  ) -> [Diagnostic] {
    let read = references.filter { !$0.isSaved }
    guard !read.isEmpty else { return [] }
    let own = files.relative(to: path)
    let saved = Set(references.filter(\.isSaved).map { files.savePath(of: $0.path.value) })
    return read.compactMap { reference in
      do throws(ExpressionFailure) {
        let files = reference.isOfOptions ? own.ofOptions : own
        let resolved = try files.path(of: reference.path.value)
        guard !takesFolders, FileSystem.kind(of: resolved) == .folder else { return nil }
        throw ExpressionFailure(
          "\"\(reference.path.value)\" is a folder",
          hint: "write the path of a file in it"
        )
      } catch {
        // What a step of the file writes may be there when another one reads it.
        if !saved.isEmpty, saved.contains(own.place(of: reference.path.value)) { return nil }
        return Diagnostic(error, at: reference.path.range)
      }
    }
  }

  private func steps(
    usedAt place: Located<String>,
    in path: String
  ) -> SharedStepsReference? {
    func fail(_ message: String, hint: String? = nil) {
      diagnostics.append(Diagnostic(.error, message, at: place.range, hint: hint))
    }
    let resolved: String
    do throws(ExpressionFailure) {
      resolved = try files.relative(to: path).path(of: place.value)
    } catch {
      diagnostics.append(Diagnostic(error, at: place.range))
      return nil
    }
    let shown = PathText.join(PathText.folder(of: path), place.value)
    if let start = chain.firstIndex(where: { $0.resolved == resolved }) {
      let names = chain[start...].map(\.shown) + [shown]
      fail(
        "the files use each other: \(names.joined(separator: " → "))",
        hint: "put the steps that both need into a file of their own"
      )
      return nil
    }
    guard chain.count < Self.deepestUse else {
      fail("used files are nested more than \(Self.deepestUse) deep")
      return nil
    }
    switch used[resolved] ?? load(resolved, shown: shown) {
    case .ready(let reference, let hasErrors):
      if hasErrors { fail("\(shown) has mistakes of its own", hint: "they are reported there") }
      let count = usedSteps[path, default: 0] + reference.leafCount
      guard count <= Self.mostUsedSteps else {
        // Too many steps are reported once, in the file where they first are.
        if !hasErrors {
          fail(
            "what this file uses comes to more than \(Self.mostUsedSteps) steps",
            hint: "use the steps in a loop, with repeat or each"
          )
        }
        return nil
      }
      usedSteps[path] = count
      return reference
    case .unusable:
      fail("\(shown) cannot be used", hint: "why is reported there")
      return nil
    }
  }

  private func load(_ resolved: String, shown: String) -> Used {
    chain.append((resolved, shown))
    defer { chain.removeLast() }
    let before = diagnostics.count
    var result = Used.unusable
    if let steps = read(shown, { $0.sharedStepsFile() }) {
      let hasErrors = diagnostics[before...].contains { $0.severity == .error }
      sharedSteps.append(steps)
      result = .ready(SharedStepsReference(steps), hasErrors: hasErrors)
    }
    used[resolved] = result
    return result
  }
}
