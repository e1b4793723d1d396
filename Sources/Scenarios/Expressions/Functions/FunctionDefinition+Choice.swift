import Documents

extension FunctionDefinition {
  static let choice = [
    FunctionDefinition(
      "if",
      ["condition", "then", "otherwise"],
      "One of two values; only the one that is taken is evaluated.",
      example: "if(quantity > 10, 'bulk', 'single')"
    ) { arguments throws(FunctionFailure) in
      // The parser makes a conditional of the call, so that the other value is never evaluated.
      try arguments.boolean(0) ? arguments[1] : arguments[2]
    },
    FunctionDefinition(
      "required",
      ["value"],
      "The value itself; where there is nothing, it fails.",
      example: "required('a')  # \"a\""
    ) { $0[0] },
    FunctionDefinition(
      "only_text",
      ["value"],
      "The value itself; where it is no text, it fails. Functions of texts take numbers and booleans, too.",
      example: "only_text('7')  # \"7\""
    ) { arguments throws(FunctionFailure) in
      guard case .string = arguments[0] else {
        throw arguments.unfit(0, wanted: "a text", hint: "text(…) writes a value as text")
      }
      return arguments[0]
    },
    FunctionDefinition(
      "raw",
      ["value"],
      "The value as it is, not escaped where it stands in XML or in a URL.",
      example: "raw('<b/>')"
    ) { $0[0] },
  ]
}
