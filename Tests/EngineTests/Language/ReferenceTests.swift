import Diagnostics
import Engine
import Foundation
import TestSupport
import Testing

@testable import Scenarios

/// The reference: made of the catalogues, and every example in it understood by the parser.
///
/// With `CURLEW_UPDATE_EXPECTED=1` in the environment the page is written anew.
@Suite(.timeLimit(.minutes(5))) struct ReferenceTests {
  private let reference = ScenarioReference(vocabulary: .standard)

  @Test func `the page is what the catalogues say`() throws {
    let page = "\(ProjectPaths.root)/Sources/curlew/curlew.docc/Reference.md"
    let text = try #require(reference.markdown())
    if ProcessInfo.processInfo.environment["CURLEW_UPDATE_EXPECTED"] == "1" {
      try text.write(toFile: page, atomically: true, encoding: .utf8)
    }
    #expect(text == (try? String(contentsOfFile: page, encoding: .utf8)))
  }

  @Test func `every grammar, matcher, scheme, option and function has its rows`() {
    let sections = reference.sections
    let names = Set(sections.map(\.name))
    for grammar in MapGrammar.all where grammar.name != "step" {
      #expect(names.contains(grammar.name), "\(grammar.name) has no table")
    }
    let steps = sections.filter { $0.part == .steps || $0.name == "requestKeys" }
    let stepKeys = Set(steps.flatMap(\.entries).map(\.name))
    #expect(MapGrammar.step.keys.filter { !stepKeys.contains($0.name) }.map(\.name) == [])
    func rows(_ name: String) -> [String] {
      sections.filter { $0.name == name }.flatMap(\.entries).map(\.name)
    }
    #expect(rows("matchers") == Vocabulary.standard.matchers.map(\.name))
    #expect(rows("options") == Vocabulary.standard.options.map(\.name))
    #expect(rows("authSchemes") == Vocabulary.standard.authSchemes.map(\.name))
    #expect(rows("functions") == FunctionCatalogue.all.map(\.signature))
    for section in sections {
      for entry in section.entries {
        #expect(!entry.example.isEmpty, "\(entry.name) of \(section.title) has no example")
        #expect(entry.summary.hasSuffix("."), "\(entry.name) of \(section.title)")
      }
    }
  }

  @Test func `every link leads to a heading`() throws {
    let text = try #require(reference.markdown())
    let headings = Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        line.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-")
          .filter { $0.isLetter || $0.isNumber || $0 == "-" }
      }
    )
    let links = text.matches(of: /\]\(#([^)]*)\)/).map { String($0.output.1) }
    #expect(links.count > 20)
    #expect(links.filter { !headings.contains($0) } == [])
  }

  @Test func `every example is understood`() throws {
    for section in reference.sections {
      for entry in section.entries {
        let problems = try problems(with: entry.example, in: section)
        #expect(problems == [], "\(section.title): \(entry.example)")
      }
    }
  }

  @Test func `a part is printed alone, another name is none`() throws {
    #expect(reference.markdown(part: "matchers")?.hasPrefix("## Matchers\n") == true)
    #expect(reference.markdown(part: "nothing") == nil)
    for part in ScenarioReference.partNames { #expect(reference.markdown(part: part) != nil) }
  }

  private func problems(
    with example: String,
    in section: ScenarioReference.Section
  ) throws -> [String] {
    if section.part == .expressions || section.part == .functions {
      let code = example.components(separatedBy: "  # ")[0]
      do {
        _ = try Expression(parsing: code)
        return []
      } catch {
        return [error.message]
      }
    }
    let frame = try #require(LanguageFrames.all[section.name], "\(section.name) has no frame")
    let file = SourceFile(path: "example.yaml", text: LanguageFrames.filled(frame, with: example))
    let reader = ScenarioParser(vocabulary: .standard).reader(of: file)
    switch section.name {
    case "sharedSteps": _ = reader.sharedStepsFile()
    case "project", "environment", "runOptions", "contract", "contractDeviation":
      _ = reader.project()
    case _: _ = reader.scenario()
    }
    return reader.sortedDiagnostics.map { DiagnosticRenderer().render($0) }
  }
}
