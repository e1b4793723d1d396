@testable import Scenarios

/// Files in which an example of the reference stands where it belongs.
enum LanguageFrames {
  /// A frame for each grammar or table: `EXAMPLE` stands for the example.
  static let all = fixed.merging(
    MapGrammar.documentsWithOptions.map { grammar in
      (grammar.name, "\(step)expect:\n      \(grammar.noun):\n        EXAMPLE")
    }
  ) { first, _ in first }

  private static let fixed = [
    "scenario": "scenario: A\nsteps: [{ GET: / }]\nEXAMPLE",
    "sharedSteps": "steps: [{ GET: / }]\nEXAMPLE",
    "project": "EXAMPLE",
    "environment": "environments:\n  staging:\n    EXAMPLE",
    "runOptions": "run:\n  EXAMPLE",
    "contract": "contracts:\n  -\n    EXAMPLE",
    "contractDeviation": "contracts:\n  - openapi: a.yaml\n    ignore:\n      -\n        EXAMPLE",
    "contractLevels": "\(step)contract:\n      EXAMPLE",
    "defaults": "\(head)  - GET: /\ndefaults:\n  EXAMPLE",
    "cases": "\(head)  - GET: /\ncases:\n  EXAMPLE",
    "Kinds of steps": "\(head)  -\n    EXAMPLE",
    "What every step may have": "\(step)EXAMPLE",
    "known-failure": "\(step)known-failure:\n      reason: a\n      EXAMPLE",
    "repeat": "\(step)repeat:\n      while: ${more}\n      at-most: 10\n      EXAMPLE",
    "requestKeys": "\(step)EXAMPLE",
    "request": "\(head)  - request:\n      method: PURGE\n      url: /\n      EXAMPLE",
    "multipartPart":
      "\(step)multipart:\n      -\n        name: a\n        value: b\n        EXAMPLE",
    "graphql": "\(step)graphql:\n      query: a\n      EXAMPLE",
    "retry": "\(step)retry:\n      attempts: 2\n      EXAMPLE",
    "groupRetry": "\(head)  - steps: [{ GET: / }]\n    retry:\n      attempts: 2\n      EXAMPLE",
    "assertion": "\(head)  - assert:\n      count: 2\n      EXAMPLE",
    "capture": "\(step)capture:\n      a:\n        EXAMPLE",
    "cookieQuery":
      "\(step)capture:\n      a:\n        cookie:\n          name: a\n          EXAMPLE",
    "expectation": "\(step)expect:\n      EXAMPLE",
    "responseQuery": "\(step)expect:\n      that:\n        exists: true\n        EXAMPLE",
    "documentOfPaths": "\(step)expect:\n      json:\n        EXAMPLE",
    "documentOfXPaths": "\(step)expect:\n      xml:\n        EXAMPLE",
    "hops": "\(step)expect:\n      redirects:\n        EXAMPLE",
    "cookie":
      "\(step)expect:\n      cookies:\n        session:\n          exists: true\n          EXAMPLE",
    "cookieAttributes":
      "\(step)expect:\n      cookies:\n        session:\n          attributes:\n            EXAMPLE",
    "image": "\(step)expect:\n      image:\n        EXAMPLE",
    "bytes": "\(step)expect:\n      bytes:\n        EXAMPLE",
    "bytesEqual": "\(step)expect:\n      bytes:\n        equals:\n          EXAMPLE",
    "certificate": "\(step)expect:\n      certificate:\n        EXAMPLE",
    "authSchemes": "\(step)EXAMPLE",
    "options": "\(step)options:\n      EXAMPLE",
    "matchers": "\(step)expect:\n      json:\n        $.a:\n          EXAMPLE",
  ]

  private static let head = "scenario: A\nsteps:\n"
  private static let step = "\(head)  -\n    GET: /\n    "

  /// The frame with an example in it; a line whose key the example has too is left out.
  static func filled(_ frame: String, with example: String) -> String {
    let given = example.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    let place = frame.split(separator: "\n").first { $0.hasSuffix("EXAMPLE") }
    let depth = place?.prefix { $0 == " " }.count
    var lines: [String] = []
    for line in frame.split(separator: "\n") {
      let text = line.drop { $0 == " " }
      if text == "EXAMPLE" {
        let indent = String(repeating: " ", count: line.count - text.count)
        lines += example.split(separator: "\n").map { indent + $0 }
      } else {
        // A part has a value or a file.
        let isOther = text.hasPrefix("value:") && given.contains("file")
        let isBeside = line.count - text.count == depth
        let isGiven = isBeside && given.contains(text.prefix { $0 != ":" })
        if !isOther, !isGiven { lines.append(String(line)) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The example of a key with another value, and the lines that it has beside it.
  static func example(of entry: ScenarioReference.Entry, with value: String) -> String {
    let lines = entry.example.split(separator: "\n").map(String.init)
    let own = value.isEmpty ? "\(entry.name):" : "\(entry.name): \(value)"
    if entry.name != "auth", lines.first?.hasPrefix("auth: ") == true { return "auth: { \(own) }" }
    guard !lines.contains(where: { $0.hasPrefix("\(entry.name):") }) else {
      return lines.map { $0.hasPrefix("\(entry.name):") ? own : $0 }.joined(separator: "\n")
    }
    return own
  }
}
