import ArgumentParser
import Diagnostics
import Files

/// The scenario files of an import, before they are written.
struct ImportedFiles {
  /// A scenario file that is to be written.
  struct Output {
    /// Its path.
    var path: String
    /// The file that it is made of.
    var source: String
    /// Its YAML.
    var text: String
  }

  /// The files.
  var outputs: [Output] = []
  /// Whether everything could be read and nothing stands in the way.
  var isWhole = true

  /// Prints the file, or writes all of them to a folder, and ends the process.
  ///
  /// - Parameters:
  ///   - folder: `--into`.
  ///   - force: whether files that are there are overwritten.
  /// - Throws: what is wrong with the arguments.
  consuming func write(into folder: String?, force: Bool) throws -> Never {
    guard let folder else {
      guard outputs.count <= 1 else {
        throw ValidationError("\(outputs.count) files need a folder: add --into DIR")
      }
      for output in outputs { StandardOutput.write(Array(output.text.utf8)) }
      Process.exit(isWhole ? .passed : .unusable)
    }
    if outputs.isEmpty, isWhole { throw ValidationError("there is nothing to import") }
    removeClashes(force: force)
    for output in outputs {
      do throws(FileError) {
        let folder = PathText.folder(of: output.path)
        try FileSystem.makeFolders(folder.isEmpty ? "." : folder)
        let file = try TemporaryFile(in: folder.isEmpty ? "." : folder)
        try file.write(Array(output.text.utf8))
        try file.move(to: output.path)
      } catch {
        Self.tell("\(output.path): \(error.message)")
        Process.exit(.failed)
      }
    }
    let noun = outputs.count == 1 ? "1 file" : "\(outputs.count) files"
    StandardError.write("\(noun) written to \(TerminalText.escaped(folder))\n")
    Process.exit(isWhole ? .passed : .unusable)
  }

  /// Leaves out files that would overwrite another one.
  private mutating func removeClashes(force: Bool) {
    let sources = Dictionary(grouping: outputs, by: \.path)
    for output in outputs where sources[output.path, default: []].count > 1 {
      Self.tell("\(output.source): another file becomes \(output.path), too")
      isWhole = false
    }
    if !force {
      for output in outputs where FileSystem.kind(of: output.path) != .missing {
        Self.tell("\(output.path) is there already; --force overwrites it")
        isWhole = false
      }
    }
    outputs.removeAll {
      sources[$0.path, default: []].count > 1
        || !force && FileSystem.kind(of: $0.path) != .missing
    }
  }

  /// Prints diagnostics; one that is an error makes the import incomplete.
  mutating func report(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      StandardError.write(DiagnosticRenderer().render(diagnostic) + "\n")
    }
    if diagnostics.contains(where: { $0.severity == .error }) { isWhole = false }
  }

  /// Prints what is wrong.
  static func tell(_ message: String) {
    StandardError.write("error: \(TerminalText.escaped(message))\n")
  }
}
