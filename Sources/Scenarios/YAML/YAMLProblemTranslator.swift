import Diagnostics
import Encodings

/// Says well what libyaml says badly, by looking at the text where it stopped.
struct YAMLProblemTranslator {
  let file: SourceFile

  /// What to tell the user about a problem.
  func diagnostic(for problem: YAMLEventReader.Problem) -> Diagnostic {
    let line = file.location(at: problem.offset).line
    var lines = [line]
    if let context = problem.contextOffset {
      let first = file.location(at: context).line
      if first < line { lines += [line - 1, first].filter { $0 >= first } }
    }
    // What is wrong on the line itself comes before what a generic slip there explains.
    for number in lines {
      if let trap = YAMLLine(file: file, number: number).trap(noticedAt: problem) { return trap }
    }
    return plain(problem)
  }

  /// `{{name}}` at an offset, as other tools write variables.
  func mustache(at start: Int) -> Diagnostic? {
    let utf8 = file.utf8
    guard utf8[start...].starts(with: "{{".utf8) else { return nil }
    // A name is short; a file of braces alone must not be searched to its end at each of them.
    let rest = utf8[(start + 2)...].prefix(1000).prefix { $0 != 0x0A }
    guard let close = rest.firstIndex(of: UInt8(ascii: "}")),
      close + 1 < utf8.count, utf8[close + 1] == UInt8(ascii: "}")
    else { return nil }
    let name = String(decoding: rest[..<close], as: UTF8.self).trimmed
    return Diagnostic(
      .error,
      "{{\(name)}} is how other tools write a variable",
      at: file.range(start..<(close + 2)),
      hint: "write \"${\(name)}\""
    )
  }

  /// A tag other than `!!str`.
  func tag(_ tag: String, at bytes: Range<Int>) -> Diagnostic {
    let start = bytes.lowerBound
    let utf8 = file.utf8[start...]
    let length = utf8.prefix { $0 > 0x20 && $0 != UInt8(ascii: ",") }.count
    let written = String(decoding: utf8.prefix(length), as: UTF8.self)
    return Diagnostic(
      .error,
      "the tag \(written) means nothing here",
      at: file.range(start..<(start + max(1, length))),
      hint: "quote a value that starts with !, as in \"\(written)\""
    )
  }

  private func plain(_ problem: YAMLEventReader.Problem) -> Diagnostic {
    let range = place(of: problem)
    if problem.message.hasPrefix("did not find expected ',' or"), isAtEnd(problem) {
      let bracket = String(decoding: file.utf8[range], as: UTF8.self)
      return Diagnostic(
        .error,
        "this \(bracket) is never closed",
        at: file.range(range),
        hint: "close it, or quote it if it is meant as text"
      )
    }
    let (message, hint) = Self.sentence(for: problem, file: file)
    return Diagnostic(.error, message, at: file.range(range), hint: hint)
  }

  private func isAtEnd(_ problem: YAMLEventReader.Problem) -> Bool {
    file.utf8[min(problem.offset, file.utf8.count)...].allSatisfy { $0 <= 0x20 }
  }

  /// Where to point: at what was opened when the file ends inside it, else where libyaml stopped.
  private func place(of problem: YAMLEventReader.Problem) -> Range<Int> {
    let utf8 = file.utf8
    let place = min(problem.offset, utf8.count)
    if let context = problem.contextOffset, context < utf8.count {
      if isAtEnd(problem) { return context..<(context + 1) }
      if problem.message == "could not find expected ':'" {
        let length = utf8[context...].prefix { $0 != 0x0A && $0 != 0x0D }.count
        return context..<(context + max(1, length))
      }
    }
    return place < utf8.count && utf8[place] != 0x0A ? place..<(place + 1) : place..<place
  }

  private static func sentence(
    for problem: YAMLEventReader.Problem,
    file: SourceFile
  ) -> (String, String?) {
    func opened(_ what: String) -> String {
      guard let context = problem.contextOffset else { return what }
      return "\(what) that starts on line \(file.location(at: context).line)"
    }
    switch problem.message {
    case "did not find expected ',' or '}'":
      return (
        "expected \",\" or \"}\" in \(opened("the map"))", "quote values that hold , : [ ] { }"
      )
    case "did not find expected ',' or ']'":
      return (
        "expected \",\" or \"]\" in \(opened("the list"))", "quote values that hold , : [ ] { }"
      )
    case "did not find expected key":
      return (
        "expected a key here, in \(opened("the map"))",
        "keys of one map start in one column; quote a value that goes on here"
      )
    case "did not find expected '-' indicator":
      return (
        "expected \"- \" here, in \(opened("the list"))",
        "the items of one list start in one column"
      )
    case "mapping values are not allowed in this context":
      return (
        "\": \" cannot stand here",
        "quote a value that holds \": \", or start the key on a line of its own"
      )
    case "could not find expected ':'":
      return ("a key without \":\" behind it", "write \"key: value\", or quote the text")
    case "found unexpected end of stream":
      return ("these quotes are never closed", "add the closing quote at the end of the text")
    case "block sequence entries are not allowed in this context":
      return ("\"- \" cannot stand here", "start the list on the next line")
    case "found undefined tag handle":
      return ("a tag that is not defined", "quote a value that starts with !")
    case "did not find expected <document start>":
      return (
        "this does not belong to what stands before",
        "keys of one map start in one column; quote a text that goes over lines"
      )
    case "found invalid Unicode character", "control characters are not allowed":
      return (
        "a control character that YAML does not allow", "write it as \"\\u…\" in double quotes"
      )
    case "did not find expected node content":
      return ("expected a value here", "quote a text that holds , : [ ] { }")
    case "found character that cannot start any token":
      return ("this character cannot start a value", "quote the value")
    case "found unexpected document indicator":
      return ("--- or ... inside quotes", "add the closing quote before it")
    case "found unexpected ':'":
      return ("an unquoted : inside { } or [ ]", "quote the value")
    case "mapping keys are not allowed in this context":
      return ("\"? \" cannot stand here", "quote the value")
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected",
      "found a tab character that violate indentation":
      return ("a tab in the indentation", "indent by spaces")
    case "did not find expected whitespace or line break":
      return ("expected a space here", "quote the value")
    case "did not find expected comment or line break":
      return ("nothing but a comment can stand here", "start the text on the next line")
    case "found unknown escape character":
      return ("this escape means nothing in double quotes", "use single quotes")
    case "found duplicate %YAML directive", "found incompatible YAML document",
      "found unknown directive name", "could not find expected directive name":
      return ("a directive that means nothing here", "quote a value that starts with %")
    case let message:
      return ("not YAML: \(message)", nil)
    }
  }
}
