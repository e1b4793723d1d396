import Diagnostics
import Documents
import Files
import Scenarios

/// Turns the syntax of one file into the tree that the same scenario in YAML would have.
struct HurlLowering {
  /// Whether an entry without a comment above it is named by its method and URL.
  let writesTitles: Bool
  /// The mistakes and warnings about the file.
  private(set) var diagnostics: [Diagnostic] = []
  var names = HurlVariableName()
  /// The path of the file, relative to the working folder or absolute.
  private var path = ""

  init(writesTitles: Bool) { self.writesTitles = writesTitles }

  /// The map of the scenario.
  ///
  /// - Parameters:
  ///   - file: the syntax.
  ///   - path: its path, relative to the working folder or absolute.
  /// - Returns: `nil` when it has no entries, which is reported.
  mutating func scenario(_ file: HurlFile, path: String) -> ScenarioNode? {
    let range = file.range
    let start = range.file.range(range.utf8.lowerBound..<range.utf8.lowerBound)
    guard let first = file.entries.first else {
      error("the file has no request", at: start, hint: "a request is a line as GET http://…")
      return nil
    }
    self.path = path
    var name = path.split(separator: "/").last.map(String.init) ?? path
    if name.hasSuffix(".hurl") { name.removeLast(".hurl".count) }
    var entries: [ScenarioNode.Entry] = [.init("scenario", .text(name, at: start))]
    if let tags = tags(file, above: first) { entries.append(.init("tags", tags)) }
    entries.append(.init("defaults", Self.defaults(at: start)))
    var steps: [ScenarioNode] = []
    for entry in file.entries { steps += self.steps(entry, comments: file.comments(above: entry)) }
    entries.append(.init("steps", .list(steps, at: range), at: start))
    checkCookieComments(file)
    return .map(entries, at: range)
  }

  /// The way from the folder of the file to the working folder, which some paths are relative to.
  var wayBack: String {
    let folders = PathText.folder(of: path).split(separator: "/").filter { $0 != "." }
    guard !path.hasPrefix("/"), !folders.contains("..") else {
      return (FileSystem.resolved(".") ?? "") + "/"
    }
    return String(repeating: "../", count: folders.count)
  }

  /// What holds for every entry unless it says otherwise, where that differs from the language's own defaults.
  private static func defaults(at place: SourceRange) -> ScenarioNode {
    .map(
      [
        .init(
          "options",
          .map(
            [
              .init("timeout", .text("300s", at: place)),
              .init("connect-timeout", .text("300s", at: place)),
              .init("follow-redirects", .bool(false, at: place)),
              .init("compressed", .text("decode", at: place)),
            ],
            at: place
          )
        ),
        .init(
          "expect",
          .map(
            [
              .init("status", .text("100-999", at: place)),
              .init("content-type", .text("any", at: place)),
            ],
            at: place
          )
        ),
      ],
      at: place
    )
  }

  /// The names of a comment `# tags: a, b` above the first request.
  private func tags(_ file: HurlFile, above first: HurlEntry) -> ScenarioNode? {
    for comment in file.comments {
      guard comment.range.utf8.lowerBound < first.range.utf8.lowerBound else { break }
      guard let names = Self.tags(in: comment) else { continue }
      return .list(names.map { .text($0, at: comment.range) }, at: comment.range)
    }
    return nil
  }

  /// What a comment says of tags; `nil` when it is about anything else.
  static func tags(in comment: HurlComment) -> [String]? {
    let text = comment.text.trimmingPrefix { $0 == " " || $0 == "\t" }
    guard comment.isWholeLine, text.hasPrefix("tags:") else { return nil }
    return text.dropFirst("tags:".count).split { ", \t".contains($0) }.map(String.init)
  }

  /// Comments that edit the cookie store are no comments.
  private mutating func checkCookieComments(_ file: HurlFile) {
    for comment in file.comments {
      let text = comment.text.trimmingPrefix { $0 == " " || $0 == "\t" }
      guard comment.isWholeLine, text.hasPrefix("@cookie_storage_") else { continue }
      unsupported("@cookie_storage_…", at: comment.range)
    }
  }

  /// Notes a mistake.
  mutating func error(_ message: String, at range: SourceRange, hint: String? = nil) {
    diagnostics.append(Diagnostic(.error, message, at: range, hint: hint))
  }

  /// Notes a warning.
  mutating func warning(_ message: String, at range: SourceRange, hint: String? = nil) {
    diagnostics.append(Diagnostic(.warning, message, at: range, hint: hint))
  }

  /// Notes something of the format that cannot be run.
  mutating func unsupported(_ what: String, at range: SourceRange, hint: String? = nil) {
    error("\(what) is not supported yet", at: range, hint: hint)
  }

  /// Notes what is wrong, if anything is.
  mutating func note(_ diagnostic: Diagnostic?) {
    if let diagnostic { diagnostics.append(diagnostic) }
  }
}
