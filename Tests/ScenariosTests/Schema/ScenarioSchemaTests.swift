import Diagnostics
import Documents
import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct ScenarioSchemaTests {
  private let schema = Self.shared
  private static let shared = ScenarioSchema.document(vocabulary: .forTests)
  /// Compiled once for all files.
  private static let compiled = Result { try JSONSchema(compiling: shared) }

  @Test func `every reference leads to a definition`() {
    let definitions = Set(schema["$defs"]?.object?.keys ?? [])
    var references: Set<String> = []
    var rest = [schema]
    while let value = rest.popLast() {
      rest += value.array ?? value.object?.values ?? []
      if let reference = value["$ref"]?.string {
        // Matchers of other kinds of values refer to pieces of those of any value.
        let name = reference.dropFirst("#/$defs/".count).prefix { $0 != "/" }
        references.insert(String(name))
      }
    }
    #expect(references.subtracting(definitions).isEmpty)
    #expect(references.contains("matcher"))
  }

  @Test func `every key that the parser knows is in it, with a description`() {
    for grammar in MapGrammar.all {
      let properties =
        schema["$defs"]?[grammar.name]?["properties"]
        ?? schema["$defs"]?[grammar.name]?["anyOf"]?[0]?["properties"]
      for key in grammar.keys {
        #expect(properties?[key.name]?["description"] == .string(key.summary), "\(key.name)")
      }
    }
  }

  @Test func `every matcher, scheme and option of the vocabulary is in it`() {
    let matcher = schema["$defs"]?["matcher"]?["anyOf"]?[1]?["properties"]?.object
    for entry in Vocabulary.forTests.matchers { #expect(matcher?[entry.name] != nil) }
    #expect(matcher?["within"] != nil)
    let options = schema["$defs"]?["options"]?["properties"]?.object
    for entry in Vocabulary.forTests.options { #expect(options?[entry.name] != nil) }
  }

  @Test(arguments: [
    ScenarioParserTests.example,
    "scenario: A\nsteps:\n  - use: a.steps.yaml\n  - wait: 5s\n  - set: { a: 1 }\n  - log: x\n",
    "steps:\n  - GET: /\n    repeat: { while: \"${a}\", at-most: 3 }\nparameters: { a: required }\n",
    "scenario: A\nsetup: [{ GET: / }]\nsteps: []\n",
    "scenario: A\nsteps: [{ GET: \"$${a}{b}?{{ c }}\" }, { GET: \"HTTP://a\" }]\n",
    "scenario: A\nsteps: [{ POST: /, multipart: { a: { value: b }, c: d } }]\n",
    "environments: { a: { base: x } }\nbefore-all:\n  - GET: /\n",
    "scenario: A\nsteps:\n  - GET: /\n    expect: { cookies: { a: { exists: true }, b: x }, error: any }\n"
      .replacing(", error: any", with: ""),
    "scenario: A\nsteps:\n  - GET: /\n    expect: { error: any }\n    retry: { attempts: 3 }\n",
    "scenario: A\nsteps:\n  - GET: /\n    expect: { status: [2xx, 404, 200-299, \"${a}\"], http: { in: [1.1, 2] } }\n",
    "scenario: A\nsteps:\n  - POST: /\n    query: [[a, 1], [a, 2]]\n    form: \"${a}\"\n    expect: { status: { lt: 300 } }\n",
  ])
  func `right files validate`(text: String) throws {
    #expect(try violations(text) == [])
  }

  @Test(arguments: [
    "scenario: A\nstep: []\n", "scenario: A\nsteps:\n  - GET: /\n    POST: /\n",
    "scenario: A\nsteps:\n  - GET: /\n    expects: {}\n", "scenario: A\nserial: yes\n",
    "scenario: A\nsteps:\n  - use: a\n    expect: { status: 200 }\n",
    "scenario: A\nsteps:\n  - GET: /\n    retry: { every: 1s }\n",
    "scenario: A\nsteps:\n  - GET: /\n    expect: { error: any, size: 200 }\n",
    "scenario: A\nsteps:\n  - GET: /\n    expect: { json: { id: 1 } }\n",
    "scenario: A\nsteps:\n  - GET: /\n    expect: { json: { $.id: { foo: 1 } } }\n",
    "scenario: A\nsteps:\n  - GET: /\n    options: { timeout: 5 }\n",
    "scenario: A\nsteps:\n  - GET: /\n    each: [1]\n    repeat: 2\n",
    "scenario: A\nsteps:\n  - GET: /\n    auth: { bearer: a, negotiate: true }\n",
    "scenario: A\nsteps:\n  - GET: /\n    expect: { status: ok }\n",
    "scenario: A\nsteps:\n  - GET: /\n    expect: { status: [201, 2x] }\n",
    "scenario: A\nsteps:\n  - GET: /\n    expect: { status: [] }\n",
    "scenario: A\nsteps:\n  - GET: /\n    query: [[a, 1, 2]]\n",
    "scenario: A\nsteps:\n  - POST: /\n    form: [a, b]\n",
    "scenario: A\nsteps:\n  - GET: /\n    expect: { http: [1.1, 2] }\n",
    "scenario: A\nsteps:\n  - GET: /\n    expect: { image: { format: [png, gif] } }\n",
    "scenario: A\nskip: true\nsteps: [{ log: a }]\n",
    "scenario: A\nknown-failure: false\nsteps: [{ log: a }]\n",
    "scenario: A\nsteps: [{ log: a, known-failure: true }]\n",
    "scenario: A\ntags: [two words]\nsteps: [{ log: a }]\n", "scenario: A\nsteps: []\n",
    "scenario: A\nsteps: [{ exec: [] }]\n",
    "scenario: A\nsteps: [{ POST: /, multipart: [{ value: a }] }]\n",
    "scenario: A\nsteps: [{ POST: /, multipart: [{ name: a, value: a, file: b }] }]\n",
    "scenario: A\nsteps: [{ GET: ftp://a }]\n", "scenario: A\nsteps: [{ GET: http:a }]\n",
    "scenario: A\ntimeout: 30\n", "steps: {}\n", "secrets: { a: b }\n",
  ])
  func `wrong files that a schema can see do not validate`(text: String) throws {
    #expect(try violations(text) != [])
    let file = SourceFile(path: "a", text: text)
    let reader = ScenarioParser(vocabulary: .forTests).reader(of: file)
    if text.hasPrefix("scenario") {
      _ = reader.scenario()
    } else if text.hasPrefix("steps") {
      _ = reader.sharedStepsFile()
    } else {
      _ = reader.project()
    }
    #expect(!reader.sortedDiagnostics.isEmpty)
  }

  private func violations(_ text: String) throws -> [String] {
    let (value, diagnostics) = YAMLData.read(SourceFile(path: "a", text: text))
    #expect(diagnostics == [])
    return try Self.compiled.get().validate(try #require(value)).map { "\($0)" }
  }
}
