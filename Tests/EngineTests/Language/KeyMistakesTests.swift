import Diagnostics
import Documents
import Engine
import Foundation
import TestSupport
import Testing

@testable import Scenarios

/// Every key, matcher, scheme and option with a value that it cannot take, and what is said about it.
///
/// With `CURLEW_UPDATE_EXPECTED=1` in the environment the expectation is written anew; look at the difference before keeping it.
@Suite(.timeLimit(.minutes(5))) struct KeyMistakesTests {
  @Test func `each key says what it takes when it has something else`() throws {
    var text = ""
    for section in ScenarioReference(vocabulary: .standard).sections {
      guard section.part != .expressions, section.part != .functions else { continue }
      text += "## \(section.title)\n"
      for entry in section.entries {
        let value = badValue(of: entry.name, in: section.name)
        let example = LanguageFrames.example(of: entry, with: value)
        let diagnostics = try diagnostics(for: example, in: section)
        #expect(!diagnostics.isEmpty, "\(section.title): \(example) is accepted")
        text += "\(example.replacing("\n", with: "; "))\n"
        for diagnostic in diagnostics { text += "    \(Self.line(diagnostic))\n" }
      }
    }
    let page = "\(ProjectPaths.root)/Tests/Fixtures/Keys.expected"
    if ProcessInfo.processInfo.environment["CURLEW_UPDATE_EXPECTED"] == "1" {
      try text.write(toFile: page, atomically: true, encoding: .utf8)
    }
    #expect(text == (try? String(contentsOfFile: page, encoding: .utf8)))
    // No name of a type, nothing that only a programmer understands.
    #expect(!text.contains("JSONValue") && !text.contains("Optional(") && !text.contains("Swift."))
  }

  private static func line(_ diagnostic: Diagnostic) -> String {
    var line = "\(diagnostic.message)"
    if let hint = diagnostic.hint { line += " | \(hint)" }
    if let suggestion = diagnostic.suggestion { line += " | did you mean \(suggestion)" }
    return line
  }

  private func diagnostics(
    for example: String,
    in section: ScenarioReference.Section
  ) throws -> [Diagnostic] {
    let frame = try #require(LanguageFrames.all[section.name])
    let file = SourceFile(path: "key.yaml", text: LanguageFrames.filled(frame, with: example))
    let reader = ScenarioParser(vocabulary: .standard).reader(of: file)
    switch section.name {
    case "sharedSteps": _ = reader.sharedStepsFile()
    case "project", "environment", "runOptions", "contract", "contractDeviation":
      _ = reader.project()
    case _: _ = reader.scenario()
    }
    return reader.sortedDiagnostics
  }

  private func badValue(of name: String, in section: String) -> String {
    let lists: [String: [Vocabulary.Entry]] = [
      "matchers": Vocabulary.standard.matchers, "options": Vocabulary.standard.options,
      "authSchemes": Vocabulary.standard.authSchemes, "runOptions": Vocabulary.standard.runOptions,
    ]
    if let entry = lists[section]?.first(where: { $0.name == name }) {
      return Self.bad(entry.argument)
    }
    let isStep = section.hasPrefix("What every") || section.hasPrefix("Kinds")
    let grammar = MapGrammar.all.first { $0.name == (isStep ? "step" : section) }
    let key = grammar?.keys.first { $0.name == name }
    return key.map { Self.bad($0.shape) } ?? "{ nothing: 1 }"
  }

  private static func bad(_ shape: KeyShape) -> String {
    switch shape {
    case .argument(let shape): bad(shape)
    case .ruled(let rule): ["duration": "5", "transferError": "nothing"][rule.name] ?? "[[a]]"
    case .names: "{ a: 1 }"
    case .matched: "{ nothing: 1 }"
    case .expression: "always"
    case .computed, .fields: "word"
    case .flag: "maybe"
    case .map: "3"
    case .mapOf: "[a]"
    case .listOf, .someOf, .fieldValue: "{ a: 1 }"
    case .anyOf(let shapes) where shapes.contains(where: \.isRuled): "[[a]]"
    case .anyOf(let shapes) where shapes.contains(where: \.isText) && shapes.count == 2: "[[a]]"
    case .anyOf(let shapes):
      shapes.contains {
        switch $0 {
        case .argument(.matcher), .matched: true
        case _: false
        }
      }
        ? "{ nothing: 1 }" : "word"
    case .vocabulary: "{ nothing: 1 }"
    }
  }

  private static func bad(_ shape: ArgumentShape) -> String {
    switch shape {
    case .literal: ""
    case .text, .textBeginning, .file, .schema, .oneOrMore: "[[a]]"
    case .number: "much"
    case .wholeNumber(let bounds): "\(bounds.lowerBound - 1)"
    case .boolean: "maybe"
    case .duration: "5"
    case .size: "big"
    case .pattern: "'('"
    case .matcher: "{ nothing: 1 }"
    case .list, .someOf: "3"
    case .pipe: "[{ splt: a }]"
    case .oneOf: "nothing"
    case .tuple: "[1]"
    case .map, .mapOf: "3"
    case .anyOf(let shapes):
      shapes.contains { if case .literal = $0 { true } else { false } } ? "" : "{ nothing: 1 }"
    }
  }
}

extension KeyShape {
  /// Whether it is a text that keeps a rule.
  fileprivate var isRuled: Bool { if case .ruled = self { true } else { false } }
  /// Whether it is any text.
  fileprivate var isText: Bool { if case .argument(.text) = self { true } else { false } }
}
