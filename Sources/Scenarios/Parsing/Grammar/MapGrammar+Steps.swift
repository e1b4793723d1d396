import Documents

extension MapGrammar {
  /// The keys that every step may have.
  static let commonKeys: [Key] = [
    Key(
      "step",
      .text,
      "Its name; by default its method and URL. `${…}` in it takes the data row, the element of `each`, "
        + "parameters and variables.",
      "step: create an order"
    ),
    Key("when", .expression, "It is skipped unless this is true.", "when: ${quantity > 10}"),
    Key(
      "known-failure",
      .anyOf([.ruled(.reason), .map("known-failure")]),
      "Why it is expected to fail: a failure is skipped, an error is not, and it fails when it "
        + "passes.",
      "known-failure: SHOP-71"
    ),
    Key("continue", .flag, "The steps after it run even when it does not pass.", "continue: true"),
    Key(
      "each",
      .anyOf([.computed, .listOf(.value)]),
      "A list; the step runs once for each element.",
      "each: ${skus}"
    ),
    Key(
      "as",
      .ruled(.variable),
      "The name for the element of `each`.",
      "each: [ABC-1, ABC-2]\nas: sku"
    ),
    Key(
      "repeat",
      .anyOf([.argument(.turnsOrEndless), .map("repeat")]),
      "How many times the step runs; endless until a turn fails or a time limit ends it.",
      "repeat: 3"
    ),
    Key(
      "together",
      .flag,
      "The turns of each or repeat run at once.",
      "repeat: 3\ntogether: true"
    ),
    Key(
      "collect",
      .mapOf(.map("capture"), names: .variable),
      "One value of each turn, gathered into a list.",
      "repeat: 3\ncollect: { ids: { json: $.id } }"
    ),
    Key(
      "capture",
      .mapOf(.map("capture"), names: .variable),
      "Names with the queries that find their values.",
      "capture: { order: { json: $.id } }"
    ),
    Key(
      "timeout",
      .duration,
      "The time limit for the whole step, with its turns and attempts.",
      "timeout: 20s"
    ),
  ]
  /// The keys that only requests have.
  static let requestKeys = addressKeys + RequestBodyCatalogue.all.map { $0.key } + sendingKeys

  /// What a request has beside its URL and its body.
  private static let addressKeys: [Key] = [
    Key(
      "query",
      .fields,
      "Query parameters: a map, or a list of [name, value].",
      "query: { page: 2, filter: { state: open } }"
    ),
    Key(
      "headers",
      .headerFields,
      "Header fields; a list sends a field several times, null removes it.",
      "headers: { Accept: [text/html, \"*/*\"] }"
    ),
    Key(
      "cookies",
      .headerFields,
      "Cookies in addition to those of the jar.",
      "cookies: { consent: all }"
    ),
    Key(
      "auth",
      .vocabulary(.authSchemes),
      "The credentials of the request.",
      "auth: { basic: { user: ada, password: lovelace } }"
    ),
  ]

  /// How a request is sent, and what must come back.
  private static let sendingKeys: [Key] = [
    Key(
      "options",
      .vocabulary(.options),
      "How the request is sent.",
      "options: { timeout: 5s, follow-redirects: true }"
    ),
    Key("session", .text, "The cookie jar and credential store; main by default.", "session: bob"),
    Key(
      "jar",
      .someOf(.ruled(.jarChange)),
      "What happens to the cookie jar before the request: clear removes all cookies, a line of a cookie file sets one.",
      "jar: [clear]"
    ),
    Key(
      "expect",
      .map("expectation"),
      "The expectations of the response.",
      "expect: { status: 201 }"
    ),
    Key(
      "contract",
      .anyOf([.flag, .map("contractLevels")]),
      "Whether and how the request and its response are checked against the contracts of the project.",
      "contract: false"
    ),
    Key(
      "save",
      .ruled(.savePath),
      "A file, below the project's folder, that the body of the response is written to.",
      "save: bodies/order.json"
    ),
    Key(
      "retry",
      .map("retry"),
      "When the request is sent again.",
      "retry: { for: 10s, every: 200ms }"
    ),
  ]

