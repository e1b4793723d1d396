import ArgumentParser
import Diagnostics
import Engine
import Files
import HurlFiles
import Scenarios

/// `curlew import hurl`: writes `.hurl` files as scenario files.
struct ImportHurlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hurl",
    abstract: "Writes .hurl files as scenario files.",
    discussion: """
      Prints the scenario of a single file, or writes one file for each below --into, with folders as they are. Exit status: 0 when \
      all were written, 1 when a file could not be written, 2 for files that cannot be understood or that would be overwritten.
      """
  )

  @Argument(help: ArgumentHelp("Files, or folders that are searched for them.", valueName: "path"))
  var paths: [String]

  @OptionGroup var options: ImportOptions

  func run() throws {
    try read().write(into: options.into, force: options.force)
  }

  /// Reads all files; says what is wrong with them.
  private func read() throws -> ImportedFiles {
    var settings = HurlSettings()
    settings.writesTitles = false
    let frontEnd = HurlFrontEnd(settings: settings)
    let loader = ScenarioLoader(vocabulary: .standard, frontEnds: [frontEnd])
    var files = ImportedFiles()
    for path in paths {
      let isFolder = FileSystem.kind(of: path) == .folder
      let (found, diagnostics) = loader.files([path])
      files.report(diagnostics)
      for source in found {
        guard let ending = frontEnd.endings.first(where: source.hasSuffix) else {
          if !isFolder { ImportedFiles.tell("\(source) is no \(frontEnd.endings[0]) file") }
          files.isWhole = files.isWhole && isFolder
          continue
        }
        let bytes: [UInt8]
        do throws(FileError) {
          bytes = try FileSystem.read(source, limit: InputFile.limit)
        } catch {
          ImportedFiles.tell("\(source): \(error.message)")
          files.isWhole = false
          continue
        }
        let (tree, diagnostics) = frontEnd.read(SourceFile(path: source, utf8: bytes))
        files.report(diagnostics)
        guard let tree, !diagnostics.contains(where: { $0.severity == .error }) else { continue }
        var root = ScenarioNode(tree)
        if let defaults = frontEnd.defaults { root.insert("defaults", defaults, before: "steps") }
        let folder = PathText.join("", path)
        let inside =
          isFolder
          ? source.dropFirst(folder == "." ? 0 : folder.count) : PathText.name(of: source)[...]
        let name = inside.drop { $0 == "/" }.dropLast(ending.count) + ".scenario.yaml"
        let target = options.into.map { PathText.join($0, String(name)) } ?? String(name)
        files.outputs.append(
          .init(path: target, source: source, text: text(root, from: source, to: target))
        )
      }
    }
    return files
  }

  /// The YAML of a tree, with paths from the folder in which it will stand.
  private func text(_ root: ScenarioNode, from source: String, to target: String) -> String {
    guard options.into != nil,
      let old = FileSystem.resolved(PathText.folder(of: source).orHere)
    else {
      return ScenarioWriter().text(of: root)
    }
    let new = FileSystem.destination(of: PathText.folder(of: target).orHere)
    return ScenarioWriter().text(of: root.moved(from: PathText.relative(old, to: new)))
  }
}
