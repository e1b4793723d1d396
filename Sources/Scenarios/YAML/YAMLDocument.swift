package import Diagnostics

/// A YAML file as one tree of nodes, with what is to be said about how it is written.
package struct YAMLDocument {
  /// The longest file that is read, in bytes.
  static let largestFile = 64 << 20
  /// How many levels of lists and maps a file may have.
  package static let deepest = 200
  /// How many nodes aliases may add to those that are written out.
  static let largestExpansion = 1_000_000

  /// The whole document; `nil` when it cannot be read or is empty.
  package var root: YAMLNode?
  /// Mistakes and warnings, in order of their places.
  package var diagnostics: [Diagnostic]

  /// Reads a file.
  ///
  /// - Parameter file: its text, which may be anything.
  package init(reading file: SourceFile) {
    if let diagnostic = Self.unreadable(file) {
      root = nil
      diagnostics = [diagnostic]
      return
    }
    var builder = YAMLTreeBuilder(file)
    do throws(Diagnostic) {
      root = try builder.build()
      diagnostics = builder.diagnostics
    } catch {
      root = nil
      // What was noticed before mostly follows from the same slip, but stands at other places.
      diagnostics = builder.diagnostics.filter { $0.severity == .error } + [error]
    }
  }

  /// Reads a piece of a file that can be read; `nil` when the piece alone does not show what it means.
  ///
  /// - Parameters:
  ///   - piece: the piece.
  ///   - file: the file.
  ///   - outerLevels: in how many lists and maps the piece stands.
  init?(piece: Range<Int>, of file: SourceFile, outerLevels: Int) {
    var builder = YAMLTreeBuilder(file, bytes: piece, outerLevels: outerLevels)
    guard let root = try? builder.build(), !builder.hasProperties else { return nil }
    self.root = root
    diagnostics = builder.diagnostics
  }

  /// Why a file cannot be read as YAML at all, or `nil`.
  static func unreadable(_ file: SourceFile) -> Diagnostic? {
    let utf8 = file.utf8
    guard utf8.count <= largestFile else {
      return Diagnostic(.error, "the file is larger than 64 MiB", at: file.range(0..<0))
    }
    if utf8.starts(with: [0xFF, 0xFE]) || utf8.starts(with: [0xFE, 0xFF]) {
      return Diagnostic(
        .error,
        "the file is UTF-16",
        at: file.range(0..<2),
        hint: "save it as UTF-8"
      )
    }
    guard let place = firstInvalidByte(of: utf8) else { return nil }
    return Diagnostic(
      .error,
      "the file is not UTF-8 here",
      at: file.range(place..<(place + 1)),
      hint: "save it as UTF-8"
    )
  }

  private static func firstInvalidByte(of utf8: [UInt8]) -> Int? {
    guard String(validating: utf8, as: UTF8.self) == nil else { return nil }
    var decoder = UTF8.ForwardParser()
    var iterator = utf8.makeIterator()
    var place = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): place += scalar.count
      case .error: return place
      case .emptyInput: return nil
      }
    }
  }
}