  static let step = MapGrammar(
    name: "step",
    noun: "a step",
    keys: StepKindCatalogue.keys + commonKeys + requestKeys,
    example: "GET: /orders"
  )

  static let requestLine = MapGrammar(
    name: "request",
    noun: "a request",
    keys: [
      Key("method", .ruled(.method), "The method, any token.", "method: PURGE"),
      Key("url", .ruled(.url), "The URL.", "url: /cache"),
    ],
    required: ["method", "url"],
    example: "request: { method: PURGE, url: /cache }"
  )

  /// What stands behind the key `request` of a step together with what may stand beside it.
  static let request = MapGrammar(
    name: "requestKeys",
    noun: "a request",
    keys: requestKeys,
    example: "GET: /orders"
  )

  static let retry = MapGrammar(
    name: "retry",
    noun: "retry",
    keys: [
      Key("for", .duration, "No attempt starts after it.", "for: 10s"),
      Key(
        "attempts",
        .argument(.attemptsOrEndless),
        "The largest number of requests; endless as many as the time limits allow.",
        "attempts: 5"
      ),
      Key(
        "every",
        .duration,
        "The pause between attempts, 1s without it. A Retry-After field of the answer, seconds or a "
          + "date, makes it longer, at most a day; where it leads beyond for, no attempt follows.",
        "every: 200ms"
      ),
      Key(
        "backoff",
        .argument(.number),
        "The factor by which the pause grows each time.",
        "backoff: 1.5"
      ),
      Key(
        "if",
        .names(.retryCondition),
        "What is sent again: error, failure, 503, 5xx, 500-504.",
        "if: [error, 503]"
      ),
      Key(
        "until",
        .expression,
        "The request is sent again until this is true.",
        "until: ${response.json.state == 'done'}"
      ),
      Key(
        "retry-after",
        .flag,
        "Whether a Retry-After field makes the pause longer; true by default.",
        "attempts: 5\nretry-after: false"
      ),
    ],
    choice: .atLeastOne(["for", "attempts"], reason: "which end it"),
    example: "retry: { for: 10s, every: 200ms }"
  )

  static let groupRetry = MapGrammar(
    name: "groupRetry",
    noun: "retry of a group",
    keys: [
      Key("for", .duration, "No try starts after it.", "for: 10s"),
      Key(
        "attempts",
        .argument(.attemptsOrEndless),
        "The largest number of tries; endless as many as the time limits allow.",
        "attempts: 5"
      ),
      Key("every", .duration, "The pause between tries, 1s without it.", "every: 200ms"),
      Key(
        "backoff",
        .argument(.number),
        "The factor by which the pause grows each time.",
        "backoff: 1.5"
      ),
    ],
    choice: .atLeastOne(["for", "attempts"], reason: "which end it"),
    example: "retry: { for: 10s, every: 200ms }"
  )

  static let assertion = MapGrammar(
    name: "assertion",
    noun: "assert",
    keys: [
      Key(
        "value",
        .value,
        "What the matchers beside it look at; an expression that finds nothing is nothing.",
        "value: ${ids}\ncount: 12"
      )
    ],
    required: ["value"],
    others: .value,
    example: "assert: { value: \"${ids}\", count: 12 }"
  )

  static let knownFailure = MapGrammar(
    name: "known-failure",
    noun: "known-failure",
    keys: [
      Key("reason", .ruled(.reason), "The reason why it is expected to fail.", "reason: SHOP-71"),
      Key(
        "errors",
        .flag,
        "Whether errors are expected too: a refused connection, or an expression without a value.",
        "errors: true\nreason: SHOP-72, it is not deployed"
      ),
    ],
    required: ["reason"],
    example: "known-failure: { reason: SHOP-71, errors: true }"
  )

  static let repetition = MapGrammar(
    name: "repeat",
    noun: "repeat",
    keys: [
      Key("while", .expression, "Another turn runs while this is true.", "while: ${more}"),
      Key("at-most", .argument(.turns), "The largest number of turns.", "at-most: 10"),
    ],
    required: ["while", "at-most"],
    example: "repeat: { while: \"${more}\", at-most: 10 }"
  )
}
