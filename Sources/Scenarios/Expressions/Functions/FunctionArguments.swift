import Documents

/// The arguments of a call, read as what the function wants.
struct FunctionArguments {
  /// How many elements a list made by a function may have.
  static let largestList = 10_000_000
  /// How many bytes a text made by a function may have.
  static let largestText = 64 << 20

  let function: FunctionDefinition
  let values: [JSONValue]
  let services: ExpressionServices

  /// How many there are.
  var count: Int { values.count }

  /// The value of an argument.
  subscript(index: Int) -> JSONValue { values[index] }

  /// What is wrong with an argument.
  func unfit(_ index: Int, wanted: String, hint: String? = nil) -> FunctionFailure {
    let place = min(index, function.parameters.count - 1)
    let name = function.parameters.indices.contains(place) ? function.parameters[place].name : ""
    // A list as list needs no second word.
    let role = wanted.hasSuffix(" \(name)") ? "" : " as \(name)"
    return FunctionFailure(
      "\(function.name) wants \(wanted)\(role), got \(values[index].kindName)",
      argument: index,
      hint: hint
    )
  }

  /// A text; numbers and booleans count as written.
  func text(_ index: Int) throws(FunctionFailure) -> String {
    switch values[index] {
    case .string(let text): return text
    case .number(let number): return number.literal
    case .bool(let value): return value ? "true" : "false"
    case .null, .array, .object:
      throw unfit(index, wanted: "a text", hint: "to_json(…) writes any value as text")
    }
  }

  /// A number.
  func number(_ index: Int) throws(FunctionFailure) -> JSONNumber {
    guard case .number(let number) = values[index] else {
      throw unfit(
        index,
        wanted: "a number",
        hint: values[index].string == nil ? nil : "int(…) and float(…) make numbers of texts"
      )
    }
    return number
  }

  /// A whole number that fits a machine's.
  func int(_ index: Int) throws(FunctionFailure) -> Int {
    let number = try number(index)
    guard let value = number.int else {
      throw FunctionFailure(
        "\(function.name) wants a whole number, got \(number)",
        argument: index
      )
    }
    return value
  }

  /// A whole number from 0 up to a limit.
  func count(_ index: Int, atMost limit: Int) throws(FunctionFailure) -> Int {
    let value = try int(index)
    guard (0...limit).contains(value) else {
      throw FunctionFailure(
        "\(function.name) wants a number from 0 to \(limit), got \(value)",
        argument: index
      )
    }
    return value
  }

  /// A boolean.
  func boolean(_ index: Int) throws(FunctionFailure) -> Bool {
    guard case .bool(let value) = values[index] else {
      throw unfit(index, wanted: "true or false")
    }
    return value
  }

  /// A list.
  func list(_ index: Int) throws(FunctionFailure) -> [JSONValue] {
    guard case .array(let items) = values[index] else { throw unfit(index, wanted: "a list") }
    return items
  }

  /// One of some words, the first when the argument is left out.
  func word(_ index: Int, of words: [String]) throws(FunctionFailure) -> String {
    guard count > index else { return words[0] }
    let word = try text(index)
    if let failure = function.complaint(aboutWord: word, at: index, of: words) { throw failure }
    return word
  }

  /// A regular expression.
  func pattern(_ index: Int) throws(FunctionFailure) -> RegularExpression {
    let pattern = try text(index)
    do throws(RegularExpression.ParsingError) {
      return try RegularExpression(pattern)
    } catch {
      let (message, hint) = error.told("\"\(pattern)\" is not a regular expression")
      throw FunctionFailure(message, argument: index, hint: hint)
    }
  }

  /// A list that is not too long.
  func bounded(_ list: [JSONValue]) throws(FunctionFailure) -> JSONValue {
    guard list.count <= Self.largestList else { throw tooLong() }
    return .array(list)
  }

  /// That a list would have too many elements.
  func tooLong() -> FunctionFailure {
    FunctionFailure("\(function.name) makes a list of more than 10 million elements")
  }

  /// A text that is not too long.
  func bounded(_ text: String) throws(FunctionFailure) -> JSONValue {
    guard text.utf8.count <= Self.largestText else {
      throw FunctionFailure("\(function.name) makes a text of more than 64 MiB")
    }
    return .string(text)
  }
}
