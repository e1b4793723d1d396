import Foundation
import TestSupport

/// A page of documentation whose examples are files of a project and commands that run in it.
///
/// - A YAML block is a scenario file. One that begins with `# under steps:` is completed to one.
/// - A line such as `` `data/rows.csv`: `` before a block of any language names the file that it is.
/// - A `console` block is a command, `$ curlew …`, and what it prints. A line `…` stands for any lines.
struct GuidePage {
  /// A fenced block.
  struct Block {
    var language: String
    /// The file that the line before it names.
    var file: String?
    var lines: [String]
    /// The number of its first line, from 1.
    var line: Int

    var text: String { lines.joined(separator: "\n") + "\n" }
  }

  /// The path from the root of the repository.
  let path: String
  let text: String
  let blocks: [Block]

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOfFile: "\(ProjectPaths.root)/\(path)", encoding: .utf8)
    blocks = Self.blocks(of: text.components(separatedBy: "\n"))
  }

  private static func blocks(of lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var start: Int?
    for (index, line) in lines.enumerated() where line.hasPrefix("```") {
      guard let first = start else {
        start = index
        continue
      }
      let before = lines[..<first].last { !$0.isEmpty } ?? ""
      blocks.append(
        Block(
          language: String(lines[first].dropFirst(3)),
          file: before.wholeMatch(of: /`([^`]+)`:/).map { String($0.1) },
          lines: Array(lines[(first + 1)..<index]),
          line: first + 2
        )
      )
      start = nil
    }
    return blocks
  }

  /// The commands with what they print.
  var commands: [Block] { blocks.filter { $0.language == "console" } }

  /// The files that its blocks are, by path.
  func files() throws -> [String: String] {
    var files: [String: String] = [:]
    for block in blocks where block.file != nil || block.language == "yaml" {
      let name = block.file ?? "line-\(block.line).scenario.yaml"
      guard files[name] == nil else { throw Mistake(message: "\(path): two files \(name)") }
      files[name] = try block.file == nil ? scenario(block) : block.text
    }
    return files
  }

  private func scenario(_ block: Block) throws -> String {
    if block.lines.first == "# under steps:" { return "scenario: a part\nsteps:\n" + block.text }
    guard block.lines.first?.hasPrefix("scenario:") == true else {
      throw Mistake(message: "\(path):\(block.line): neither a scenario nor a part of one")
    }
    return block.text
  }

  /// The scenarios that no command shows: they must pass.
  func passing(_ files: [String: String]) -> [String] {
    let shown = commands.compactMap(\.lines.first).joined(separator: " ").split(separator: " ")
    return files.keys.sorted().filter { file in
      file.hasSuffix(".scenario.yaml")
        && !shown.contains { file == $0 || file.hasSuffix("/\($0)") }
    }
  }

  /// Something on a page that the tests cannot make sense of.
  struct Mistake: Error {
    var message: String
  }
}

extension GuidePage {
  /// A text without what differs from run to run: addresses, times, seeds, identifiers.
  static func steady(_ text: String) -> String {
    text.replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:PORT")
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/, with: "TIME")
      .replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "UUID")
      .replacing(/seed( +)\d+/) { "seed\($0.1)SEED" }
      .replacing(/\d+(\.\d+)? a second/, with: "RATE a second")
      .replacing(/\d+(\.\d+)? (ms|s|µs)\b/, with: "DURATION")
  }

  /// Whether a command printed what a page shows.
  ///
  /// - Parameters:
  ///   - shown: The lines behind the command; `…` stands for any lines.
  ///   - printed: All that it printed.
  /// - Returns: Whether these are the lines, but for what differs from run to run.
  static func shows(_ shown: ArraySlice<String>, of printed: String) -> Bool {
    let printed = steady(printed).split(separator: "\n", omittingEmptySubsequences: false)[...]
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false).map { part in
      part.map { Substring(steady($0)) }
    }
    guard parts.count > 1 else { return printed.elementsEqual(parts[0]) }
    guard printed.starts(with: parts[0]) else { return false }
    var rest = printed.dropFirst(parts[0].count)
    for part in parts[1..<(parts.count - 1)] {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    let last = parts[parts.count - 1]
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
