import Diagnostics

/// Where two texts differ: the first place of two long ones with what stands around it, the lines of those that have several.
enum TextDifference {
  /// How many Unicode scalars are shown before a difference.
  private static let before = 40
  /// How many Unicode scalars are shown from a difference on.
  private static let behind = 80
  /// How many lines behind those that are equal are aligned.
  private static let alignedLines = 1_000

  /// The differences of two texts.
  ///
  /// - Parameters:
  ///   - expected: the text that was expected.
  ///   - actual: the text that came.
  ///   - path: where it stands; empty where that is said already.
  ///   - limit: how many differences are wanted at most.
  /// - Returns: in the order of the text; empty for texts of one short line, which can be shown whole, and for equal ones.
  static func between(
    _ expected: String,
    _ actual: String,
    at path: String,
    limit: Int
  ) -> [Difference] {
    let expected = Redaction.applied(to: expected)
    let actual = Redaction.applied(to: actual)
    guard limit > 0, !expected.utf8.elementsEqual(actual.utf8) else { return [] }
    let prefix = path.isEmpty ? "" : "\(path), "
    let newline = UInt8(ascii: "\n")
    if expected.utf8.contains(newline), !actual.isEmpty {
      return lines(expected, actual, prefix, limit)
    }
    if actual.utf8.contains(newline), !expected.isEmpty {
      return lines(expected, actual, prefix, limit)
    }
    guard isLong(expected) || isLong(actual), let place = Place(expected, actual) else { return [] }
    return [
      Difference(
        path: "\(prefix)character \(place.number)",
        expected: place.excerpt(of: expected),
        actual: place.excerpt(of: actual)
      )
    ]
  }

  private static func isLong(_ text: String) -> Bool {
    text.utf8.count > ValueText.limit && text.unicodeScalars.count > ValueText.limit
  }

  private static func lines(
    _ expected: String,
    _ actual: String,
    _ prefix: String,
    _ limit: Int
  ) -> [Difference] {
    func split(_ text: String) -> [Substring] {
      text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { Substring($0) }
    }
    let (old, new) = (split(expected), split(actual))
    func same(_ left: Substring, _ right: Substring) -> Bool {
      left.utf8.elementsEqual(right.utf8)
    }
    var start = 0
    while start < min(old.count, new.count), same(old[start], new[start]) { start += 1 }
    var tail = 0
    while tail < min(old.count, new.count) - start,
      same(old[old.count - 1 - tail], new[new.count - 1 - tail])
    {
      tail += 1
    }
    let (oldEnd, newEnd) = (old.count - tail, new.count - tail)
    var found: [Difference] = []
    func note(_ line: Int, _ old: Substring?, _ new: Substring?) {
      guard found.count < limit else { return }
      let place = old.flatMap { old in new.flatMap { Place(String(old), String($0)) } }
      func shown(_ text: Substring?) -> String {
        guard let text else { return "nothing" }
        guard isLong(String(old ?? "")) || isLong(String(new ?? "")) else {
          return ValueText.quoted(String(text))
        }
        return place?.excerpt(of: String(text)) ?? ValueText.quoted(String(text))
      }
      found.append(
        Difference(path: "\(prefix)line \(line + 1)", expected: shown(old), actual: shown(new))
      )
    }
    guard max(oldEnd, newEnd) - start <= alignedLines else {
      for line in start..<max(oldEnd, newEnd) where found.count < limit {
        let left = line < oldEnd ? old[line] : nil
        let right = line < newEnd ? new[line] : nil
        if let left, let right, same(left, right) { continue }
        note(line, left, right)
      }
      return found
    }
    // What is put in or taken out moves no other line.
    let changes = Array(new[start..<newEnd]).difference(from: Array(old[start..<oldEnd]), by: same)
    var removed = Set(changes.removals.map { offset(of: $0) + start })
    var inserted = Set(changes.insertions.map { offset(of: $0) + start })
    var (left, right) = (start, start)
    while left < oldEnd || right < newEnd, found.count < limit {
      let isRemoved = removed.remove(left) != nil
      let isInserted = inserted.remove(right) != nil
      if isRemoved || isInserted {
        note(isInserted ? right : left, isRemoved ? old[left] : nil, isInserted ? new[right] : nil)
      }
      if isRemoved || !isInserted { left += 1 }
      if isInserted || !isRemoved { right += 1 }
    }
    return found
  }

  private static func offset(of change: CollectionDifference<Substring>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }

  /// The first place at which two texts differ.
  private struct Place {
    /// Which Unicode scalar it is, from 1.
    let number: Int
    /// The byte at which the excerpt starts, the same in both.
    private let start: Int
    private let offset: Int

    init?(_ left: String, _ right: String) {
      let (first, second) = (Array(left.utf8), Array(right.utf8))
      var offset = 0
      while offset < min(first.count, second.count), first[offset] == second[offset] { offset += 1 }
      guard offset < max(first.count, second.count) else { return nil }
      func isInside(_ bytes: [UInt8], _ place: Int) -> Bool {
        place < bytes.count && bytes[place] & 0b1100_0000 == 0b1000_0000
      }
      while offset > 0, isInside(first, offset) || isInside(second, offset) { offset -= 1 }
      self.offset = offset
      number = first[..<offset].count { $0 & 0b1100_0000 != 0b1000_0000 } + 1
      var start = offset
      for _ in 0..<before where start > 0 {
        start -= 1
        while start > 0, isInside(first, start) { start -= 1 }
      }
      self.start = start
    }

    /// What stands around the place in one of the texts, in quotes.
    func excerpt(of text: String) -> String {
      let room = before + behind
      let rest = text.utf8.dropFirst(start)
      // A scalar has four bytes at most.
      let piece = String(decoding: rest.prefix(room * 4), as: UTF8.self)
      let shown = String(String.UnicodeScalarView(piece.unicodeScalars.prefix(room)))
      let isCut = rest.count > shown.utf8.count
      return (start > 0 ? "…" : "") + "\"" + TerminalText.escaped(shown) + "\""
        + (isCut ? "…" : "")
    }
  }
}
