import Diagnostics
import Files
import Glibc

/// A report that was asked for: its kind and where it goes.
///
/// ```swift
/// let request = try ReportRequest(parsing: "junit=build/junit.xml")
/// ```
public struct ReportRequest: Sendable, Hashable {
  /// The name of the kind, one of the catalogue.
  public var kind: String
  /// The path of the file; `-` is standard output.
  public var path: String

  /// Makes a request.
  public init(kind: String, path: String) {
    self.kind = kind
    self.path = path
  }

  /// Reads `KIND=PATH`.
  ///
  /// - Throws: when the kind is unknown or the path is missing.
  public init(parsing text: String) throws(ReporterError) {
    guard let equals = text.firstIndex(of: "=") else {
      let kind = try ReporterCatalogue.definition(named: text).name
      throw ReporterError(
        "expected KIND=PATH, got \"\(kind)\"",
        hint: "write \(kind)=PATH, or \(kind)=- for standard output"
      )
    }
    kind = try ReporterCatalogue.definition(named: String(text[..<equals])).name
    path = Self.withoutAlias(String(text[text.index(after: equals)...]))
    guard !Self.isFileOfErrors(path) else {
      throw ReporterError(
        "standard error leads to a file, which a report would replace",
        hint: "write \(kind)=PATH with a path of its own, or \(kind)=- for standard output"
      )
    }
    guard !Self.isSource(path) else {
      throw ReporterError(
        "the report would take the place of \(TerminalText.escaped(path))",
        hint: "write \(kind)=PATH with a path of its own"
      )
    }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ReporterError(
        "expected a path after \"\(kind)=\", got \"\(TerminalText.escaped(path))\""
      )
    }
  }

  /// Whether a path is that of what a run reads, by its name: the report would take its place.
  ///
  /// - Parameter path: where something is to be written.
  /// - Returns: whether it is the name of a project or of scenarios.
  public static func isSource(_ path: String) -> Bool {
    path == "curlew.yaml"
      || ["/curlew.yaml", ".scenario.yaml", ".scenario.yml", ".hurl"].contains {
        path.hasSuffix($0)
      }
  }

  /// The path, or `-` for what is only another name of standard output: the file behind it must not be replaced.
  private static func withoutAlias(_ path: String) -> String {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path) ? "-" : path
  }

  /// Whether a path is another name of standard error, and that is a file.
  private static func isFileOfErrors(_ path: String) -> Bool {
    guard ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"].contains(path) else { return false }
    var facts = stat()
    return unsafe fstat(STDERR_FILENO, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Whether it goes to standard output.
  public var isStandardOutput: Bool { path == "-" }

  /// Removes the report of an earlier run at its path: a plain file, or the one that a link leads to.
  ///
  /// For a process that ends before it has prepared its own reports; what cannot be removed stays.
  public func removeEarlier() {
    guard !isStandardOutput else { return }
    let target = FileSystem.destination(of: path)
    if FileSystem.kind(of: target) == .file { _ = unsafe unlink(target) }
  }

  /// Whether it goes to the same file as another, however their paths are written, or both to standard output.
  public func hasPlace(of other: ReportRequest) -> Bool {
    if path == other.path { return true }
    guard !isStandardOutput, !other.isStandardOutput else { return false }
    return FileSystem.destination(of: path) == FileSystem.destination(of: other.path)
  }
}
