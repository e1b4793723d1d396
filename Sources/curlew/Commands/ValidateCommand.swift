import ArgumentParser
import Diagnostics
import Documents
import Engine
import Scenarios

/// `curlew validate`: holds a document against a JSON Schema, an XML Schema or a RELAX NG grammar.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Validates a document against a JSON Schema 2020-12, an .xsd or an .rng file.",
    discussion: """
      Prints a line for each violation with its places in the document and in the schema, after the name of the file when there \
      are several. Exit status: 0 all valid, 1 one is not, 2 for a schema or a document that cannot be used.
      """
  )

  @Argument(
    help:
      "The schema; file#/pointer names one inside a document. An .xsd or .rng file validates XML."
  )
  var schema: String

  @Argument(help: "The documents; standard input when none is given, or for -.")
  var files: [String] = []

  @Option(help: ArgumentHelp("A folder for a base URL of $ref, repeatable.", valueName: "base=dir"))
  var ref: [String] = []

  @Flag(help: "Takes format of a JSON Schema as an annotation and not as an assertion.")
  var noFormats = false

  /// Finds the violations in the bytes of a document, which messages call by a name.
  private typealias Validator = (
    _ bytes: [UInt8], _ name: String
  ) throws(Mistake) -> [String]

  func run() throws {
    var status = ExitStatus.passed
    do throws(Mistake) {
      let validate = try validator()
      for file in files.isEmpty ? ["-"] : files {
        // A document that cannot be read hides nothing of the others.
        do throws(Mistake) {
          let name = InputFile.name(file)
          let violations = try validate(InputFile.read(file), name)
          let start = files.count > 1 ? "\(name): " : ""
          for violation in violations { StandardOutput.writeLine(start + violation) }
          if !violations.isEmpty, status == .passed { status = .failed }
        } catch {
          StandardError.write("error: \(error.message)\n")
          status = .unusable
        }
      }
    } catch {
      StandardError.write("error: \(error.message)\n")
      status = .unusable
    }
    Process.exit(status)
  }

  private func validator() throws(Mistake) -> Validator {
    if schema.hasSuffix(".xsd") || schema.hasSuffix(".rng") { return try xmlValidator() }
    let project = ScenarioFiles(folder: ".", allowed: ["/"])
    let folders = try Mistake.pairs(ref, "--ref takes base=dir")
    let loader = SchemaLoader(folders: SchemaFolders(folders))
    let compiled = try Mistake.reporting(
      loader.jsonSchema(schema, files: project, assertsFormat: !noFormats)
    )
    return { (bytes: [UInt8], name: String) throws(Mistake) in
      let document = try Self.document(bytes, name)
      return compiled.validate(document).map { violation in
        let place = violation.instanceLocation.isEmpty ? "/" : violation.instanceLocation
        return "\(place): \(violation.message) (\(violation.schemaLocation))"
      }
    }
  }

  /// The value of a document: YAML, by the rules of scenario files, or another format where the name says so, else JSON.
  private static func document(_ bytes: [UInt8], _ name: String) throws(Mistake) -> JSONValue {
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
      let value = try Mistake.about(
        name,
        BodyFormat.json.value(ofFile: bytes, name, options: [:])
      )
      guard let value else { throw Mistake("\(name): no document of values") }
      return value
    }
    let (value, diagnostics) = YAMLData.read(SourceFile(path: name, utf8: bytes))
    if let value { return value }
    let first = diagnostics.first { $0.severity == .error }
    let line = first?.range.map { " at line \($0.start.line)" } ?? ""
    throw Mistake("\(name): \(first?.message ?? "no document")\(line)")
  }

  private func xmlValidator() throws(Mistake) -> Validator {
    let schemaBytes = try InputFile.read(schema)
    let compiled = try Mistake.about(
      schema,
      XMLSchema(schemaBytes, isRelaxNG: schema.hasSuffix(".rng"), path: schema)
    )
    return { (bytes: [UInt8], name: String) throws(Mistake) in
      let document = try Mistake.about(name, XMLDocument(parsing: bytes))
      return compiled.validate(.xml(document)).map { "\($0)" }
    }
  }
}
