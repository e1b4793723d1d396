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
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    // Columns are those of the text behind the mark.
    let source =
      source.utf8.starts(with: mark)
      ? SourceFile(
        path: source.path,
        utf8: Array(source.utf8[mark.count...]),
        firstLine: source.firstLine
      ) : source
    if let mistake = encodingMistake(of: source) { return (nil, [mistake]) }
    var reader = HurlReader(source)
    do throws(Diagnostic) {
      let file = try reader.readFile()
      return (file, reader.warnings)
    } catch {
      return (nil, reader.warnings + [error])
    }
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
