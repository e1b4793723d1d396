import Documents

extension FunctionDefinition {
  static let conversion = [
    FunctionDefinition(
      "text",
      ["value"],
      "The value written out as text.",
      example: "text(7)  # \"7\""
    ) { arguments throws(FunctionFailure) in try arguments.bounded(arguments[0].writtenOut) },
    FunctionDefinition(
      "bool",
      ["value"],
      "true for true and the text \"true\", false for false and \"false\".",
      example: "bool(env.CI ?? 'false')"
    ) { arguments throws(FunctionFailure) in
      switch arguments[0] {
      case .bool, .string("true"), .string("false"):
        return .bool(arguments[0] == true || arguments[0] == "true")
      case .string(let text):
        throw FunctionFailure("bool wants true or false, got \"\(text)\"", argument: 0)
      case .null, .number, .array, .object:
        throw arguments.unfit(0, wanted: "true or false", hint: "compare it, as in value != 0")
      }
    },
    FunctionDefinition(
      "type",
      ["value"],
      "The type of a value: string, number, boolean, null, array or object.",
      example: "type([])  # \"array\""
    ) { arguments in .string(arguments[0].typeName) },
  ]
}
