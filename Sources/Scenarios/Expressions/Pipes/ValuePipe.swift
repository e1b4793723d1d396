public import Diagnostics
public import Documents
import Encodings

/// Functions that turn a value one after the other, as `pipe` of a matcher or a capture lists them.
///
/// Each is one of ``FunctionCatalogue``; the value is its first argument.
///
/// ```swift
/// let pipe = try ValuePipe(from: [["split": ","], "count"])
/// pipe.text                                     // split(",") | count
/// try pipe.value(of: "a,b", in: scope.services) // 2
/// ```
public struct ValuePipe: Sendable {
  /// A function with its arguments behind the value.
  private struct Stage: Sendable {
    let function: FunctionDefinition
    let arguments: [JSONValue]

    /// As an expression has it behind `|`.
    var text: String {
      guard !arguments.isEmpty else { return function.name }
      return "\(function.name)(\(arguments.map(\.description).joined(separator: ", ")))"
    }
  }

  /// Why a value cannot be turned.
  public struct Failure: Error, Sendable, Hashable {
    /// The value that a function was given; `nil` for nothing.
    public var value: JSONValue?
    /// The function with its arguments, as in ``ValuePipe/text``.
    public var function: String
    /// What is wrong, a fragment in lower case.
    public var message: String
  }

  private let stages: [Stage]

  /// Reads a pipe.
  ///
  /// - Parameter written: a list of names, and of maps of one name to its argument or a list of its arguments.
  /// - Throws: the first mistake, with its path from the list.
  public init(from written: JSONValue) throws(Mistake) {
    try self.init(from: written) { _ in false }
  }

  /// Reads a pipe.
  ///
  /// - Parameters:
  ///   - written: as above.
  ///   - isOpen: whether a text stands for a value that is not known yet.
  /// - Throws: the first mistake, with its path from the list.
  init(from written: JSONValue, isOpen: (String) -> Bool) throws(Mistake) {
    guard case .array(let elements) = written else {
      let function = written.string.flatMap { FunctionCatalogue.function(named: $0) }
      let hint = "write pipe: [\(function?.name ?? "count")]"
      throw Mistake("pipe takes a list of functions, got \(written.kindName)", hint: hint)
    }
    guard !elements.isEmpty else {
      throw Mistake("an empty pipe does nothing", hint: "write pipe: [count], or remove it")
    }
    var stages: [Stage] = []
    for (place, element) in elements.enumerated() {
      stages.append(try Self.stage(element, at: .index(place), isOpen))
    }
    self.stages = stages
  }

  private static func stage(
    _ element: JSONValue,
    at place: ValuePathElement,
    _ isOpen: (String) -> Bool
  ) throws(Mistake) -> Stage {
    let name: String
    var arguments: [JSONValue] = []
    var isKey = false
    var path: [ValuePathElement] { isKey ? [place, .key(name)] : [place] }
    switch element {
    case .string(let text):
      name = text
    case .object(let members) where members.count == 1:
      let (key, value) = members[0]
      name = key
      isKey = true
      arguments = value.array ?? [value]
    case .object, .array, .null, .bool, .number:
      throw Mistake(
        "a function of a pipe is a name, or a map of one name to its arguments",
        at: [place],
        hint: "as in pipe: [{ split: \",\" }, count]"
      )
    }
    let function = try function(named: name, at: path, aboutKey: isKey)
    if let message = function.complaint(aboutArguments: arguments.count + 1) {
      throw Mistake(
        "\(message) with the value",
        at: path,
        aboutKey: isKey,
        hint: "it is \(function.signature), and the value stands first"
      )
    }
    let isList = isKey && element.object?[0].value.array != nil
    for (index, argument) in arguments.enumerated() {
      guard let text = argument.string, !isOpen(text),
        let failure = function.complaint(aboutLiteral: text, at: index + 1)
      else { continue }
      let place = isList ? path + [.index(index)] : path
      throw Mistake(failure.message, at: place, hint: failure.hint)
    }
    return Stage(function: function, arguments: arguments)
  }

  private static func function(
    named name: String,
    at path: @autoclosure () -> [ValuePathElement],
    aboutKey: Bool
  ) throws(Mistake) -> FunctionDefinition {
    guard let function = FunctionCatalogue.function(named: name) else {
      let suggestion = ForeignWords.meant(by: name, .function, among: FunctionCatalogue.names)
      let advice = ForeignWords.advice(on: name, .function)
      throw Mistake(
        "unknown function \"\(name)\"",
        at: path(),
        aboutKey: aboutKey,
        hint: suggestion == nil ? advice ?? "curlew reference functions lists all" : nil,
        suggestion: suggestion
      )
    }
    guard function.turnsValues else {
      throw Mistake(
        "\(name) turns no value, so it stands in no pipe",
        at: path(),
        aboutKey: aboutKey,
        hint: "write it in ${…}, as in \(function.example.prefix { $0 != "#" })".trimmed
      )
    }
    return function
  }

  /// The functions as an expression has them behind a value: `split(",") | count`.
  public var text: String {
    stages.count == 1 ? stages[0].text : stages.map(\.text).joined(separator: " | ")
  }

  /// Whether the first function works on a list, so that it gets all nodes or fields that were found.
  public var takesList: Bool {
    let parameter = stages[0].function.parameters[0].name
    return parameter == "list" || parameter == "values"
  }

  /// Turns a value.
  ///
  /// - Parameters:
  ///   - value: `nil` for nothing, which stays nothing in functions that may give nothing themselves.
  ///   - services: clock, namespaces and secrets.
  /// - Returns: what the last function gives; `nil` for nothing.
  /// - Throws: why a function has no value.
  public func value(
    of value: JSONValue?,
    in services: ExpressionServices
  ) throws(Failure) -> JSONValue? {
    var current = value
    for stage in stages {
      guard let given = current else {
        if stage.function.mayGiveNothing { continue }
        throw Failure(
          value: .none,
          function: stage.text,
          message: "\(stage.function.name) wants a value"
        )
      }
      do throws(FunctionFailure) {
        current = try stage.function.value(of: [given] + stage.arguments, in: services)
      } catch {
        throw Failure(value: .some(given), function: stage.text, message: error.message)
      }
    }
    return current
  }
}
