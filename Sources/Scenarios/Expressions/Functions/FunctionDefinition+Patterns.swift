import Documents

extension FunctionDefinition {
  /// Regular expressions, which have PCRE2's syntax.
  static let patterns = [
    FunctionDefinition(
      "matches",
      ["text", "pattern"],
      "Whether a regular expression (PCRE2's syntax) is found in a text.",
      example: "matches('A-17', '^A-[0-9]+$')  # true"
    ) { arguments throws(FunctionFailure) in
      let pattern = try arguments.pattern(1)
      let text = try arguments.text(0)
      let finding = pattern.search(text)
      if let limitation = finding.limitation(of: text) { throw FunctionFailure(limitation) }
      return .bool(finding != .missing)
    },
    FunctionDefinition(
      "regex",
      ["text", "pattern"],
      "What a regular expression finds first in a text: its group 1, or all of it without a group; nothing when it is not found.",
      example: "regex('order 42 of 99', 'order (\\d+)')  # \"42\""
    ) { arguments throws(FunctionFailure) in
      let pattern = try arguments.pattern(1)
      let text = try arguments.text(0)
      let finding = pattern.capture(in: text)
      if let limitation = finding.limitation(of: text) { throw FunctionFailure(limitation) }
      guard case .found(let found?) = finding else { return nil }
      return .string(found)
    },
    FunctionDefinition(
      "regex_all",
      ["text", "pattern"],
      "All that a regular expression finds in a text: of each match group 1 (null where it took no part), or all of it without a group.",
      example: "regex_all('a=1, b=22', '=(\\d+)')  # [\"1\", \"22\"]"
    ) { arguments throws(FunctionFailure) in
      let pattern = try arguments.pattern(1)
      let text = try arguments.text(0)
      let bytes = Array(text.utf8)
      let group = min(pattern.groupCount, 1)
      var found: [JSONValue] = []
      let ending = pattern.visitMatches(in: text, groups: group) { ranges in
        found.append(
          ranges[group].map { .string(String(decoding: bytes[$0], as: UTF8.self)) } ?? .null
        )
        return found.count <= FunctionArguments.largestList
      }
      if let limitation = ending.limitation(of: text) { throw FunctionFailure(limitation) }
      return try arguments.bounded(found)
    },
    FunctionDefinition(
      "replace_regex",
      ["text", "pattern", "replacement"],
      "The text with all that a regular expression finds replaced; $1 in the replacement is group 1, $0 all of it, $$ a dollar sign.",
      example: "replace_regex('2026-11-21', '(\\d+)-(\\d+)', '$2/$1')  # \"11/2026-21\""
    ) { arguments throws(FunctionFailure) in
      let pattern = try arguments.pattern(1)
      let text = try arguments.text(0)
      let template = try replacement(try arguments.text(2))
      let last = template.compactMap(\.group).max() ?? 0
      guard last <= pattern.groupCount else {
        throw FunctionFailure(
          "the replacement names group \(last), the regular expression has \(pattern.groupCount)",
          argument: 2
        )
      }
      let bytes = Array(text.utf8)
      var made: [UInt8] = []
      var end = 0
      let ending = pattern.visitMatches(in: text, groups: last) { ranges in
        guard let whole = ranges[0], whole.lowerBound >= end else { return false }
        made += bytes[end..<whole.lowerBound]
        for piece in template {
          switch piece {
          case .text(let text): made += text
          case .group(let number): if let range = ranges[number] { made += bytes[range] }
          }
        }
        end = whole.upperBound
        return made.count <= FunctionArguments.largestText
      }
      if let limitation = ending.limitation(of: text) { throw FunctionFailure(limitation) }
      if made.count <= FunctionArguments.largestText { made += bytes[end...] }
      return try arguments.bounded(String(decoding: made, as: UTF8.self))
    },
  ]

  /// A piece of what replaces a match.
  enum ReplacementPiece {
    /// Text, in UTF-8.
    case text([UInt8])
    /// The number of a group.
    case group(Int)

    /// The number of the group, if it is one.
    var group: Int? { if case .group(let number) = self { number } else { nil } }
  }

  /// Reads a replacement: `$` and one or two digits, `${…}` with digits, `$$`, or text.
  static func replacement(_ written: String) throws(FunctionFailure) -> [ReplacementPiece] {
    var pieces: [ReplacementPiece] = []
    var text: [UInt8] = []
    var rest = Array(written.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "$") else {
        text.append(byte)
        continue
      }
      if rest.first == UInt8(ascii: "$") {
        text.append(rest.removeFirst())
        continue
      }
      let isBraced = rest.first == UInt8(ascii: "{")
      if isBraced { rest.removeFirst() }
      let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }.prefix(2)
      rest = rest.dropFirst(digits.count)
      guard let number = Int(String(decoding: digits, as: UTF8.self)),
        !isBraced || rest.popFirst() == UInt8(ascii: "}")
      else {
        throw FunctionFailure(
          "no number of a group behind $ in the replacement",
          argument: 2,
          hint: "write $1 for group 1, $$ for a dollar sign"
        )
      }
      pieces += [.text(text), .group(number)]
      text = []
    }
    return pieces + [.text(text)]
  }
}
