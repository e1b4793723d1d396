import Diagnostics
import TestSupport
import Testing

@testable import Scenarios

/// A number with so much behind it that a large file has not too many steps.
private func long(_ number: Int) -> String { "\(number)-\(String(repeating: "x", count: 120))" }

@Suite(.timeLimit(.minutes(5))) struct ParallelReadingTests {
  /// A file of many steps.
  struct Large: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// Whether it can be read in pieces.
    var isCut = true
    var head = "scenario: large\nsteps:\n"
    var step: @Sendable (Int) -> String = { "  - GET: /\(long($0))\n    expect: { status: 200 }\n" }
    var tail = ""

    /// Enough for three pieces.
    var text: String {
      var text = head
      var number = 0
      while text.utf8.count < 7 * YAMLPieces.smallest / 2 {
        text += step(number)
        number += 1
      }
      return text + tail
    }
  }

  static let files: [Large] = [
    Large(testDescription: "plain"),
    Large(
      testDescription: "items at the first column, comments and blank lines between them",
      head: "scenario: large\nsteps: # many\n\n# here they come\n",
      step: { "- GET: /\(long($0))\n# - GET: /no\n\n  expect: { status: 200 }\n" }
    ),
    Large(
      testDescription: "block texts that look like steps",
      head: "description: |\n  steps:\n    - GET: /no\n  - GET: /no\nsteps:\n",
      step: { "  - POST: /\(long($0))\n    text: |\n      - GET: /no\n\n\n     \n      steps:\n" }
    ),
    Large(
      testDescription: "texts of other alphabets, folded and quoted over lines",
      step: { "  - step: größer\n     als \(long($0)) ✓\n    log: \"é\n      - è\"\n" }
    ),
    Large(
      testDescription: "lines that end with a carriage return",
      head: "scenario: large\r\nsteps:\r\n",
      step: { "  - GET: /\(long($0))\r\n    expect:\r\n      status: 200\r\n" }
    ),
    Large(
      testDescription: "mistakes and warnings here and there",
      step: {
        switch $0 % 250 {
        case 17: "  - GET: /\(long($0))\n    expects: { status: 200 }\n"
        case 67: "  - GET: /\(long($0))\n    GET: /twice\n    expect:\n"
        case 117: "  - GET: /\(long($0)) #5\n    expect: { status: 2000, json: { id: 1 } }\n"
        case 167: "  -\n  - log: ${unknown}\n"
        case 217: "  - log: ${later}\n  - GET: /\n    capture: { later: { json: $.id } }\n"
        case _: "  - GET: /\(long($0))\n    headers: { A: b }\n"
        }
      }
    ),
    Large(
      testDescription: "a mistake of YAML in the last step",
      isCut: false,
      tail: "  - GET: [\n"
    ),
    Large(
      testDescription: "a key behind the steps",
      isCut: false,
      tail: "teardown:\n  - GET: /last\n"
    ),
    Large(testDescription: "a second document", isCut: false, tail: "---\nsteps: []\n"),
    Large(testDescription: "the end of the document", isCut: false, tail: "...\n"),
    Large(
      testDescription: "quotes over lines that look like steps",
      isCut: false,
      step: { "  - log: \"a\n  - GET: /\(long($0))\n  - log: b\"\n" }
    ),
    Large(
      testDescription: "brackets over lines that look like steps",
      isCut: false,
      step: { "  - { log: [ {a: 1},\n  - GET: /\(long($0))\n  ] }\n" }
    ),
    Large(
      testDescription: "an anchor whose aliases stand in other pieces",
      isCut: false,
      head: "scenario: large\nvariables: { a: &a { b: 1 } }\nsteps:\n",
      step: { "  - POST: /\(long($0))\n    json: *a\n" }
    ),
    Large(
      testDescription: "steps that are no list of blocks",
      isCut: false,
      head: "scenario: large\nsteps: [\n",
      step: { "  { GET: /\(long($0)) },\n" },
      tail: "]\n"
    ),
    Large(
      testDescription: "items at two columns",
      isCut: false,
      step: { $0 == 700 ? " - GET: /\n" : "  - GET: /\(long($0))\n    query: { a: 1234567 }\n" }
    ),
    Large(
      testDescription: "the key steps inside of quotes",
      isCut: false,
      head: "scenario: \"large\nsteps:\n",
      tail: "\"\nsteps:\n  - GET: /\n"
    ),
    Large(
      testDescription: "nothing but text",
      isCut: false,
      head: "scenario: large\ndescription: |\n",
      tail: "steps:\n  - GET: /\n"
    ),
  ]

  @Test(arguments: files)
  func `a large file read in pieces is what it is when it is read whole`(
    _ large: Large
  ) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(large.text, to: "large.scenario.yaml")
    let loader = ScenarioLoader(vocabulary: .forTests)
    let whole = loader.load([path])
    let inPieces = await loader.loadInParallel([path])
    #expect(Self.told(inPieces) == Self.told(whole))
    #expect(Self.steps(inPieces) == Self.steps(whole))
    #expect(inPieces.scenarios.count == whole.scenarios.count)
    let outcome = await ParallelReading.read([path], ScenarioParser(vocabulary: .forTests))[path]
    if case .understood? = outcome {
      #expect(large.isCut)
    } else {
      #expect(!large.isCut)
    }
  }

  @Test func `a small file is not cut, a large one into pieces of about the size`() throws {
    let large = Large(testDescription: "")
    let file = SourceFile(path: "large", text: large.text)
    #expect(YAMLPieces(of: file, size: file.utf8.count) == nil)
    let ranges = try #require(YAMLPieces(of: file, size: 1000)).ranges
    #expect(ranges.first?.lowerBound == 0)
    #expect(ranges.last?.upperBound == file.utf8.count)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    #expect(ranges.dropLast().allSatisfy { (1000..<1200).contains($0.count) })
  }

  private static func told(_ loaded: LoadedProject) -> [String] {
    loaded.diagnostics.map { DiagnosticRenderer().render($0) }
  }

  private static func steps(_ loaded: LoadedProject) -> [String] {
    (loaded.scenarios + loaded.brokenScenarios).flatMap { scenario in
      (scenario.steps + scenario.teardown).map { step in
        guard case .request(let request) = step.kind else { return "\(step.range) \(step.title)" }
        return "\(step.range) \(step.title) \(request.expect?.range.text ?? "")"
      }
    }
  }
}
