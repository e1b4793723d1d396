extension MapGrammar {
  /// All grammars, for the JSON Schema.
  static let all: [MapGrammar] = [
    scenario, sharedSteps, project, environment, defaults, cases, step, requestLine, request,
    multipartPart, graphQL, retry, repetition, capture, expectation, documentOfPaths,
    documentOfXPaths, cookie, cookieAttributes, image, bytes, bytesEqual, certificate,
  ]

  static let scenario = MapGrammar(
    name: "scenario",
    noun: "a scenario",
    keys: [
      Key("scenario", .text, "The name of the scenario."),
      Key("description", .text, "What it is about."),
      Key("tags", .names, "Names by which scenarios are selected."),
      Key("skip", .text, "Why it is not run."),
      Key("when", .expression, "It is skipped unless this is true."),
      Key("known-failure", .text, "Why it is expected to fail; it fails when it passes."),
      Key("base", .text, "The URL that request URLs are put under."),
      Key("variables", .mapOf(.value), "Names with their values, evaluated in order once a run."),
      Key("defaults", .map("defaults"), "Request keys under every step's own."),
      Key("namespaces", .mapOf(.text), "Prefixes for every xml of the file, with their URIs."),
      Key(
        "cases",
        .anyOf([.map("cases"), .listOf(.mapOf(.value))]),
        "Rows of data; the scenario runs once for each."
      ),
      Key("locks", .names, "Two scenarios that share a lock never run at the same time."),
      Key("serial", .boolean, "It runs alone."),
      Key("timeout", .duration, "For the whole scenario, setup and teardown excluded."),
      Key("setup", .steps, "Steps before; if one fails the scenario is an error."),
      Key("steps", .steps, "What is tested."),
      Key("teardown", .steps, "Steps behind, taken whatever came before."),
    ],
    required: ["scenario"],
    example: "scenario: Order lifecycle"
  )

  static let sharedSteps = MapGrammar(
    name: "sharedSteps",
    noun: "a file of steps",
    keys: [
      Key("description", .text, "What they are for."),
      Key("parameters", .mapOf(.value), "Names with their defaults, or required."),
      Key("namespaces", .mapOf(.text), "Prefixes for every xml of the file, with their URIs."),
      Key("defaults", .map("defaults"), "Request keys under every step's own."),
      Key("steps", .steps, "The steps."),
      Key("returns", .names, "Names handed back; without it, everything captured."),
    ],
    required: ["steps"],
    example: "steps: [{ GET: /token }]"
  )

  static let project = MapGrammar(
    name: "project",
    noun: "a project",
    keys: [
      Key("base", .text, "The URL that request URLs are put under."),
      Key("environments", .mapOf(.map("environment")), "Settings for each environment."),
      Key("variables", .mapOf(.value), "Names with their values."),
      Key("defaults", .map("defaults"), "Request keys under those of every scenario."),
      Key("namespaces", .mapOf(.text), "Prefixes for every xml, with their URIs."),
      Key("schemas", .mapOf(.text), "Base URLs of $ref, with the folders that stand for them."),
      Key("secrets", .names, "Environment variables that hold secrets."),
      Key("before-all", .steps, "Steps once before all scenarios."),
      Key("after-all", .steps, "Steps once after all scenarios."),
      Key("run", .vocabulary(.runOptions), "Defaults of the command's options."),
    ],
    example: "environments: { staging: { base: https://staging.example } }"
  )

  static let environment = MapGrammar(
    name: "environment",
    noun: "an environment",
    keys: [
      Key("base", .text, "The URL that request URLs are put under."),
      Key("variables", .mapOf(.value), "Names with their values."),
      Key("defaults", .map("defaults"), "Request keys under those of every scenario."),
    ],
    example: "staging: { base: https://staging.example }"
  )

  static let defaults = MapGrammar(
    name: "defaults",
    noun: "defaults",
    keys: [
      Key("query", .value, "Query parameters."),
      Key("headers", .mapOf(.value), "Header fields."),
      Key("cookies", .mapOf(.value), "Cookies."),
      Key("auth", .vocabulary(.authSchemes), "How requests prove who sends them."),
      Key("options", .vocabulary(.options), "How requests are sent."),
      Key("session", .text, "The cookie jar and credential store."),
      Key("retry", .map("retry"), "How requests are tried again."),
      Key("expect", .map("expectation"), "What must come back, without assertions on a body."),
    ],
    example: "defaults: { headers: { Accept: application/json } }"
  )

  static let cases = MapGrammar(
    name: "cases",
    noun: "cases",
    keys: [
      Key("csv", .file, "A file of comma-separated values with a header row."),
      Key("json", .file, "A file that holds a list of objects."),
      Key("matrix", .mapOf(.listOf(.value)), "Lists of values; every combination is a row."),
    ],
    example: "cases: [{ name: small, size: 1 }]"
  )
}
