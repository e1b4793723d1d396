import ArgumentParser
import Documents
import Engine
import Scenarios

/// `curlew validate`: holds a document against a JSON Schema, an XML Schema or a RELAX NG grammar.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Validates a document against a JSON Schema 2020-12, an .xsd or an .rng file.",
    discussion: """
      Prints a line for each violation with its places in the document and in the schema. Exit status: 0 valid, 1 not, 2 for a \
      schema or a document that cannot be used.
      """
  )

  @Argument(
    help:
      "The schema; file#/pointer names one inside a document. An .xsd or .rng file validates XML."
  )
  var schema: String

  @Argument(help: "The document; standard input when not given or -.")
  var file: String?

  @Option(help: ArgumentHelp("A folder for a base URL of $ref, repeatable.", valueName: "base=dir"))
  var ref: [String] = []

  @Flag(help: "Takes format as an assertion and not only as an annotation.")
  var assertFormat = false

  func run() throws {
    let violations: [String]
    do throws(DocumentFailure) {
      violations = try self.violations()
    } catch {
      StandardError.write("error: \(error.message)\n")
      Process.exit(.unusable)
    }
    for violation in violations { StandardOutput.writeLine(violation) }
    Process.exit(violations.isEmpty ? .passed : .failed)
  }

  private func violations() throws(DocumentFailure) -> [String] {
    if schema.hasSuffix(".xsd") || schema.hasSuffix(".rng") { return try xmlViolations() }
    let files = ScenarioFiles(folder: ".", allowed: ["/"])
    let loader = SchemaLoader(folders: try folders())
    let compiled: JSONSchema
    do throws(ExpressionFailure) {
      compiled = try loader.jsonSchema(schema, files: files, assertsFormat: assertFormat)
    } catch {
      throw DocumentFailure(message: error.message)
    }
    let bytes = try InputFile.read(file)
    let document = try DocumentFailure.wrap(InputFile.name(file)) {
      () throws(JSONParserError) in
      try JSONParser().parse(bytes)
    }
    return compiled.validate(document).map { violation in
      let place = violation.instanceLocation.isEmpty ? "/" : violation.instanceLocation
      return "\(place): \(violation.message) (\(violation.schemaLocation))"
    }
  }

  private func xmlViolations() throws(DocumentFailure) -> [String] {
    let schemaBytes = try InputFile.read(schema)
    let isGrammar = schema.hasSuffix(".rng")
    let bytes = try InputFile.read(file)
    let path = schema
    let validate = try DocumentFailure.wrap(schema) {
      () throws(XMLDocumentError) -> (XMLDocument) -> [XMLProblem] in
      if isGrammar {
        let grammar = try XMLRelaxNG(rng: schemaBytes, path: path)
        return { grammar.validate($0) }
      }
      let schema = try XMLSchema(xsd: schemaBytes, path: path)
      return { schema.validate($0) }
    }
    let document = try DocumentFailure.wrap(InputFile.name(file)) {
      () throws(XMLDocumentError) in
      try XMLDocument(parsing: bytes)
    }
    return validate(document).map { "\($0)" }
  }

  private func folders() throws(DocumentFailure) -> [String: String] {
    var folders: [String: String] = [:]
    for text in ref {
      guard let equals = text.firstIndex(of: "=") else {
        throw DocumentFailure(message: "--ref takes base=dir, got \"\(text)\"")
      }
      folders[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return folders
  }
}
