import Documents

extension MapGrammar {
  /// All grammars, for the JSON Schema.
  static let all: [MapGrammar] =
    [scenario, sharedSteps, project, environment, defaults, cases, step, requestLine, request]
    + RequestBodyCatalogue.tables.map(\.grammar) + [
      knownFailure, retry, groupRetry, repetition, assertion, capture,
      cookieQuery, responseQuery, expectation,
      documentOfPaths,
      documentOfXPaths, hops, contract, contractDeviation, contractLevels, cookie, cookieAttributes,
      image, bytes, bytesEqual, certificate,
    ] + documentsWithOptions

  static let scenario = MapGrammar(
    name: "scenario",
    noun: "a scenario",
    keys: [
      Key("scenario", .ruled(.title), "The name of the scenario.", "scenario: Order lifecycle"),
      Key(
        "description",
        .text,
        "A description for readers.",
        "description: From the basket to the door."
      ),
      Key("tags", .names(.tag), "Names that `--tag` selects.", "tags: [smoke, orders]"),
      Key(
        "skip",
        .ruled(.reason),
        "The reason why it is not run.",
        "skip: the service is being moved"
      ),
      Key(
        "when",
        .expression,
        "It is skipped unless this is true.",
        "when: ${(env.SHOP_URL ?? '') != ''}"
      ),
      Key(
        "known-failure",
        .anyOf([.ruled(.reason), .map("known-failure")]),
        "Why it is expected to fail: failures are skipped, errors are not, and it fails when it "
          + "passes.",
        "known-failure: SHOP-71, totals are rounded twice"
      ),
      Key(
        "base",
        .text,
        "The base URL of requests.",
        "base: ${env.SHOP_URL ?? demo.url}"
      ),
      Key(
        "variables",
        .mapOf(.value, names: .variable),
        "Names with their values, evaluated in order once for each run of the scenario.",
        "variables: { sku: ABC-1, quantity: 2 }"
      ),
      Key(
        "defaults",
        .map("defaults"),
        "Request keys for every step; a step's own are stronger.",
        "defaults: { headers: { Accept: application/json } }"
      ),
      Key(
        "namespaces",
        .mapOf(.ruled(.constant)),
        "Prefixes for every xml of the file, with their URIs.",
        "namespaces: { s: \"urn:curlew:stock\" }"
      ),
      Key(
        "cases",
        .anyOf([.map("cases"), .someOf(.mapOf(.value, names: .variable))]),
        "Rows of data; the scenario runs once for each.",
        "cases: [{ name: small, size: 1 }, { name: large, size: 9 }]"
      ),
      Key(
        "locks",
        .names(.constant),
        "Two scenarios that share a lock never run at the same time.",
        "locks: [warehouse]"
      ),
      Key("serial", .flag, "It runs alone.", "serial: true"),
      Key(
        "timeout",
        .ruled(.duration),
        "The time limit for the whole scenario, without setup and teardown.",
        "timeout: 30s"
      ),
      Key(
        "setup",
        .steps,
        "Steps that run first. If one fails, the scenario is errored and its steps are skipped, unless that one says `continue`.",
        "setup: [{ use: login.steps.yaml }]"
      ),
      Key("steps", .steps, "The steps of the test.", "steps: [{ GET: /orders }]"),
      Key(
        "teardown",
        .steps,
        "Steps that run at the end, whatever happened before.",
        "teardown: [{ DELETE: /orders }]"
      ),
    ],
    required: ["scenario"],
    example: "scenario: Order lifecycle"
  )

  static let sharedSteps = MapGrammar(
    name: "sharedSteps",
    noun: "a file of steps",
    keys: [
      Key(
        "description",
        .text,
        "A description for readers.",
        "description: Logs in and hands back the token."
      ),
      Key(
        "parameters",
        .mapOf(.value, names: .variable),
        "Names with their defaults, or required.",
        "parameters: { user: required, password: lovelace }"
      ),
      Key(
        "namespaces",
        .mapOf(.ruled(.constant)),
        "Prefixes for every xml of the file, with their URIs.",
        "namespaces: { s: \"urn:curlew:stock\" }"
      ),
      Key(
        "defaults",
        .map("defaults"),
        "Request keys for every step; a step's own are stronger.",
        "defaults: { headers: { Accept: application/json } }"
      ),
      Key("steps", .steps, "The steps.", "steps: [{ GET: /token }]"),
      Key(
        "returns",
        .names(.constant),
        "Names that a step with `use` and without `capture` gives values. Without `returns`, `capture` "
          + "beside `use` can take everything captured.",
        "returns: [token]"
      ),
    ],
    required: ["steps"],
    example: "steps: [{ GET: /token }]"
  )

