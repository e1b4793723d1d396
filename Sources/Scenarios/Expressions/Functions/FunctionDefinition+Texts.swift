import Documents
import Encodings

extension FunctionDefinition {
  static let texts = [
    FunctionDefinition(
      "length",
      ["value"],
      "The characters (code points) of a text, the elements of a list, the members of an object.",
      example: "length('abc')  # 3"
    ) { arguments throws(FunctionFailure) in
      switch arguments[0] {
      case .string(let text): return .number(JSONNumber(text.unicodeScalars.count))
      case .array(let items): return .number(JSONNumber(items.count))
      case .object(let members): return .number(JSONNumber(members.count))
      case .null, .bool, .number:
        throw arguments.unfit(0, wanted: "a text, a list or an object")
      }
    },
    FunctionDefinition(
      "lower",
      ["text"],
      "The text in lower case.",
      example: "lower('ABC')  # \"abc\""
    ) { arguments throws(FunctionFailure) in .string(try arguments.text(0).lowercased()) },
    FunctionDefinition(
      "upper",
      ["text"],
      "The text in upper case.",
      example: "upper('abc')  # \"ABC\""
    ) { arguments throws(FunctionFailure) in .string(try arguments.text(0).uppercased()) },
    FunctionDefinition(
      "trim",
      ["text"],
      "The text without white space at its ends.",
      example: "trim(' a ')  # \"a\""
    ) { arguments throws(FunctionFailure) in .string(try arguments.text(0).trimmed) },
    FunctionDefinition(
      "replace",
      ["text", "old", "new"],
      "The text with each occurrence of a text replaced by another.",
      example: "replace('a-b', '-', '+')  # \"a+b\""
    ) { arguments throws(FunctionFailure) in
      let text = try arguments.text(0)
      let (old, new) = (try arguments.text(1), try arguments.text(2))
      guard !old.isEmpty else {
        throw FunctionFailure("replace cannot look for an empty text", argument: 1)
      }
      let pieces = pieces(of: text, between: old)
      let size = text.utf8.count + (pieces.count - 1) * (new.utf8.count - old.utf8.count)
      guard size <= FunctionArguments.largestText else {
        throw FunctionFailure("replace makes a text of more than 64 MiB")
      }
      return .string(pieces.joined(separator: new))
    },
    FunctionDefinition(
      "split",
      ["text", "separator"],
      "The pieces of a text between separators.",
      example: "split('a,b', ',')  # [\"a\", \"b\"]"
    ) { arguments throws(FunctionFailure) in
      let separator = try arguments.text(1)
      guard !separator.isEmpty else {
        throw FunctionFailure("split needs a separator", argument: 1)
      }
      return .array(pieces(of: try arguments.text(0), between: separator).map { .string($0) })
    },
    FunctionDefinition(
      "join",
      ["list", "separator?"],
      "The elements of a list as one text.",
      example: "join(['a', 'b'], ', ')  # \"a, b\""
    ) { arguments throws(FunctionFailure) in
      let separator = arguments.count > 1 ? try arguments.text(1) : ""
      var text = ""
      for (place, item) in try arguments.list(0).enumerated() {
        if place > 0 { text += separator }
        text += item.writtenOut
        guard text.utf8.count <= FunctionArguments.largestText else {
          throw FunctionFailure("join makes a text of more than 64 MiB")
        }
      }
      return .string(text)
    },
    FunctionDefinition(
      "contains",
      ["value", "part"],
      "Whether a text holds a text, a list an equal element, an object a key.",
      example: "contains('abc', 'b')  # true"
    ) { arguments throws(FunctionFailure) in
      switch arguments[0] {
      case .array(let items): return .bool(items.contains(arguments[1]))
      case .object(let members): return .bool(members[try arguments.text(1)] != nil)
      case .string, .number, .bool, .null:
        let (text, part) = (try arguments.text(0), try arguments.text(1))
        return .bool(part.isEmpty || pieces(of: text, between: part).count > 1)
      }
    },
  ]

  /// The pieces of a text between the occurrences of another, found code point by code point.
  static func pieces(of text: String, between separator: String) -> [String] {
    let bytes = Array(text.utf8)
    let wanted = Array(separator.utf8)
    var pieces: [String] = []
    var start = 0
    var place = 0
    while place + wanted.count <= bytes.count {
      if bytes[place] == wanted[0], bytes[place..<(place + wanted.count)].elementsEqual(wanted) {
        pieces.append(String(decoding: bytes[start..<place], as: UTF8.self))
        place += wanted.count
        start = place
      } else {
        place += 1
      }
    }
    pieces.append(String(decoding: bytes[start...], as: UTF8.self))
    return pieces
  }
}
