import Diagnostics
import Documents
import Engine
import Foundation
import TestSupport
import Testing

@testable import Scenarios

/// The printed schema and `check` over the same files: every key with a value of every kind.
@Suite(.timeLimit(.minutes(5))) struct SchemaAgreementTests {
  /// Values of each kind that YAML has.
  private static let values = [
    "null", "true", "false", "-1", "3", "1.5", "word", "two words", "''", "' '", "'${1}'",
    "'a ${1} b'", "'$${a}'", "'3'", "'true'", "5s", "2024-01-31", "/a/b", "$.a", "[]", "[word]",
    "[3, 4]", "[two words]", "['${1}']", "[null]", "[true]", "[[word, 3]]", "[[null, 3]]",
    "[{ a: 1 }]", "[{ name: a, value: b }]", "{}", "{ a: 1 }", "{ a: word }", "{ a: null }",
    "{ a: [1, 2] }", "{ a: { b: [1] } }", "{ a: '${1}' }", "{ a b: 1 }", "{ 1a: 1 }", "{ env: 1 }",
    "{ equals: 1 }", "[[[]]]", "[1, 2, 3]", "[404, 5xx]", "any", "text/html", "[text/html]",
  ]

  /// What a schema cannot see of a file, by what is said about it.
  private static let unseen: [(message: String, reason: String)] = [
    ("there is no file", "what files there are"),
    ("there are no data rows", "what is in a file"),
    ("expected a list of objects", "what is in a file"),
    ("start tag expected", "what is in a file"),
    ("has mistakes of its own", "what is in a file"),
    ("a file of steps needs the key", "what is in a file"),
    ("unknown environment", "which names there are"),
    ("unknown name", "which names there are"),
    ("got number", "what an expression gives"),
    ("got 1", "what an expression gives"),
    ("a 1 b", "what an expression gives"),
    ("expected a segment", "the grammar of JSONPath"),
    ("a path starts with $", "what an expression gives"),
    ("XPath variables are not supported", "the grammar of XPath"),
    ("expected pairs of hexadecimal digits", "the digits of a number, which it compares by value"),
    ("not hexadecimal digits in pairs", "the digits of a number, which it compares by value"),
    ("expected base64 text", "the digits of a number, which it compares by value"),
    ("not Base64", "the digits of a number, which it compares by value"),
    ("expected a number, a duration, a size or a date", "how a text is read where several are"),
    ("expected a date", "how dates are spelled, which are many ways"),
    ("expected a number or duration that is not negative", "what stands beside it"),
    ("rate: expected a rate", "how rates are spelled"),
    ("coverage-minimum: expected NAME=PERCENT", "how minimums are spelled"),
    ("cannot be requested", "how URLs are spelled"),
    ("a URL cannot hold a space outside", "what is outside of expressions"),
    ("proxy: expected the URL of a proxy", "how hosts are spelled"),
    ("no-proxy: expected a host", "how hosts are spelled"),
    ("connect-to: expected host:port:host:port", "how hosts are spelled"),
    ("resolve: expected host:port:address", "how hosts are spelled"),
    ("is not a charset", "which charsets there are"),
    ("in the tag expression", "the grammar of tag expressions"),
    ("a tag expression is empty", "the grammar of tag expressions"),
  ]

  /// What a schema refuses and the parser takes, with what the one does not see or the other sees later.
  private static let refused = Dictionary(
    uniqueKeysWithValues: ["capture", "responseQuery"].flatMap { grammar in
      ["xml", "html", "markup"].map { key in
        ("\(grammar): \(key): 1.5", "the point of a number, which makes it look like an XPath")
      }
    }
  )

  private struct Case {
    var section: String
    var example: String
    var text: String
  }

  private static func cases() throws -> [Case] {
    var cases: [Case] = []
    for section in ScenarioReference(vocabulary: .standard).sections {
      guard section.part != .expressions, section.part != .functions else { continue }
      let frame = try #require(LanguageFrames.all[section.name])
      for var entry in section.entries {
        // A path stands for all paths.
        let name = ["$…": "$.a", "/…": "//a"][entry.name] ?? entry.name
        entry.example = entry.example.replacing(entry.name, with: name)
        entry.name = name
        for value in values {
          let example = LanguageFrames.example(of: entry, with: value)
          let text = LanguageFrames.filled(frame, with: example)
          cases.append(Case(section: section.name, example: example, text: text))
        }
      }
    }
    return cases
  }

  @Test func `both say the same of every key with every value`() throws {
    let schema = try JSONSchema(compiling: ScenarioSchema.document(vocabulary: .standard))
    let cases = try Self.cases()
    let messages = try messages(of: cases)
    var used: Set<String> = []
    var differences: [String] = []
    for (place, file) in cases.enumerated() {
      // What YAML itself cannot read, no schema looks at.
      let read = YAMLData.read(SourceFile(path: "a", text: file.text))
      guard let document = read.value else { continue }
      let example = file.example.replacing("\n", with: "; ")
      let accepts = schema.isValid(document)
      let errors = messages[place, default: []]
      if accepts == errors.isEmpty { continue }
      if accepts {
        let known = Self.unseen.filter { entry in
          errors.contains { $0.contains(entry.message) }
        }
        used.formUnion(known.map(\.message))
        if !known.isEmpty { continue }
      } else if Self.refused["\(file.section): \(example)"] != nil {
        used.insert("\(file.section): \(example)")
        continue
      }
      let verdict = accepts ? "the schema accepts" : "the schema refuses"
      differences.append("\(verdict) \(file.section): \(example): \(errors)")
    }
    #expect(cases.count > 8_000)
    #expect(differences == [])
    #expect(Self.unseen.map(\.message).filter { !used.contains($0) } == [])
    #expect(Self.refused.keys.filter { !used.contains($0) } == [])
  }

  /// The errors that `check` has for each of some files, by their places.
  private func messages(of cases: [Case]) throws -> [Int: [String]] {
    let folder = try TemporaryFolder("agreement")
    try folder.write("base: http://127.0.0.1\n", to: "curlew.yaml")
    // Whatever stands where a path is wanted is the path of a file.
    let paths = Self.values.map { $0.filter { $0 != "'" }.replacing("$$", with: "$") }
      .filter { !$0.contains("/") && !$0.isEmpty }
    // For a file that is not there the names of its folder are searched, so no folder holds many.
    let most = 200
    for group in 0...(cases.count / most) {
      for path in paths { try folder.write("{}", to: "\(group)/\(path)") }
    }
    var messages: [Int: [String]] = [:]
    for (place, file) in cases.enumerated() {
      let source = SourceFile(path: "\(place)", text: file.text)
      let reader = ScenarioParser(vocabulary: .standard).reader(of: source)
      switch file.section {
      case "sharedSteps":
        _ = reader.sharedStepsFile()
        messages[place] = Self.errors(reader.sortedDiagnostics)
      case "project", "environment", "runOptions", "contract", "contractDeviation":
        let project = reader.project()
        var diagnostics = reader.sortedDiagnostics
        _ = RunDefaults(of: project, under: RunOptions(), diagnostics: &diagnostics)
        messages[place] = Self.errors(diagnostics)
      case _:
        try folder.write(file.text, to: "\(place / most)/\(place).scenario.yaml")
      }
    }
    let loader = ScenarioLoader(vocabulary: .standard, workingFolder: folder.path)
    var options = RunOptions()
    options.allowsExec = true
    // A plan for each folder: thousands of files in one would all be in memory at once.
    for group in 0...(cases.count / most) {
      let plan = PlanCompiler(options: options).compile(loader.load(["\(group)"]))
      for diagnostic in plan.diagnostics where diagnostic.severity == .error {
        let name = diagnostic.path?.split(separator: "/").last ?? ""
        guard let place = Int(name.prefix { $0 != "." }) else { continue }
        messages[place, default: []].append(diagnostic.message)
      }
    }
    return messages
  }

  private static func errors(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.filter { $0.severity == .error }.map(\.message)
  }
}
