import Diagnostics
import Documents
import Scenarios

extension HurlLowering {
  /// The name of a variable in which placeholders may stand.
  ///
  /// A plan has the names of all variables before anything is sent, so the placeholders must be known then.
  ///
  /// - Parameter template: the name.
  /// - Returns: the name with the placeholders filled in; `nil` for one that is not known or is no name, which is reported.
  mutating func name(_ template: HurlTemplate) -> Spelled<String>? {
    if let literal = template.literal { return Spelled(literal, at: template.range) }
    var text = ""
    for part in template.parts {
      switch part {
      case .text(let piece): text += piece.value
      case .placeholder(let placeholder):
        guard let known = knownText(placeholder) else { return nil }
        text += known
      }
    }
    guard !text.isEmpty, text.unicodeScalars.allSatisfy(Self.isInName) else {
      error(
        "\"\(text)\" cannot be the name of a variable",
        at: template.range,
        hint: "a name has letters, digits, _ and -"
      )
      return nil
    }
    return Spelled(text, at: template.range)
  }

  /// What a variable says, as far as it can be part of a name.
  func knownText(_ value: HurlVariable.Value) -> String? {
    switch value {
    case .null: "null"
    case .boolean(let bool): bool ? "true" : "false"
    case .number(let number): Int(number).map(String.init)
    case .text(let text): text.literal
    }
  }

  private mutating func knownText(_ placeholder: HurlPlaceholder) -> String? {
    guard case .variable(let name) = placeholder.expression else {
      error(
        "the name of a variable must be known before the run, and the result of a function is not",
        at: placeholder.range,
        hint: "write the name itself"
      )
      return nil
    }
    guard let text = knownTexts[self.name(name)] else {
      error(
        "the name of a variable must be known before the run, and the value of \"\(name.value)\" is not",
        at: placeholder.range,
        hint:
          "give it a value with --variable \(name.value)=… or with variable: \(name.value)=… in [Options]"
      )
      return nil
    }
    return text
  }

  private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "-" || scalar.properties.isAlphabetic && scalar.isASCII
      || ("0"..."9").contains(scalar)
  }
}

extension JSONValue {
  /// What the value says as part of a name; `nil` for one that has no such text.
  var nameText: String? {
    switch self {
    case .string(let text): text
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): number.int.map(String.init)
    case .null: "null"
    case .array, .object: nil
    }
  }
}
