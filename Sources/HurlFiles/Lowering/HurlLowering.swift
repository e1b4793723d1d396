import Diagnostics
import Documents
import Files
import Scenarios

/// Turns the syntax of one file into the tree that the same scenario in YAML would have.
struct HurlLowering {
  /// What the command says of the file.
  let settings: HurlSettings
  /// The mistakes and warnings about the file.
  private(set) var diagnostics: [Diagnostic] = []
  var names = HurlVariableName()
  /// What is known of the variables that captures so far gave values.
  var captured: [String: LoweredQuery.Value] = [:]
  /// Whether the one node that a JSONPath finds is its value.
  var coercesJSONPath = true
  /// The path of the file, relative to the working folder or absolute.
  let path: String
  /// The nodes that were made since a piece of the file was handed on.
  var tree: ScenarioTree

  /// What the variables say whose values are known before anything is sent.
  var knownTexts: [String: String]

  /// Prepares to lower a file.
  ///
  /// - Parameters:
  ///   - settings: what the command says of it.
  ///   - file: the file.
  init(settings: HurlSettings, file: SourceFile) {
    self.settings = settings
    path = file.path
    tree = ScenarioTree(of: file)
    knownTexts = settings.variables.compactMapValues(\.nameText)
  }

  /// The keys of the scenario before its steps.
  ///
  /// - Parameters:
  ///   - first: the first entry of the file.
  ///   - comments: those up to its end.
  ///   - start: the start of the file.
  /// - Returns: its name, and tags where there are some.
  mutating func head(
    above first: HurlEntry,
    _ comments: [HurlComment],
    at start: SourceRange
  ) -> [ScenarioTree.Entry] {
    let ending = ".hurl".utf8
    var name = path.utf8[...]
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { name = name[slash...].dropFirst() }
    if name.suffix(ending.count).elementsEqual(ending) { name = name.dropLast(ending.count) }
    var entries = [tree.entry("scenario", .text(String(Substring(name)), at: start))]
    if let tags = tags(comments, above: first) { entries.append(tree.entry("tags", tags)) }
    return entries
  }

  /// Reports that a file has nothing to run.
  ///
  /// - Parameters:
  ///   - count: how many entries it has.
  ///   - start: the start of the file.
  mutating func reportNoSteps(among count: Int, at start: SourceRange) {
    guard count > 0 else {
      error("the file has no request", at: start, hint: "a request is a line as GET http://…")
      return
    }
    error(
      "no entry is selected: the file has \(count == 1 ? "1 entry" : "\(count) entries")",
      at: start,
      hint: "--from-entry and --to-entry count from 1"
    )
  }

  /// The way from the folder of the file to the working folder, which some paths are relative to.
  var wayBack: String {
    let folders = PathText.folder(of: path).split(separator: "/").filter { $0 != "." }
    guard !path.hasPrefix("/"), !folders.contains(".."), !settings.hasFileRoot else {
      return HurlSettings.workingFolder
    }
    return String(repeating: "../", count: folders.count)
  }

  /// What holds for every entry unless it says otherwise, where that differs from the language's own defaults.
  static let defaults: ScenarioNode = {
    let place = SourceFile(path: "defaults of .hurl files", text: "").range(0..<0)
    let options: [ScenarioNode.Entry] = [
      .init("timeout", .text("300s", at: place)),
      .init("connect-timeout", .text("300s", at: place)),
      .init("follow-redirects", .bool(false, at: place)),
      .init("redirect-method", .text("get", at: place)),
      .init("redirect-statuses", .text("all", at: place)),
      .init("compressed", .text("decode", at: place)),
      .init("decoding", .text("late", at: place)),
    ]
    let expect: [ScenarioNode.Entry] = [
      .init("status", .text("100-999", at: place)),
      .init("content-type", .text("any", at: place)),
    ]
    return .map(
      [.init("options", .map(options, at: place)), .init("expect", .map(expect, at: place))],
      at: place
    )
  }()

  /// The names of a comment `# tags: a, b` above the first request.
  private func tags(_ comments: [HurlComment], above first: HurlEntry) -> ScenarioNode? {
    for comment in comments {
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

  /// What a comment says of the cookie store; `nil` when it is about anything else.
  ///
  /// - Parameter comment: a comment above a request.
  /// - Returns: `clear`, or a line of a cookie file.
  static func cookieChange(in comment: HurlComment) -> String? {
    let text = comment.text.trimmingPrefix { $0 == " " || $0 == "\t" }
    guard comment.isWholeLine else { return nil }
    if text.hasPrefix("@cookie_storage_clear") { return RequestStep.clearsJar }
    let mark = "@cookie_storage_set:"
    guard text.hasPrefix(mark) else { return nil }
    return String(text.dropFirst(mark.count).drop { $0 == " " })
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
  mutating func unsupported(_ what: String, at range: SourceRange) {
    error("\(what) is not supported yet", at: range)
  }
}
