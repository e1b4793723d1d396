import Documents

/// A name that expressions know without anybody defining it.
struct NameDefinition: Sendable {
  /// The name, or a member's.
  var name: String
  /// One sentence for the reference.
  var summary: String
  /// An expression that uses it.
  var example: String

  init(_ name: String, _ summary: String, _ example: String) {
    self.name = name
    self.summary = summary
    self.example = example
  }

  /// The names that stand for something everywhere or at some places.
  static let all = [
    NameDefinition(
      "env",
      "An environment variable; nothing when it is not set or empty.",
      "env.SHOP_URL ?? demo.url"
    ),
    NameDefinition(
      "secret",
      "A secret: listed under secrets, given by --secret or as CURLEW_SECRET_NAME; masked in every report.",
      "secret.SHOP_TOKEN"
    ),
    NameDefinition(
      "demo",
      "`demo.url` is the address of the demo API, nothing without --demo.",
      "demo.url"
    ),
    NameDefinition(
      "run",
      "`run.id` names the run, `run.seed` is the seed of its random values.",
      "run.id"
    ),
    NameDefinition("scenario", "`scenario.name` is the scenario's name.", "scenario.name"),
    NameDefinition("case", "The data row, an object; only in scenarios with cases.", "case.sku"),
    NameDefinition(
      "loop",
      "`loop.index` is the number of the turn, from 0; only in steps with each or repeat.",
      "loop.index + 1"
    ),
    NameDefinition(
      "response",
      "The response; only in expect, capture, collect and retry.",
      "response.json.id"
    ),
  ]

  /// The members of `response`.
  static let response =
    [
      NameDefinition("status", "The status, a number.", "response.status == 201"),
      NameDefinition("reason", "The reason phrase.", "response.reason == 'Created'"),
      NameDefinition("http", "The version of HTTP.", "response.http == '2'"),
      NameDefinition("url", "The URL that answered last.", "response.url"),
      NameDefinition(
        "headers",
        "A header field; a list when it was sent several times.",
        "response.headers[\"Content-Type\"]"
      ),
      NameDefinition("cookies", "A cookie's value.", "response.cookies[\"session\"]"),
      NameDefinition("text", "The body as text.", "response.text | length"),
      NameDefinition("size", "The bytes of the body.", "response.size < 1000"),
      NameDefinition("time", "The time the exchange took, in milliseconds.", "response.time < 500"),
      NameDefinition("redirects", "How many redirects were followed.", "response.redirects == 0"),
      NameDefinition(
        "hops",
        "The redirects that were followed, a list of objects with status, url, location and headers.",
        "length(response.hops)"
      ),
      NameDefinition("attempts", "Which attempt of a retry this is, from 1.", "response.attempts"),
      NameDefinition("ip", "The address of the server.", "response.ip"),
    ]
    + BodyFormat.all.compactMap { format in
      format.response.map { NameDefinition(format.name, $0.summary, $0.example) }
    }
}
