import Testing

/// A rule that every source file keeps.
struct Fence: Sendable, CustomTestStringConvertible {
  /// What is forbidden or demanded, in a few words.
  var name: String
  /// The breaches of a file, one sentence each, with path and line where there is one.
  var breaches: @Sendable (SourceText) -> [String]

  var testDescription: String { name }

  /// A rule that code never holds a text.
  ///
  /// - Parameters:
  ///   - text: The text, looked for outside comments and string literals.
  ///   - kind: `Sources`, `Tests` or nil for both.
  ///   - targets: Targets where it is allowed.
  /// - Returns: The fence.
  static func never(
    _ text: String,
    in kind: String? = nil,
    except targets: Set<String> = []
  ) -> Self {
    Fence(name: "no `\(text)`") { file in
      guard kind == nil || kind == file.kind, !targets.contains(file.target) else { return [] }
      return file.lines(holding: text).map { "\(file.path):\($0): \(text)" }
    }
  }
}
