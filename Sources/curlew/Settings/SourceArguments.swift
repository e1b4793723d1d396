import ArgumentParser
import Diagnostics
import Documents
import Engine
import Glibc
import Scenarios

/// What the command line says of what is read and what it starts from, as plain values.
struct SourceArguments: Sendable {
  /// What is run when no path is named.
  static let defaultPaths = ["scenarios"]

  /// Scenario files and folders.
  var paths: [String]
  /// `--environment`.
  var environment: String?
  /// `--var`.
  var variables: [String] = []
  /// `--variables`.
  var variableFiles: [String] = []
  /// `--secret`.
  var secret: [String] = []
  /// `--tag`.
  var tag: [String] = []
  /// `--allow-files`.
  var allowFiles: [String] = []
  /// `--allow-exec`.
  var allowExec = false

  /// Puts what was given into a run's options.
  ///
  /// - Parameter environment: the process's.
  /// - Returns: the options, jobs and reports excepted.
  /// - Throws: `ValidationError` for what cannot be understood.
  func runOptions(_ environment: [String: String]) throws -> RunOptions {
    var options = RunOptions()
    options.environment = self.environment
    options.processEnvironment = environment
    options.allowsExec = allowExec
    for file in variableFiles {
      for (name, value) in try Self.variables(ofFile: file) { options.overrides[name] = value }
    }
    for (name, value) in environment where name.hasPrefix("CURLEW_VAR_") {
      options.overrides[String(name.dropFirst("CURLEW_VAR_".count))] = .string(value)
    }
    for text in variables {
      let (name, value) = try Self.variable(text)
      options.overrides[name] = value
      options.namedVariables.append(name)
    }
    for (name, value) in environment where name.hasPrefix("CURLEW_SECRET_") {
      options.secrets[String(name.dropFirst("CURLEW_SECRET_".count))] = value
    }
    for text in secret {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw ValidationError("--secret takes name=value, got a text without a name or \"=\"")
      }
      options.secrets[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    if !tag.isEmpty {
      do throws(TagExpression.ParsingError) {
        options.tags = try TagExpression(parsingAll: tag)
      } catch {
        throw ValidationError(error.message)
      }
    }
    return options
  }

  private static func variable(_ text: String) throws -> (String, JSONValue) {
    guard let equals = text.firstIndex(of: "=") else {
      throw ValidationError("--var takes name=text or name:=json, got \"\(text)\"")
    }
    var name = text[..<equals]
    let value = String(text[text.index(after: equals)...])
    let isJSON = name.hasSuffix(":")
    if isJSON { name = name.dropLast() }
    guard isName(name) else {
      throw ValidationError("\"\(name)\" cannot be the name of a variable")
    }
    guard isJSON else { return (String(name), .string(value)) }
    do throws(JSONParserError) {
      return (String(name), try JSONParser().parse(Array(value.utf8)))
    } catch {
      throw ValidationError("--var \(name): the value is not JSON: \(error.message)")
    }
  }

  private static func variables(ofFile path: String) throws -> [(String, JSONValue)] {
    let bytes: [UInt8]
    do throws(ExpressionFailure) {
      bytes = try ScenarioFiles(folder: ".", allowed: ["/"]).read(path)
    } catch {
      throw ValidationError("--variables: \(error.message)")
    }
    // JSON is YAML too, and is read by the same rules.
    let (value, diagnostics) = YAMLData.read(SourceFile(path: path, utf8: bytes))
    if let problem = diagnostics.first(where: { $0.severity == .error }) {
      throw ValidationError("--variables: " + DiagnosticRenderer().render(problem))
    }
    guard let object = value?.object else {
      throw ValidationError("--variables \(path): expected a map of names and values")
    }
    return object.map { ($0.key, $0.value) }
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first else { return false }
    let isLetter: (UInt8) -> Bool = { byte in
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }
    return isLetter(first)
      && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }
}
