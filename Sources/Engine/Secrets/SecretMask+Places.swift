public import Diagnostics
import HTTPMessages
import RunEvents

/// What is shown of scenario files and of URLs, masked.
extension SecretMask {
  /// A stretch of a file whose lines show no secret; the same one when they have none.
  func masking(_ range: SourceRange) -> SourceRange {
    guard !isEmpty else { return range }
    let file = range.file
    let lines = range.lines
    guard mayShowSecret(range, of: lines) else { return range }
    let secrets = stretches(in: lines.span)
    guard !secrets.isEmpty else { return range }
    let start = lines.startIndex
    let own = (range.utf8.lowerBound - start)..<(range.utf8.upperBound - start)
    let shown = SourceFile(
      path: file.path,
      utf8: Self.replacing(secrets, in: Array(lines)),
      firstLine: file.location(at: start).line
    )
    return SourceRange(
      file: shown,
      utf8: Self.place(
        of: own.lowerBound,
        behind: secrets,
        isEnd: false
      )..<Self.place(
        of: own.upperBound,
        behind: secrets,
        isEnd: true
      )
    )
  }

  /// The most bytes of a line that reports show around a stretch, and at its start.
  private static let shownBytes = 8 << 10

  /// Whether what reports show of lines may hold a secret.
  ///
  /// A document without line breaks has megabytes on its line, and of them only the start and what
  /// stands around the stretch is shown.
  private func mayShowSecret(_ range: SourceRange, of lines: ArraySlice<UInt8>) -> Bool {
    // Each byte of a secret may be an escape such as `\u0041`, perhaps of an escaped text.
    let near = Self.shownBytes + 12 * reach
    guard lines.count > 4 * near else { return true }
    let start = max(lines.startIndex, range.utf8.lowerBound - near)
    let end = min(lines.endIndex, range.utf8.upperBound + near)
    let (first, around) = (lines.prefix(near), lines[start..<end])
    return !stretches(in: first.span).isEmpty || !stretches(in: around.span).isEmpty
  }

  /// Where a place of a text is once the secrets are masked; one inside of a secret is at its start or end.
  private static func place(of offset: Int, behind secrets: [Range<Int>], isEnd: Bool) -> Int {
    var moved = offset
    for secret in secrets where secret.lowerBound < offset {
      let width = mask.utf8.count
      if secret.upperBound <= offset {
        moved += width - secret.count
      } else {
        moved += secret.lowerBound - offset + (isEnd ? width : 0)
      }
    }
    return moved
  }

  /// A diagnostic with every secret in it masked, the line that it shows among it.
  ///
  /// - Parameter diagnostic: of a file.
  /// - Returns: the same at the same place, perhaps of a file whose text is masked.
  public func masking(_ diagnostic: Diagnostic) -> Diagnostic {
    guard !isEmpty else { return diagnostic }
    var masked = diagnostic
    masked.message = masking(diagnostic.message)
    masked.hint = diagnostic.hint.map { masking($0) }
    masked.suggestion = diagnostic.suggestion.map { masking($0) }
    if case .range(let range) = diagnostic.place { masked.place = .range(masking(range)) }
    return masked
  }

  /// What reports know of a run of a scenario, with every secret in it masked.
  ///
  /// - Parameters:
  ///   - scenario: the description of the run.
  ///   - shown: what the descriptions of all its runs show.
  /// - Returns: the masked description.
  func masking(
    _ scenario: consuming ScenarioDescription,
    _ shown: ConstantText
  ) -> ScenarioDescription {
    guard !isEmpty else { return scenario }
    var masked = scenario
    masked.row = masked.row.map { masking($0) }
    masked.rowRange = masked.rowRange.map { masking($0) }
    masked.rowValues = masked.rowValues.map { masking($0) }
    guard isShown(in: shown) else { return masked }
    masked.name = masking(masked.name)
    masked.range = masking(masked.range)
    masked.summary = masked.summary.map { masking($0) }
    masked.tags = masked.tags.map { masking($0) }
    masked.steps = masked.steps.map { masking($0) }
    return masked
  }

  /// What reports know of a step, with every secret in it masked.
  func masking(_ step: StepDescription) -> StepDescription {
    guard !isEmpty else { return step }
    var masked = step
    masked.name = masking(step.name)
    masked.writtenName = step.writtenName.map { masking($0) }
    masked.range = masking(step.range)
    return masked
  }

  /// How a step ended, with what files say of it masked.
  func masking(_ result: StepResult) -> StepResult {
    switch result {
    case .skipped(let reason): .skipped(reason: masking(reason))
    case .passed, .failed, .errored: result
    }
  }

  /// How a scenario ended, with what files say of it masked.
  func masking(_ outcome: ScenarioReport.Outcome) -> ScenarioReport.Outcome {
    switch outcome {
    case .skipped(let reason): .skipped(reason: masking(reason))
    case .notRun(let reason): .notRun(reason: masking(reason))
    case .passed, .failed, .errored, .flaky: outcome
    }
  }

  /// A URL without user information.
  ///
  /// It is masked before it is taken apart: a `/`, `#` or `@` in a secret would make pieces of it part of something else.
  func masking(_ url: URI) -> String {
    let masked = masking(url.text)
    guard masked != url.text else { return url.displayText }
    guard let mark = masked.firstRange(of: "://") else { return masked }
    let rest = masked[mark.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@") else { return masked }
    return String(masked[..<mark.upperBound] + masked[masked.index(after: at)...])
  }

  /// A URL as a request sends it: without user information and fragment.
  func masking(sent url: URI) -> String {
    guard masking(url.text) != url.text else { return url.requestText }
    return String(masking(url).prefix { $0 != "#" })
  }

  /// A media type as reports name it: masked before its parameters are cut off.
  func maskingMediaType(_ field: String) -> String {
    let type = masking(field).prefix { $0 != ";" }
    return type.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A message of a transfer without the pieces that are left of secrets when URLs are taken apart.
  ///
  /// - Parameters:
  ///   - urls: what was taken apart, as it was given.
  ///   - message: may name a part of them, such as a host, also in lower case.
  /// - Returns: the message with every piece masked.
  func maskingPieces(of urls: [String], in message: String) -> String {
    var masked = masking(message)
    for url in urls {
      let bytes = Array(url.utf8)
      for secret in stretches(in: bytes.span) {
        let text = String(decoding: bytes[secret], as: UTF8.self)
        for piece in text.split(whereSeparator: { "/?#@:%".contains($0) }) where piece.count >= 3 {
          masked = masked.replacing(String(piece), with: Self.mask)
          masked = masked.replacing(piece.lowercased(), with: Self.mask)
        }
      }
    }
    return masked
  }
}

extension SourceRange {
  /// The text of all lines that it is part of; its indices are those of the file.
  var lines: ArraySlice<UInt8> {
    let newline = UInt8(ascii: "\n")
    let before = file.utf8[..<utf8.lowerBound].lastIndex(of: newline)
    let end = file.utf8[utf8.upperBound...].firstIndex(of: newline)
    return file.utf8[(before.map { $0 + 1 } ?? 0)..<(end ?? file.utf8.count)]
  }
}
