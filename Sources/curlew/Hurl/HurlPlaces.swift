import Diagnostics
import HurlFiles
import Locks
import Reports

/// Finds the parts of entries that ranges of `.hurl` files are about.
final class HurlPlaces: Sendable {
  private let files = Locked<[ObjectIdentifier: (source: SourceFile, file: HurlFile?)]>([:])

  /// How many files are kept.
  private static let limit = 256

  /// The part of an entry that a range is about.
  ///
  /// - Parameter range: of a file that was read.
  /// - Returns: `nil` when the file cannot be parsed, or has nothing there.
  func place(of range: SourceRange) -> HurlPlace? {
    guard let file = file(range.file) else { return nil }
    let offset = range.utf8.lowerBound
    // What stands above an entry belongs to it.
    guard let entry = file.entries.first(where: { $0.range.utf8.upperBound > offset }) else {
      return nil
    }
    let (method, url) = (entry.request.method.range, entry.request.url.range)
    func place(
      _ part: HurlPlace.Part,
      _ subject: SourceRange,
      row: SourceRange? = nil,
      filters: [HurlFilter] = []
    ) -> HurlPlace {
      HurlPlace(
        part: part,
        request: method.joined(to: url),
        url: url,
        subject: subject,
        row: row,
        filters: filters.map(\.range)
      )
    }
    guard let response = entry.response, response.range.utf8.lowerBound <= offset else {
      return place(.request, range)
    }
    func has(_ part: SourceRange) -> Bool { part.utf8.contains(offset) }
    if has(response.version.range) { return place(.version, response.version.range) }
    if has(response.status.range) { return place(.status, response.status.range) }
    if let header = response.headers.first(where: { has($0.range) }) {
      return place(.header, header.value.range, row: header.range)
    }
    if let body = response.body, has(body.range) { return place(.body, content(of: body)) }
    for section in response.sections where has(section.range) {
      switch section.rows {
      case .captures(let rows):
        guard let row = rows.first(where: { has($0.range) }) else { continue }
        return place(.capture, row.query.range, row: row.range, filters: row.filters)
      case .assertions(let rows):
        guard let row = rows.first(where: { has($0.range) }) else { continue }
        return place(.assertion, row.range, filters: row.filters)
      case .fields, .parts, .options: continue
      }
    }
    return place(.assertion, range)
  }

  /// Where the content of a body begins, behind the word or the line that opens it.
  private func content(of body: HurlBody) -> SourceRange {
    let bounds = body.range.utf8
    switch body.content {
    case .multiline(let multiline):
      let start = multiline.text.range.utf8.lowerBound
      return body.range.file.range(min(start, bounds.upperBound)..<bounds.upperBound)
    case .bytes(let bytes):
      let start = bounds.lowerBound + bytes.spelling.rawValue.utf8.count + 1
      return body.range.file.range(start..<bounds.upperBound)
    case .oneline, .json, .xml, .file: return body.range
    }
  }

  private func file(_ source: SourceFile) -> HurlFile? {
    let key = ObjectIdentifier(source)
    if let known = files.withLock({ $0[key] }) { return known.file }
    let file = HurlParser.parse(source).file
    files.withLock { files in
      if files.count < Self.limit { files[key] = (source, file) }
    }
    return file
  }
}
