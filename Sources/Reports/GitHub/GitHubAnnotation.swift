import Diagnostics

/// A workflow command that puts a note on a line of a file.
struct GitHubAnnotation {
  /// How much it weighs.
  enum Level: String, CaseIterable {
    case error
    case warning
    case notice
  }

  var level: Level
  var title: String
  var message: String
  /// The path of the file.
  var path: String?
  var location: SourceLocation?

  /// The command: `::error file=a.yaml,line=3,col=5,title=…::…`.
  var line: String {
    var properties: [String] = []
    if let path { properties.append("file=\(Self.property(SafeText.line(path, limit: 1_000)))") }
    if let location { properties.append("line=\(location.line),col=\(location.column)") }
    properties.append("title=\(Self.property(SafeText.line(title, limit: 200)))")
    let message = SafeText.lines(message, limit: 4_000)
    return "::\(level.rawValue) \(properties.joined(separator: ","))::\(Self.data(message))"
  }

  // The escapes of actions/toolkit, packages/core/src/command.ts.
  private static func data(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func property(_ text: String) -> String {
    var result = ""
    for scalar in data(text).unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension GitHubAnnotation {
  /// The note on a mistake in a file.
  init(_ diagnostic: Diagnostic) {
    var message = diagnostic.message
    if let suggestion = diagnostic.suggestion { message += "\ndid you mean \"\(suggestion)\"?" }
    if let hint = diagnostic.hint { message += "\n\(hint)" }
    let level: Level =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .notice
      }
    self.init(
      level: level,
      title: "curlew",
      message: message,
      path: diagnostic.path,
      location: diagnostic.range?.start
    )
  }

  /// The note with its path as the CI system knows it.
  func relative(to paths: RepositoryPaths) -> Self {
    var annotation = self
    annotation.path = path.map(paths.path)
    return annotation
  }
}
