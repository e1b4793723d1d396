import Documents
import Encodings

/// A function of the expression language, with what help and checks need to know of it.
public final class FunctionDefinition: Sendable {
  /// One of a function's parameters.
  public struct Parameter: Sendable, Hashable {
    /// Its name, for messages and help.
    public var name: String
    /// Whether it may be left out.
    public var isOptional: Bool
    /// Whether it may be given several times; only the last one.
    public var repeats: Bool
  }

  /// The name it is called by.
  public let name: String
  /// What it takes, in order.
  public let parameters: [Parameter]
  /// One sentence.
  public let summary: String
  /// A call with its value, such as `upper('a')  # "A"`.
  public let example: String

  /// Whether its result reveals a secret that went in, so that it is masked, too.
  let handsOnSecrets: Bool

  /// Functions that turn texts over, take them apart or digest them. (Base64 and percent-encoding of a secret are known as its spellings.)
  private static let handingOnSecrets: Set<String> = [
    "+", "base64_decode", "base64_to_hex", "base64url_to_hex", "concat", "filter", "flatten",
    "from_json", "hex", "hex_decode", "hex_to_base64", "hex_to_base64url", "hmac_sha256",
    "hmac_sha512", "html_escape", "html_unescape", "html_xpath", "join", "jsonpath", "jsonpath_all",
    "jwt", "lower", "map",
    "md5", "regex", "regex_all", "replace", "replace_regex", "reverse", "sha1", "sha256",
    "sha512", "split", "trim", "upper", "url_decode", "url_param", "url_parse",
    "url_resolve", "xpath",
  ]

  /// Whether a pipe may turn a value by it: not what draws at random, tells the time or names a file.
  let turnsValues: Bool

  private static let makingValues: Set<String> = [
    "file", "file_hex", "now", "random", "random_text", "timestamp", "uuid",
  ]

  /// Whether it may come to nothing, so that a pipe hands nothing on.
  let mayGiveNothing: Bool

  private static let findingFunctions: Set<String> = [
    "first", "html_xpath", "jsonpath", "last", "max", "min", "nth", "regex", "unwrap",
    "url_param",
    "xpath",
  ]

  /// Whether all of each argument stands in the result, so that the rest of it is no secret.
  var keepsItsArguments: Bool { name == "+" || name == "concat" }

  /// With how few arguments it can be called.
  private let fewestArguments: Int

  /// With how many arguments it can be called.
  private let mostArguments: Int

  let body: @Sendable (FunctionArguments) throws(FunctionFailure) -> JSONValue?

  /// Defines a function.
  ///
  /// - Parameters:
  ///   - name: the name it is called by.
  ///   - parameters: their names; one that ends in `?` may be left out, one that ends in `…` repeats.
  ///   - summary: one sentence.
  ///   - example: a call with its value.
  ///   - body: makes the value of the arguments, whose number is right.
  init(
    _ name: String,
    _ parameters: [String],
    _ summary: String,
    example: String,
    body: @escaping @Sendable (FunctionArguments) throws(FunctionFailure) -> JSONValue?
  ) {
    self.name = name
    self.parameters = parameters.map { written in
      let isOptional = written.hasSuffix("?")
      let repeats = written.hasSuffix("…")
      return Parameter(
        name: isOptional || repeats ? String(written.dropLast()) : written,
        isOptional: isOptional,
        repeats: repeats
      )
    }
    self.summary = summary
    self.example = example
    self.body = body
    handsOnSecrets = Self.handingOnSecrets.contains(name)
    turnsValues = !Self.makingValues.contains(name)
    mayGiveNothing = Self.findingFunctions.contains(name)
    fewestArguments = self.parameters.count { !$0.isOptional }
    mostArguments = self.parameters.last?.repeats == true ? Int.max : self.parameters.count
  }

  /// The call with the names of its parameters, `round(number, digits?)`.
  public var signature: String {
    let words = parameters.map { $0.name + ($0.isOptional ? "?" : "") + ($0.repeats ? ", …" : "") }
    return "\(name)(\(words.joined(separator: ", ")))"
  }

  /// What it makes of values.
  ///
  /// - Parameters:
  ///   - values: the arguments, whose number is right.
  ///   - services: clock, randomness, files, and secrets, to which a result that shows one is added.
  /// - Returns: the value, or `nil` for nothing.
  /// - Throws: why it has none.
  func value(
    of values: [JSONValue],
    in services: ExpressionServices
  ) throws(FunctionFailure) -> JSONValue? {
    let arguments = FunctionArguments(function: self, values: values, services: services)
    let result = try body(arguments)
    if handsOnSecrets, let result { arguments.concealSecrets(in: result) }
    return result
  }

  /// What is wrong with that many arguments, or `nil`.
  func complaint(aboutArguments count: Int) -> String? {
    guard count < fewestArguments || count > mostArguments else { return nil }
    let wanted =
      switch (fewestArguments, mostArguments) {
      case (0, 0): "no arguments"
      case (1, 1): "1 argument"
      case (0, 1): "at most 1 argument"
      case (let least, let most) where least == most: "\(least) arguments"
      case (let least, .max): "at least \(least) argument\(least == 1 ? "" : "s")"
      case (let least, let most): "\(least) to \(most) arguments"
      }
    return "\(name) takes \(wanted), got \(count)"
  }

  /// What is wrong with a literal text that stands for a parameter, or `nil`: what only its form decides is found before anything runs.
  func complaint(aboutLiteral text: String, at place: Int) -> FunctionFailure? {
    guard parameters.indices.contains(place) else { return nil }
    do {
      switch parameters[place].name {
      case "condition": _ = try JSONPathCondition(parsing: text)
      case "pattern": _ = try RegularExpression(text)
      case "offset": _ = try Self.offset(text)
      case "path" where name == "jsonpath" || name == "jsonpath_all" || name == "map":
        _ = try JSONPath(parsing: text)
      case "path" where name == "xpath" || name == "html_xpath": _ = try XPath(parsing: text)
      case "replacement": _ = try Self.replacement(text)
      case "format": _ = try Instant(seconds: 0).written(text)
      case "strftime": _ = try Instant.strftime(text)
      case "charset":
        if !Charset.isKnown(text) {
          return FunctionFailure(TextDecodingError(unknown: text).message, argument: place)
        }
      case "encoding": return complaint(aboutWord: text, at: place, of: Self.encodings)
      case "input": return complaint(aboutWord: text, at: place, of: Self.inputs)
      case _: break
      }
      return nil
    } catch let failure as FunctionFailure {
      return failure
    } catch let error as XPathError {
      return FunctionFailure(error.description, argument: place)
    } catch let error as RegularExpression.ParsingError {
      let (message, hint) = error.told("\"\(text)\" is not a regular expression")
      return FunctionFailure(message, argument: place, hint: hint)
    } catch {
      return FunctionFailure("\"\(text)\": \(error)", argument: place)
    }
  }

  /// What is wrong with an argument that is one of some words, or `nil`.
  func complaint(aboutWord word: String, at place: Int, of words: [String]) -> FunctionFailure? {
    guard !words.contains(word) else { return nil }
    let list = words.map { "'\($0)'" }.joined(separator: ", ")
    return FunctionFailure(
      "\(name) knows no \"\(word)\"",
      argument: place,
      hint: "write one of \(list)"
    )
  }
}

/// Why a function has no value.
struct FunctionFailure: Error {
  var message: String
  /// The argument to blame, from 0.
  var argument: Int?
  var hint: String?

  init(_ message: String, argument: Int? = nil, hint: String? = nil) {
    self.message = message
    self.argument = argument
    self.hint = hint
  }
}
