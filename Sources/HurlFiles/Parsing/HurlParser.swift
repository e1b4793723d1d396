public import Diagnostics

/// Reads `.hurl` files into syntax.
///
/// ```swift
/// let (file, diagnostics) = HurlParser.parse(SourceFile(path: "shop.hurl", text: "GET http://shop/orders\nHTTP 200\n"))
/// ```
///
/// The format is that of Hurl 7.1 with what 8.0 and 8.1 added. The first mistake of a file ends its reading. Any bytes can be
/// given; the time is linear in their number.
public enum HurlParser: Sendable {
  /// Reads a file.
  ///
  /// - Parameter source: its bytes, UTF-8 with or without a byte order mark.
  /// - Returns: the syntax, `nil` after a mistake; and the diagnostics: at most one error, and warnings about what is deprecated.
  public static func parse(_ source: SourceFile) -> (file: HurlFile?, diagnostics: [Diagnostic]) {
    let text = text(of: source)
    var file = HurlFile(entries: [], comments: [], range: text.range(0..<text.utf8.count))
    let diagnostics = read(text) { entry, _ in
      file.entries.append(entry)
    } end: { comments in
      file.comments = comments
    }
    return (diagnostics.contains { $0.severity == .error } ? nil : file, diagnostics)
  }

  /// Reads the entries of a file one after the other.
  ///
  /// - Parameters:
  ///   - text: the file without a byte order mark.
  ///   - take: gets each entry with all comments before its end.
  ///   - end: gets all comments, when the file has no mistake.
  /// - Returns: the diagnostics: at most one error, behind which nothing is read, and warnings.
  static func read(
    _ text: SourceFile,
    take: (HurlEntry, [HurlComment]) -> Void,
    end: ([HurlComment]) -> Void = { _ in }
  ) -> [Diagnostic] {
    if let mistake = encodingMistake(of: text) { return [mistake] }
    var reader = HurlReader(text)
    do throws(Diagnostic) {
      try reader.readEntries(take)
      end(reader.comments)
      return reader.warnings
    } catch {
      return reader.warnings + [error]
    }
  }

  /// A file without its byte order mark: columns are those of the text behind it.
  static func text(of source: SourceFile) -> SourceFile {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard source.utf8.starts(with: mark) else { return source }
    return SourceFile(
      path: source.path,
      utf8: Array(source.utf8[mark.count...]),
      firstLine: source.firstLine
    )
  }

  private static func encodingMistake(of source: SourceFile) -> Diagnostic? {
    let bytes = source.utf8
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return Diagnostic(
        .error,
        "the file is not UTF-8",
        at: source.range(error.byteOffsets),
        hint: "save the file as UTF-8"
      )
    }
  }
}
