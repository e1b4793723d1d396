import ArgumentParser
import Diagnostics
import Engine
import Files
import HurlFiles
import Scenarios

/// `curlew import`: writes the files of other tools as scenario files.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Writes the tests of another tool as scenario files.",
    discussion: """
      Prints the scenario of a single file, or writes one file for each below --into, with folders as they are. Exit status: 0 when \
      all were written, 1 when a file could not be written, 2 for files that cannot be understood or that would be overwritten.
      """
  )

  /// Whose tests they are.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case hurl

    /// Who reads them.
    var frontEnd: any ScenarioFrontEnd {
      switch self {
      case .hurl: HurlFrontEnd(writesTitles: false)
      }
    }
  }

  /// A scenario file that is to be written.
  private struct Output {
    /// Its path.
    var path: String
    /// The file that it is made of.
    var source: String
    /// Its YAML.
    var text: String
  }

  @Argument(help: "Whose files they are: hurl.")
  var kind: Kind

  @Argument(help: ArgumentHelp("Files, or folders that are searched for them.", valueName: "path"))
  var paths: [String]

  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var into: String?

  @Flag(help: "Overwrites scenario files that are there.")
  var force = false

  func run() throws {
    var (outputs, isWhole) = try read()
    guard let into else {
      guard outputs.count <= 1 else {
        throw ValidationError("\(outputs.count) files need a folder: add --into DIR")
      }
      for output in outputs { StandardOutput.write(Array(output.text.utf8)) }
      Process.exit(isWhole ? .passed : .unusable)
    }
    if outputs.isEmpty, isWhole { throw ValidationError("there is nothing to import") }
    let sources = Dictionary(grouping: outputs, by: \.path)
    for output in outputs where sources[output.path, default: []].count > 1 {
      tell("\(output.source): another file becomes \(output.path), too")
      isWhole = false
    }
    if !force {
      for output in outputs where FileSystem.kind(of: output.path) != .missing {
        tell("\(output.path) is there already; --force overwrites it")
        isWhole = false
      }
    }
    outputs.removeAll {
      sources[$0.path, default: []].count > 1
        || !force && FileSystem.kind(of: $0.path) != .missing
    }
    for output in outputs {
      do throws(FileError) {
        let folder = PathText.folder(of: output.path)
        try FileSystem.makeFolders(folder.isEmpty ? "." : folder)
        let file = try TemporaryFile(in: folder.isEmpty ? "." : folder)
        try file.write(Array(output.text.utf8))
        try file.move(to: output.path)
      } catch {
        tell("\(output.path): \(error.message)")
        Process.exit(.failed)
      }
    }
    let noun = outputs.count == 1 ? "1 file" : "\(outputs.count) files"
    StandardError.write("\(noun) written to \(TerminalText.escaped(into))\n")
    Process.exit(isWhole ? .passed : .unusable)
  }

  /// Reads all files; says what is wrong with them, and whether nothing is.
  private func read() throws -> ([Output], isWhole: Bool) {
    let frontEnd = kind.frontEnd
    let loader = ScenarioLoader(vocabulary: .standard, frontEnds: [frontEnd])
    var outputs: [Output] = []
    var isWhole = true
    func report(_ diagnostics: [Diagnostic]) {
      for diagnostic in diagnostics {
        StandardError.write(DiagnosticRenderer().render(diagnostic) + "\n")
      }
      if diagnostics.contains(where: { $0.severity == .error }) { isWhole = false }
    }
    for path in paths {
      let isFolder = FileSystem.kind(of: path) == .folder
      let (found, diagnostics) = loader.files([path])
      report(diagnostics)
      for source in found {
        guard let ending = frontEnd.endings.first(where: source.hasSuffix) else {
          if !isFolder { tell("\(source) is no \(frontEnd.endings[0]) file") }
          isWhole = isWhole && isFolder
          continue
        }
        let bytes: [UInt8]
        do throws(FileError) {
          bytes = try FileSystem.read(source, limit: InputFile.limit)
        } catch {
          tell("\(source): \(error.message)")
          isWhole = false
          continue
        }
        let (root, diagnostics) = frontEnd.read(SourceFile(path: source, utf8: bytes))
        report(diagnostics)
        guard let root, !diagnostics.contains(where: { $0.severity == .error }) else { continue }
        let inside = isFolder ? source.dropFirst(path.count) : PathText.name(of: source)[...]
        let name = inside.drop { $0 == "/" }.dropLast(ending.count) + ".scenario.yaml"
        let target = into.map { PathText.join($0, String(name)) } ?? String(name)
        outputs.append(
          Output(path: target, source: source, text: text(root, from: source, to: target))
        )
      }
    }
    return (outputs, isWhole)
  }

  /// The YAML of a tree, with paths from the folder in which it will stand.
  private func text(_ root: ScenarioNode, from source: String, to target: String) -> String {
    guard into != nil, let old = FileSystem.resolved(PathText.folder(of: source).orHere) else {
      return ScenarioWriter().text(of: root)
    }
    let new = FileSystem.destination(of: PathText.folder(of: target).orHere)
    return ScenarioWriter().text(of: root.moved(from: PathText.relative(old, to: new)))
  }

  private func tell(_ message: String) {
    StandardError.write("error: \(TerminalText.escaped(message))\n")
  }
}
