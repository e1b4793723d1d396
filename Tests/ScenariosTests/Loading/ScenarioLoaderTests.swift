import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct ScenarioLoaderTests {
  private static let steps = "steps:\n  - GET: /\n"

  @Test func `a folder is searched recursively in name order, a file is taken whatever its name`()
    throws
  {
    let folder = try Folder([
      "b.scenario.yaml": "scenario: B\n" + Self.steps,
      "a/z.scenario.yml": "scenario: Z\n" + Self.steps,
      "a/y.steps.yaml": Self.steps,
      "a/.hidden.scenario.yaml": "scenario: H\n",
      "other.yaml": "scenario: O\n" + Self.steps,
    ])
    let loaded = folder.load([".", "other.yaml", "b.scenario.yaml"])
    #expect(loaded.diagnostics == [])
    #expect(loaded.scenarios.map(\.name.value) == ["Z", "B", "O"])
  }

  @Test func `a file with a line selects it, unless the file is asked for whole as well`() throws {
    let folder = try Folder([
      "a.scenario.yaml": "scenario: A\n" + Self.steps,
      "b.scenario.yaml": "scenario: B\n" + Self.steps,
    ])
    let loaded = folder.load(["a.scenario.yaml:3", "a.scenario.yaml:2", "b.scenario.yaml:1", "."])
    #expect(loaded.diagnostics == [])
    #expect(loaded.scenarios.count == 2)
    let paths = ["a.scenario.yaml:3", "a.scenario.yaml:2", "a.scenario.yaml#4"]
    let places = folder.load(paths).places
    #expect(places.values.map(\.lines) == [[2, 3]])
    #expect(places.values.map(\.rows) == [[4]])
    #expect(loaded.places.isEmpty)
  }

  @Test func `links that lead back up are followed once`() throws {
    let folder = try Folder(["a/b/a.scenario.yaml": "scenario: A\n" + Self.steps])
    for name in ["one", "two", "three"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/a/b/" + name,
        withDestinationPath: folder.path
      )
    }
    #expect(folder.load(["."]).scenarios.count == 1)
  }

  @Test func `one bad file never hides the others`() throws {
    let folder = try Folder([
      "a.scenario.yaml": "scenario: [\n", "b.scenario.yaml": "scenario: B\n" + Self.steps,
      "c.scenario.yaml": "scenario: C\nstep: []\n" + Self.steps,
    ])
    let loaded = folder.load([".", "missing", "b.scenario.yml"])
    #expect(loaded.scenarios.map(\.name.value) == ["B"])
    #expect(
      loaded.diagnostics.map(\.message) == [
        "there is no such file or folder", "there is no such file or folder",
        "expected a value here", "unknown key \"step\"",
      ]
    )
    #expect(
      loaded.diagnostics[0].hint
        == "the working folder has scenario files: write . to name them all"
    )
    #expect(loaded.diagnostics[1].suggestion == "b.scenario.yaml")
    #expect(loaded.diagnostics[1].hint == nil)
    let other = try Folder(["a/a.scenario.yaml": "scenario: A\n" + Self.steps])
    #expect(other.load(["missing"]).diagnostics.map(\.hint) == [nil])
    #expect(
      loaded.unreadableFiles.map { ($0 as NSString).lastPathComponent } == [
        "a.scenario.yaml", "c.scenario.yaml", "missing", "b.scenario.yml",
      ]
    )
  }

  @Test func `the project is found in the nearest folder above`() throws {
    let folder = try Folder([
      "curlew.yaml": "variables: { shop: A }\nschemas: { https://x.example/: schemas }\n",
      "schemas/a.json": "{}",
      "inner/a.scenario.yaml":
        "scenario: A\nsteps:\n  - POST: /${shop}\n    file: ../schemas/a.json\n",
    ])
    let loaded = ScenarioLoader(
      vocabulary: .forTests,
      workingFolder: folder.path + "/inner"
    ).load(["."])
    #expect(loaded.diagnostics == [])
    #expect(loaded.project?.variables.map(\.name.value) == ["shop"])
    let path = loaded.schemaFolders.path(of: "https://x.example/a.json")
    #expect(path?.hasSuffix("/schemas/a.json") == true)
  }

  @Test
  func `a project that is a link to nowhere is a mistake, and none above it stands in`() throws {
    let folder = try Folder([
      "curlew.yaml": "variables: { shop: A }\n",
      "inner/a.scenario.yaml": "scenario: A\nsteps:\n  - GET: /x\n",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/inner/curlew.yaml",
      withDestinationPath: folder.path + "/nowhere"
    )
    let loaded = ScenarioLoader(
      vocabulary: .forTests,
      workingFolder: folder.path + "/inner"
    ).load(["."])
    #expect(loaded.diagnostics.contains { $0.severity == .error })
    #expect(loaded.project == nil)
  }

  @Test func `no path leaves the project's folder, links resolved, unless it is allowed`() throws {
    let outside = try Folder(["secret.txt": "x"])
    let folder = try Folder([
      "a.scenario.yaml":
        "scenario: A\nsteps:\n  - POST: /\n    file: link/secret.txt\n  - POST: /\n    file: /etc/passwd\n"
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link",
      withDestinationPath: outside.path
    )
    #expect(
      folder.load(["."]).diagnostics.map(\.message) == [
        "\"link/secret.txt\" is outside the project's folder",
        "\"/etc/passwd\" is outside the project's folder",
      ]
    )
    let allowing = ScenarioLoader(
      vocabulary: .forTests,
      workingFolder: folder.path,
      allowedFolders: [outside.path]
    )
    #expect(allowing.load(["."]).diagnostics.map(\.message).count == 1)
  }

  @Test func `used files are read once, with their paths relative to themselves`() throws {
    let folder = try Folder([
      "steps/login.steps.yaml":
        "parameters: { user: required }\nsteps:\n  - POST: /${user}\n    file: body.txt\n"
        + "    capture: { token: { json: $.t } }\n",
      "steps/body.txt": "x",
      "a.scenario.yaml":
        "scenario: A\nsteps:\n  - use: steps/login.steps.yaml\n    with: { user: a }\n"
        + "    capture: { mine: \"${token}\" }\n  - GET: /${mine}\n",
      "b.scenario.yaml":
        "scenario: B\nsteps:\n  - use: steps/login.steps.yaml\n    with: { user: b }\n",
    ])
    let loaded = folder.load(["."])
    #expect(loaded.diagnostics == [])
    let used = loaded.scenarios.compactMap { scenario -> SharedStepsReference? in
      guard case .use(let use)? = scenario.steps.first?.kind else { return nil }
      return use.shared
    }
    #expect(used.count == 2)
    #expect(used.first === used.last)
  }

  @Test func `a wrong name in used steps makes the scenarios that use them unusable`() throws {
    let folder = try Folder([
      "x.steps.yaml": "steps:\n  - GET: /${nmae}\n",
      "y.steps.yaml": "steps:\n  - use: x.steps.yaml\n",
      "a.scenario.yaml": "scenario: A\nsteps:\n  - use: y.steps.yaml\n",
    ])
    let loaded = folder.load(["a.scenario.yaml"])
    #expect(loaded.diagnostics.count == 3)
    #expect(loaded.unreadableFiles.count == 1)
  }

  @Test func `only the use of steps with mistakes is told`() throws {
    let folder = try Folder([
      "x.steps.yaml": "steps:\n  - GET: /${nmae}\n",
      "y.steps.yaml": "steps:\n  - log: fine\n",
      "a.scenario.yaml": "scenario: A\nsteps:\n  - use: y.steps.yaml\n  - use: x.steps.yaml\n",
    ])
    let loaded = folder.load(["a.scenario.yaml"])
    let places = loaded.diagnostics.map {
      "\($0.path?.split(separator: "/").last ?? ""):\($0.range?.start.line ?? 0)"
    }
    #expect(places.sorted() == ["a.scenario.yaml:4", "x.steps.yaml:2"], "\(loaded.diagnostics)")
  }

  @Test func `columns of data files are names, and an unreadable one leaves names open`() throws {
    let folder = try Folder([
      "rows.csv": "user,\"full \"\"name\"\"\"\nada,Ada\n",
      "rows.json": "[{\"a\": 1}, {\"b\": 2}]",
      "a.scenario.yaml":
        "scenario: A\ncases: { csv: rows.csv }\nsteps:\n  - GET: /${user}/${usr}/${case.user}\n",
      "b.scenario.yaml":
        "scenario: B\ncases: { json: rows.json }\nsteps:\n  - GET: /${a}${b}${case.c}\n",
      "c.scenario.yaml":
        "scenario: C\ncases: { csv: \"${env.ROWS}\" }\nsteps:\n  - GET: /${whatever}\n",
    ])
    let messages = folder.load(["."]).diagnostics.map(\.message)
    #expect(messages == ["unknown name \"usr\"", "\"case\" has no \"c\""])
  }

  @Test func `names from outside, loops, setup and teardown are known where they should be`() throws
  {
    let folder = try Folder([
      "a.scenario.yaml": """
      scenario: A
      variables: { sku: a, list: [1, 2] }
      defaults: { headers: { Authorization: "Bearer ${token}" } }
      setup:
        - POST: /login
          capture: { token: { json: $.token } }
      steps:
        - GET: /${item}/${loop.index}/${host}
          each: ${list}
          as: item
          collect: { ids: { json: $.id } }
          retry: { attempts: 2, until: "${response.status == 200}" }
        - parallel:
            - GET: /a
              capture: { a: { json: $.id } }
            - GET: /b/${a}
        - set: { x: 1, y: "${x + 1}" }
        - log: ${y} ${ids} ${scenario.name} ${run.id} ${run.seed} ${secret.TOKEN} ${item}
      teardown:
        - DELETE: /${a}/${token}/${sku}
      """
    ])
    var loader = ScenarioLoader(vocabulary: .forTests, workingFolder: folder.path)
    loader.knownNames = ["host"]
    let found = loader.load(["."]).diagnostics.map {
      "\($0.range?.start.line ?? 0) \($0.message)"
    }
    #expect(found == ["16 unknown name \"a\"", "18 unknown name \"item\""])
  }

  @Test func `a secret that is used by its name alone is reported wherever it stands`() throws {
    let folder = try Folder([
      "curlew.yaml": """
      secrets: [KEY, OTHER, OWN]
      variables: { OWN: "${secret.OWN}" }
      defaults: { headers: { A: "${KEY}", B: "${secret.KEY}", C: "${OWN}", D: "${token}" } }
      """,
      "a.scenario.yaml": "scenario: A\nsteps:\n  - GET: /${OTHER}/${secret.OTHER}/${OWN}\n",
    ])
    let found = folder.load(["."]).diagnostics.map {
      "\($0.severity) \($0.range?.start.line ?? 0) \($0.message): \($0.hint ?? "")"
    }
    #expect(
      found == [
        "warning 3 \"KEY\" is a secret, which has no value by its name alone: write secret.KEY",
        "error 3 unknown name \"OTHER\": write secret.OTHER",
      ]
    )
  }
}

/// A folder that is gone when nobody needs it any more.
private final class Folder {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  init(_ files: [String: String]) throws {
    folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
  }

  func load(_ paths: [String]) -> LoadedProject {
    ScenarioLoader(vocabulary: .forTests, workingFolder: path).load(paths)
  }
}
