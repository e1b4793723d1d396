public import Diagnostics

extension TextTemplate {
  /// Reads the whole text of a file as a template, as the body key `template` wants it.
  ///
  /// - Parameter file: its text.
  /// - Throws: the first mistake in a `${…}` of the file.
  public init(parsing file: SourceFile) throws(Diagnostic) {
    let whole = file.range(0..<file.utf8.count)
    let map = SourceMap(linearFrom: 0, in: whole)
    var segments: [Segment] = []
    for piece in TemplateScanner.pieces(of: file.utf8) {
      switch piece {
      case .literal(let text):
        segments.append(.literal(text))
      case .open(let open):
        throw Diagnostic(
          .error,
          "${ is never closed",
          at: map.range(open.lowerBound..<(open.lowerBound + 2)),
          hint: "close it with }, or write $${ for a plain ${"
        )
      case .expression(let inner):
        let syntax = try ExpressionSyntax(
          parsing: file.utf8[inner],
          map: map.part(from: inner.lowerBound)
        )
        let range = map.range((inner.lowerBound - 2)..<(inner.upperBound + 1))
        segments.append(.expression(Expression(syntax, range: range)))
      }
    }
    self.init(segments: segments, source: whole.text, range: whole)
  }
}
