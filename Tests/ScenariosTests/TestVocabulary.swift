import Documents
import Scenarios

extension Vocabulary {
  /// Matchers, schemes and options as the command has them, so that parsing can be tested without it.
  static let forTests = Vocabulary(
    matchers: [
      Entry(name: "equals", summary: "", argument: .literal),
      Entry(name: "partial", summary: "", argument: .literal),
      Entry(name: "not", summary: "", argument: .matcher),
      Entry(name: "each", summary: "", argument: .matcher),
      Entry(name: "any", summary: "", argument: .matcher),
      Entry(name: "in", summary: "", argument: .list, example: "in: [1, 2]"),
      Entry(name: "unordered", summary: "", argument: .list, example: "unordered: [1, 2]"),
      Entry(name: "gt", summary: "", argument: ordered, example: "gt: 3"),
      Entry(name: "gte", summary: "", argument: ordered, example: "gte: 3"),
      Entry(name: "lt", summary: "", argument: ordered, example: "lt: 500ms"),
      Entry(name: "lte", summary: "", argument: ordered, example: "lte: 3"),
      Entry(
        name: "between",
        summary: "",
        argument: .tuple(count: 2, of: ordered),
        example: "between: [1, 5]"
      ),
      Entry(
        name: "approx",
        summary: "",
        argument: .number,
        companions: ["within": .number],
        example: "approx: 19.98"
      ),
      Entry(name: "before", summary: "", argument: .text),
      Entry(name: "after", summary: "", argument: .text),
      Entry(name: "matches", summary: "", argument: .pattern),
      Entry(name: "contains", summary: "", argument: .literal),
      Entry(name: "starts-with", summary: "", argument: .text),
      Entry(name: "ends-with", summary: "", argument: .text),
      Entry(
        name: "type",
        summary: "",
        argument: .oneOf([
          "string", "number", "integer", "boolean", "null", "array", "object",
        ])
      ),
      Entry(
        name: "format",
        summary: "",
        argument: .oneOf([
          "uuid", "date-time", "date", "time", "email", "uri", "ipv4", "ipv6", "hostname",
          "base64", "json",
        ])
      ),
      Entry(name: "exists", summary: "", argument: .boolean, example: "exists: true"),
      Entry(name: "empty", summary: "", argument: .boolean, example: "empty: false"),
      Entry(
        name: "count",
        summary: "",
        argument: .anyOf([.count, .matcher]),
        example: "count: 3"
      ),
      Entry(
        name: "length",
        summary: "",
        argument: .anyOf([.count, .matcher]),
        example: "length: 3"
      ),
      Entry(name: "schema", summary: "", argument: .anyOf([.file, .literal])),
      Entry(name: "pipe", summary: "", argument: .pipe),
    ],
    authSchemes: [
      Entry(
        name: "basic",
        summary: "",
        argument: .map(
          ["user": .text, "password": .text],
          required: ["user", "password"]
        ),
        example: "auth: { basic: { user: ada, password: secret } }"
      ),
      Entry(name: "bearer", summary: "", argument: .text, example: "auth: { bearer: token }"),
      Entry(name: "negotiate", summary: "", argument: .boolean),
    ],
    options: [
      Entry(name: "timeout", summary: "", argument: .duration, example: "options: { timeout: 5s }"),
      Entry(name: "connect-timeout", summary: "", argument: .duration),
      Entry(
        name: "follow-redirects",
        summary: "",
        argument: .anyOf([.boolean, .count]),
        example: "follow-redirects: 5"
      ),
      Entry(
        name: "http",
        summary: "",
        argument: .oneOf(["1.0", "1.1", "2", "2-prior-knowledge", "3"])
      ),
      Entry(name: "max-body", summary: "", argument: .size, example: "max-body: 10MB"),
      Entry(name: "arrays", summary: "", argument: .oneOf(["brackets", "repeat", "comma"])),
      Entry(
        name: "tls",
        summary: "",
        argument: .map(["ca": .file, "insecure": .boolean], required: [])
      ),
    ],
    runOptions: [
      Entry(name: "jobs", summary: "", argument: .count, example: "run: { jobs: 8 }"),
      Entry(name: "retries", summary: "", argument: .count),
    ]
  )

  private static let ordered = ArgumentShape.anyOf([.number, .duration, .text])
}
