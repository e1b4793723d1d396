import ArgumentParser
import Documents
import Encodings
import Engine
import HurlFiles
import Scenarios

/// Variables and secrets as Hurl's options, files and environment give them.
enum HurlVariables {
  /// Variables by their names in scenarios, weakest first: of the environment, of files, of `--variable`.
  ///
  /// - Parameters:
  ///   - environment: the process's.
  ///   - files: the paths of files of `name=value` lines.
  ///   - given: each `name=value`.
  /// - Returns: names with values, the strongest of one name last.
  /// - Throws: `ValidationError` for what cannot be read or understood.
  static func ofVariables(
    _ environment: [String: String],
    files: [String],
    given: [String]
  ) throws -> [(String, JSONValue)] {
    var variables = named(environment, "HURL_VARIABLE_")
    for path in files { variables += try pairs(ofFile: path, "--variables-file") }
    for text in given { variables.append(try pair(text, "--variable", noun: "variable")) }
    return try variables.map { name, text in
      (try checked(name), typed(text))
    }
  }

  /// Secrets by their names in scenarios: of the environment, then of files.
  ///
  /// - Parameters:
  ///   - environment: the process's.
  ///   - files: the paths of files of `name=value` lines.
  /// - Returns: names with values, the strongest of one name last.
  /// - Throws: `ValidationError` for what cannot be read or understood.
  static func ofSecrets(
    _ environment: [String: String],
    files: [String]
  ) throws -> [(String, String)] {
    var secrets = named(environment, "HURL_SECRET_")
    for path in files { secrets += try pairs(ofFile: path, "--secrets-file") }
    return try secrets.map { (try checked($0), $1) }
  }

  /// The value that a text stands for: `true`, `false`, `null`, a number, or text, which quotes keep from being anything else.
  static func typed(_ text: String) -> JSONValue {
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case _: break
    }
    if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
      return .string(String(text.dropFirst().dropLast()))
    }
    return JSONNumber(parsing: text).map { .number($0) } ?? .string(text)
  }

  private static func named(
    _ environment: [String: String],
    _ prefix: String
  ) -> [(String, String)] {
    environment.filter { $0.key.hasPrefix(prefix) && $0.key.utf8.count > prefix.utf8.count }
      .map { (String($0.key.dropFirst(prefix.count)), $0.value) }
      .sorted { $0.0 < $1.0 }
  }

  /// A text `name=value`.
  private static func pair(
    _ text: String,
    _ place: String,
    noun: String
  ) throws -> (String, String) {
    guard let equals = text.firstIndex(of: "=") else {
      throw ValidationError("\(place) takes name=value, got a \(noun) without \"=\"")
    }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  /// The pairs of a file: blank lines and lines that begin with `#` are passed over.
  private static func pairs(ofFile path: String, _ option: String) throws -> [(String, String)] {
    let bytes = try ValidationError.telling("\(option) \(path): ", InputFile.read(path))
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ValidationError("\(option) \(path): the file is not UTF-8")
    }
    var pairs: [(String, String)] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      let line = line.trimmingPrefix { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
      guard let first = line.first, first != "#" else { continue }
      let (name, value) = try pair(
        String(line),
        "\(option) \(path):\(number + 1)",
        noun: "line"
      )
      pairs.append((String(name.trimmingBlanks), String(value.trimmingBlanks)))
    }
    return pairs
  }

  /// The name of a variable in scenarios.
  private static func checked(_ name: String) throws -> String {
    let isName =
      !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" || $0 == "-"
      }
    guard isName else {
      throw ValidationError(
        "\"\(name)\" cannot be the name of a variable: letters, digits, _ and - can"
      )
    }
    guard !HurlFunction.reservedNames.contains(name) else {
      throw ValidationError("\"\(name)\" is a function and cannot be the name of a variable")
    }
    return HurlVariableName.name(of: name)
  }
}
