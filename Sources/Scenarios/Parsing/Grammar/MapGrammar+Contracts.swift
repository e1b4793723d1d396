extension MapGrammar {
  /// The keys that say what a difference from a contract does.
  private static let levelKeys: [Key] = [
    Key(
      "responses",
      .ruled(.contractLevel),
      "What a response that breaks the contract does.",
      "responses: warn"
    ),
    Key(
      "requests",
      .ruled(.contractLevel),
      "What a request that breaks the contract and is accepted all the same does.",
      "requests: fail"
    ),
    Key(
      "undocumented",
      .ruled(.contractLevel),
      "What an operation, status or media type does that the contract does not have.",
      "undocumented: off"
    ),
    Key(
      "strict",
      .flag,
      "Whether a member that no schema names breaks the contract.",
      "strict: true"
    ),
  ]

  static let contract = MapGrammar(
    name: "contract",
    noun: "a contract",
    keys: [
      Key(
        "openapi",
        .ruled(.usedFile),
        "The path of an OpenAPI document, 3.0, 3.1 or 3.2, in YAML or JSON.",
        "openapi: api/shop.openapi.yaml"
      ),
      Key(
        "base",
        .text,
        "The URL under which requests belong to the contract; `${base}` in it is the base of the "
          + "scenario. By default that base and the paths of the document's servers.",
        "openapi: api/shop.openapi.yaml\nbase: ${base}/v1"
      ),
    ]
      + levelKeys.map { key in
        Key(key.name, key.shape, key.summary, "openapi: api/shop.openapi.yaml\n\(key.example)")
      } + [
        Key(
          "ignore",
          .listOf(.map("contractDeviation")),
          "Known deviations from the contract; one that no longer occurs is reported at the end of a full run.",
          "openapi: api/shop.openapi.yaml\nignore: [{ operation: getOrder, at: $.total, reason: SHOP-71 }]"
        )
      ],
    required: ["openapi"],
    example: "openapi: api/shop.openapi.yaml"
  )

  static let contractDeviation = MapGrammar(
    name: "contractDeviation",
    noun: "a known deviation",
    keys: [
      Key(
        "operation",
        .ruled(.constant),
        "The operationId, or the method and the path: GET /orders/{id}.",
        "operation: getOrder\nat: $.total"
      ),
      Key(
        "at",
        .ruled(.constant),
        "A path in the body of the response, or status, content-type, headers.NAME or request.",
        "at: $.total\noperation: getOrder"
      ),
      Key(
        "reason",
        .ruled(.reason),
        "The reason why it is known.",
        "reason: SHOP-71\noperation: getOrder\nat: $.total"
      ),
    ],
    required: ["operation", "at"],
    example: "{ operation: getOrder, at: $.total }"
  )

  static let contractLevels = MapGrammar(
    name: "contractLevels",
    noun: "contract",
    keys: levelKeys,
    example: "contract: { requests: off }"
  )
}
