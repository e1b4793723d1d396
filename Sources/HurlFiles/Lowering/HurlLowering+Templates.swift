import Diagnostics
import Documents
import Scenarios

/// How values come into a text.
enum HurlTextUse {
  /// As they are.
  case text
  /// Into a URL, of which they are pieces.
  case url
  /// Into a string of JSON, escaped.
  case jsonString
}

extension HurlLowering {
  /// A text with its placeholders.
  ///
  /// - Parameters:
  ///   - template: the text.
  ///   - use: how values come into it.
  /// - Returns: a text in any case, unless it is a lone placeholder: that has the type of its value.
  mutating func text(_ template: HurlTemplate, as use: HurlTextUse = .text) -> ScenarioNode {
    if let literal = template.literal { return .text(literal, at: template.range) }
    var text = HurlTemplateText()
    for part in template.parts {
      switch part {
      case .text(let piece): text.add(piece.value)
      case .placeholder(let placeholder): add(placeholder, to: &text, as: use)
      }
    }
    return ScenarioNode(.template(text.finished()), at: template.range)
  }

  /// A text with its placeholders, which a lone placeholder is too.
  mutating func strictText(_ template: HurlTemplate) -> ScenarioNode {
    guard let placeholder = template.lonePlaceholder else { return text(template) }
    return .expression("text(\(textExpression(placeholder)))", at: template.range)
  }

  /// The path of a file.
  mutating func path(_ template: HurlTemplate) -> ScenarioNode {
    var node = text(template)
    node.isPath = true
    return node
  }

  /// The value of a lone placeholder, with its type.
  mutating func value(_ placeholder: HurlPlaceholder) -> ScenarioNode {
    .expression(expression(placeholder), at: placeholder.range)
  }

  mutating func add(
    _ placeholder: HurlPlaceholder,
    to text: inout HurlTemplateText,
    as use: HurlTextUse
  ) {
    let expression = textExpression(placeholder)
    switch use {
    case .text: text.add(expression: expression)
    // What a URL starts with is URL text in any case.
    case .url: text.add(expression: text.isEmpty ? expression : "raw(\(expression))")
    case .jsonString:
      text.add(expression: "replace_regex(to_json(text(\(expression))), '^\"|\"$', '')")
    }
  }

  /// A text as an expression.
  mutating func expression(_ template: HurlTemplate) -> String {
    guard !template.isEmpty else { return "''" }
    return template.parts.map { part in
      switch part {
      case .text(let text): Self.quoted(text.value)
      case .placeholder(let placeholder): "text(\(textExpression(placeholder)))"
      }
    }.joined(separator: " + ")
  }

  /// A text as a literal of expressions.
  static func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }

  /// What stands between the braces, as an expression.
  mutating func expression(_ placeholder: HurlPlaceholder) -> String {
    switch placeholder.expression {
    case .variable(let name): value(of: name)
    case .function(let function, let arguments):
      Self.call(of: function.value, arguments.map(\.value))
    }
  }

  /// What stands between the braces, for a text around it: a date has a spelling of its own there.
  private mutating func textExpression(_ placeholder: HurlPlaceholder) -> String {
    let expression = expression(placeholder)
    guard case .variable(let name) = placeholder.expression,
      captured[HurlVariableName.name(of: name.value)]?.isDate == true
    else { return expression }
    return "date(\(expression), \(Self.quoted(Self.dateFormat)))"
  }

  /// Whether a placeholder stands for bytes that were captured.
  func isBytes(_ placeholder: HurlPlaceholder) -> Bool {
    guard case .variable(let name) = placeholder.expression else { return false }
    return captured[HurlVariableName.name(of: name.value)]?.kind == .bytes
  }

  /// How a date becomes a text.
  static let dateFormat = "%Y-%m-%dT%H:%M:%S.%6fZ"

  /// What gives the value of a variable: a secret of its name, or the variable.
  mutating func value(of name: Spelled<String>) -> String {
    let result = self.name(name)
    return settings.secretNames.contains(result) ? "secret.\(result)" : result
  }

  /// The name of a variable that gets a value.
  mutating func target(_ name: Spelled<String>) -> String {
    let result = self.name(name)
    if settings.secretNames.contains(result) {
      error(
        "\"\(name.value)\" is a secret and cannot get another value",
        at: name.range,
        hint: "choose another name"
      )
    }
    return result
  }

  /// The name of a variable.
  mutating func name(_ name: Spelled<String>) -> String {
    let (result, other) = names.name(of: name)
    if let other {
      error(
        "the variables \"\(other)\" and \"\(name.value)\" differ only in - and _",
        at: name.range,
        hint: "rename one of them"
      )
    }
    return result
  }

  /// What a function is in the language.
  private static func call(of function: HurlFunction, _ arguments: [Int]) -> String {
    func one(of texts: [String]) -> String {
      "nth([\(texts.map(quoted).joined(separator: ", "))], random(0, \(texts.count - 1)))"
    }
    let firstNames = ["Ada", "Alan", "Barbara", "Edsger", "Grace", "Katherine", "Niklaus", "Tony"]
    let lastNames = ["Dijkstra", "Hoare", "Hopper", "Johnson", "Liskov", "Lovelace", "Turing"]
    return switch function {
    case .newDate: "date(now(), \(quoted(dateFormat)))"
    case .newUuid: "uuid()"
    case .randomBool: "(random(0, 1) == 1)"
    case .randomEmail: "(lower(random_text(10)) + '@example.com')"
    case .randomFirstName: one(of: firstNames)
    case .randomLastName: one(of: lastNames)
    case .randomFullName: "(\(one(of: firstNames)) + ' ' + \(one(of: lastNames)))"
    case .randomWord: one(of: ["amber", "brook", "cedar", "delta", "ember", "fjord", "grove"])
    case .randomInt: "random(\(arguments[0]), \(arguments[1]))"
    case .randomString: "random_text(\(arguments[0]))"
    }
  }
}

/// A text of the language in the making, in which plain characters stay plain.
struct HurlTemplateText {
  private var text = ""
  /// Whether it has nothing in it.
  var isEmpty: Bool { text.isEmpty && dollars == 0 }
  /// The dollar signs at the end of what was added, which are nothing special only if no brace follows.
  private var dollars = 0

  /// Adds characters that stand for themselves.
  mutating func add(_ literal: String) {
    for character in literal.unicodeScalars {
      if character == "$" {
        dollars += 1
      } else {
        settle(before: character)
        text.unicodeScalars.append(character)
      }
    }
  }

  /// Adds `${…}`.
  mutating func add(expression: String) {
    settle(before: "{")
    text += "${\(expression)}"
  }

  /// The whole text.
  mutating func finished() -> String {
    settle(before: nil)
    return text
  }

  private mutating func settle(before next: Unicode.Scalar?) {
    guard dollars > 0 else { return }
    let run = String(repeating: "$", count: dollars)
    text += next == "{" ? "${'\(run)'}" : run
    dollars = 0
  }
}