  static let project = MapGrammar(
    name: "project",
    noun: "a project",
    keys: [
      Key(
        "base",
        .text,
        "The base URL of requests.",
        "base: https://shop.example/v1"
      ),
      Key(
        "environments",
        .mapOf(.map("environment")),
        "Settings for each environment.",
        "environments: { staging: { base: \"https://staging.example\" } }"
      ),
      Key(
        "variables",
        .mapOf(.value, names: .variable),
        "Names with their values.",
        "variables: { user: ada }"
      ),
      Key(
        "defaults",
        .map("defaults"),
        "Request keys for every scenario; a scenario's own are stronger.",
        "defaults: { options: { timeout: 5s } }"
      ),
      Key(
        "namespaces",
        .mapOf(.ruled(.constant)),
        "Prefixes for every xml, with their URIs.",
        "namespaces: { s: \"urn:curlew:stock\" }"
      ),
      Key(
        "schemas",
        .mapOf(.ruled(.constant)),
        "Base URLs of $ref, with the folders or files that replace them.",
        "schemas: { \"https://example.com/schemas/\": schemas }"
      ),
      Key(
        "secrets",
        .names(.constant),
        "Environment variables that hold secrets.",
        "secrets: [SHOP_TOKEN]"
      ),
      Key(
        "before-all",
        .steps,
        "Steps that run once before all scenarios.",
        "before-all: [{ use: login.steps.yaml }]"
      ),
      Key(
        "after-all",
        .steps,
        "Steps that run once after all scenarios.",
        "after-all: [{ POST: /reset }]"
      ),
      Key(
        "contracts",
        .listOf(.map("contract")),
        "OpenAPI documents that every exchange is checked against.",
        "contracts: [{ openapi: api/shop.openapi.yaml }]"
      ),
      Key("run", .vocabulary(.runOptions), "Defaults of the command's options.", "run: {}"),
    ],
    example: "environments: { staging: { base: https://staging.example } }"
  )

  static let environment = MapGrammar(
    name: "environment",
    noun: "an environment",
    keys: [
      Key(
        "base",
        .text,
        "The base URL of requests.",
        "base: https://staging.example"
      ),
      Key(
        "variables",
        .mapOf(.value, names: .variable),
        "Names with their values.",
        "variables: { user: grace }"
      ),
      Key(
        "defaults",
        .map("defaults"),
        "Request keys for every scenario; a scenario's own are stronger.",
        "defaults: { headers: { X-Stage: staging } }"
      ),
    ],
    example: "staging: { base: https://staging.example }"
  )

  static let defaults = MapGrammar(
    name: "defaults",
    noun: "defaults",
    keys: [
      Key("query", .fields, "Query parameters.", "query: { api-version: 2 }"),
      Key(
        "headers",
        .headerFields,
        "Header fields.",
        "headers: { Accept: application/json }"
      ),
      Key("cookies", .headerFields, "Cookies.", "cookies: { consent: all }"),
      Key(
        "auth",
        .vocabulary(.authSchemes),
        "The credentials of requests.",
        "auth: { bearer: \"${token}\" }"
      ),
      Key("options", .vocabulary(.options), "How requests are sent.", "options: { timeout: 5s }"),
      Key("session", .text, "The cookie jar and credential store.", "session: bob"),
      Key(
        "retry",
        .map("retry"),
        "When requests are sent again.",
        "retry: { attempts: 3, if: [error, 503] }"
      ),
      Key(
        "contract",
        .anyOf([.flag, .map("contractLevels")]),
        "Whether and how requests are checked against the contracts of the project.",
        "contract: { requests: off }"
      ),
      Key(
        "expect",
        .map("expectation"),
        "Expectations, except those on a body.",
        "expect: { time: { lt: 2s } }"
      ),
    ],
    example: "defaults: { headers: { Accept: application/json } }"
  )

  /// The keys of `cases` that say where the rows come from.
  static let sourcesOfRows = ["csv", "json", "matrix"]

  /// The options of CSV that the rows of a scenario take.
  private static let csvRules = BodyFormat.csv.options.filter { $0.rule != nil }
    .reduce(into: [:]) { $0[$1.name] = KeyShape.ruled(TextRule($1, of: .csv)) }

  static let cases = MapGrammar(
    name: "cases",
    noun: "cases",
    keys: [
      Key(
        "csv",
        .ruled(.path),
        "A file of comma-separated values with a header row.",
        "csv: data/quantities.csv"
      ),
      Key("json", .ruled(.path), "A file that holds a list of objects.", "json: data/rows.json"),
      Key(
        "matrix",
        .mapOf(.anyOf([.someOf(.value), .computed]), names: .variable),
        "Lists of values; every combination is a row.",
        "matrix: { sku: [ABC-1, ABC-2], quantity: [1, 10] }"
      ),
      Key(
        "separator",
        csvRules["separator"] ?? .text,
        "What stands between the cells of `csv`: one character, or the word tab; a comma by default.",
        "csv: data/quantities.csv\nseparator: \";\""
      ),
      Key(
        "charset",
        csvRules["charset"] ?? .text,
        "The charset of `csv`; UTF-8 by default.",
        "csv: data/quantities.csv\ncharset: windows-1252"
      ),
      Key(
        "types",
        .ruled(.cellTypes),
        "With json a cell of `csv` that is JSON stands for its value, as in 2, true, null, [1, 2]; any "
          + "other cell, an empty one too, is text as by default.",
        "csv: data/quantities.csv\ntypes: json"
      ),
    ],
    choice: .one(sourcesOfRows),
    example: "cases: [{ name: small, size: 1 }]"
  )
}
