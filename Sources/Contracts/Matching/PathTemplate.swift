internal import Encodings

/// A path template such as `/orders/{id}`.
struct PathTemplate: Sendable {
  /// A segment of a template.
  struct Segment: Sendable, Hashable {
    /// What stands before, between and behind the expressions, percent-decoded.
    var literals: [String]
    /// The names in braces, one less than ``literals``.
    var names: [String]

    /// How many characters are fixed.
    var weight: Int { literals.reduce(0) { $0 + $1.utf8.count } }
  }

  private static let mostSegments = 200

  let segments: [Segment]

  /// Takes a template apart.
  ///
  /// - Parameter text: A template without ``problem(of:)``.
  init(_ text: String) {
    segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map(Self.segment)
  }

  /// Takes a text apart at its expressions.
  static func segment(_ text: Substring) -> Segment {
    var segment = Segment(literals: [], names: [])
    var rest = text
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      segment.literals.append(decoded(rest[..<open]))
      segment.names.append(String(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    segment.literals.append(decoded(rest))
    return segment
  }

  /// A text without percent-encoding; itself when it cannot be decoded.
  static func decoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return PercentEncoding.decodeText(text) ?? String(text)
  }

  /// The names in their order.
  var names: [String] { segments.flatMap(\.names) }

  /// The segments with every name left out: templates of one shape match the same paths.
  var shape: [[String]] { segments.map(\.literals) }

  /// What is wrong with a template; nil when nothing is.
  static func problem(of template: String) -> String? {
    var isOpen = false
    var length = 0
    for character in template.unicodeScalars {
      switch character {
      case "{":
        if isOpen { return "a { stands in braces in this path template" }
        isOpen = true
        length = 0
      case "}":
        if !isOpen { return "a } closes nothing in this path template" }
        if length == 0 { return "nothing stands in the braces of this path template" }
        isOpen = false
      case "/":
        if isOpen { return "a { is not closed in this path template" }
      case "?", "#":
        if !isOpen { return "a path template has no query and no fragment" }
      case _: length += 1
      }
    }
    if isOpen { return "a { is not closed in this path template" }
    if template.utf8.count(where: { $0 == UInt8(ascii: "/") }) > mostSegments {
      return "this path template has more than \(mostSegments) segments"
    }
    let names = PathTemplate(template).names
    guard Set(names).count == names.count else {
      return "a name stands twice in this path template"
    }
    return nil
  }
}

extension PathTemplate.Segment {
  /// The values of the names when a segment of a path fits.
  ///
  /// - Parameter segment: As it was sent, percent-encoded.
  /// - Returns: The values, percent-encoded; nil when the segment does not fit.
  func values(in segment: Substring) -> [String]? {
    guard !names.isEmpty else {
      return PathTemplate.decoded(segment) == literals[0] ? [] : nil
    }
    if names.count == 1, literals[0].isEmpty, literals[1].isEmpty {
      return segment.isEmpty ? nil : [String(segment)]
    }
    return match(segment, from: 0)
  }

  /// Matches from a literal on; the last name takes what is left before the last literal.
  private func match(_ text: Substring, from index: Int) -> [String]? {
    guard let rest = strip(literals[index], from: text) else { return nil }
    guard index < names.count else { return rest.isEmpty ? [] : nil }
    let next = literals[index + 1]
    if index + 1 == names.count {
      // The end of the segment is fixed, so the last name takes all before it.
      guard let end = stripEnd(next, from: rest), !end.isEmpty else { return nil }
      return [String(end)]
    }
    guard !rest.isEmpty else { return nil }
    if next.isEmpty {
      // Nothing separates two names: the first takes one character.
      let head = rest.prefix(1)
      guard let tail = match(rest.dropFirst(1), from: index + 1) else { return nil }
      return [String(head)] + tail
    }
    var position = rest.index(after: rest.startIndex)
    while position < rest.endIndex {
      // The first place that the separator has decides, so that matching takes linear time.
      if strip(next, from: rest[position...]) != nil {
        guard let tail = match(rest[position...], from: index + 1) else { return nil }
        return [String(rest[..<position])] + tail
      }
      position = rest.index(after: position)
    }
    return nil
  }

  private func strip(_ literal: String, from text: Substring) -> Substring? {
    if literal.isEmpty { return text }
    if text.hasPrefix(literal) { return text.dropFirst(literal.count) }
    let encoded = String(decoding: PercentEncoding.encode(Array(literal.utf8)), as: UTF8.self)
    return text.hasPrefix(encoded) ? text.dropFirst(encoded.count) : nil
  }

  private func stripEnd(_ literal: String, from text: Substring) -> Substring? {
    if literal.isEmpty { return text }
    if text.hasSuffix(literal) { return text.dropLast(literal.count) }
    let encoded = String(decoding: PercentEncoding.encode(Array(literal.utf8)), as: UTF8.self)
    return text.hasSuffix(encoded) ? text.dropLast(encoded.count) : nil
  }
}
