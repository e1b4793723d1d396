extension MapGrammar {
  /// The methods that are keys of a step.
  static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
  /// The keys that say what kind a step is.
  static let kinds = methods + ["request", "use", "parallel", "set", "wait", "log", "exec"]
  /// The keys that give a request its body.
  static let bodies = [
    "json", "form", "multipart", "xml", "text", "plist", "graphql", "file", "template", "base64",
    "hex",
  ]
  /// The keys that every step may have.
  static let commonKeys: [Key] = [
    Key("step", .text, "Its name; without one it is called by its method and URL."),
    Key("when", .expression, "It is skipped unless this is true."),
    Key("known-failure", .text, "Why it is expected to fail."),
    Key("continue", .boolean, "The steps behind it run whatever becomes of it."),
    Key(
      "each",
      .anyOf([.expression, .listOf(.value)]),
      "A list; the step is taken for each element."
    ),
    Key("as", .text, "The name of the element of each."),
    Key(
      "repeat",
      .anyOf([.argument(.count), .map("repeat")]),
      "How many times the step is taken."
    ),
    Key("together", .boolean, "The turns of each or repeat run at once."),
    Key("collect", .mapOf(.map("capture")), "One value a turn, gathered into a list."),
    Key("capture", .mapOf(.map("capture")), "Names with the queries that find their values."),
    Key("timeout", .duration, "For the whole step."),
  ]
  /// The keys that only requests have.
  static let requestKeys: [Key] = [
    Key("query", .value, "Query parameters: a map, or a list of [name, value]."),
    Key("headers", .mapOf(.value), "Header fields; a list sends one several times, null removes."),
    Key("cookies", .mapOf(.value), "Cookies sent beside those of the jar."),
    Key("auth", .vocabulary(.authSchemes), "How the request proves who sends it."),
    Key("json", .value, "A JSON body."),
    Key("form", .value, "A form body: a map, or a list of [name, value]."),
    Key(
      "multipart",
      .anyOf([.listOf(.map("multipartPart")), .mapOf(.value)]),
      "A multipart/form-data body."
    ),
    Key("xml", .text, "An XML body; values of ${…} are escaped."),
    Key("text", .text, "A text body."),
    Key("plist", .value, "A property list body."),
    Key("graphql", .map("graphql"), "A GraphQL request."),
    Key("file", .file, "A file whose bytes are the body."),
    Key("template", .file, "A file whose text with its ${…} filled in is the body."),
    Key("base64", .text, "A body of bytes in Base64."),
    Key("hex", .text, "A body of bytes in hexadecimal digits."),
    Key("options", .vocabulary(.options), "How the request is sent."),
    Key("session", .text, "The cookie jar and credential store; main without it."),
    Key("expect", .map("expectation"), "What must come back."),
    Key("retry", .map("retry"), "How the request is tried again."),
  ]

  static let step = MapGrammar(
    name: "step",
    noun: "a step",
    keys: methods.map { Key($0, .text, "Sends a \($0) request to a URL.") } + [
      Key("request", .map("request"), "Sends a request with any method."),
      Key("use", .file, "Runs the steps of another file."),
      Key("with", .mapOf(.value), "Parameters for the used steps."),
      Key("parallel", .steps, "Steps that run at once; all are awaited."),
      Key("set", .mapOf(.value), "Gives names values."),
      Key("wait", .duration, "Waits."),
      Key("log", .text, "Writes a line to the reports."),
      Key("exec", .listOf(.text), "Runs a command; needs --allow-exec."),
    ] + commonKeys + requestKeys,
    example: "GET: /orders"
  )

  /// The names of the keys that a step of a kind may have beside the key of the kind.
  static func keyNames(ofKind kind: String) -> [String] {
    methods.contains(kind) || kind == "request" ? requestStepNames : keys(ofKind: kind).map(\.name)
  }

  private static let requestStepNames = (commonKeys + requestKeys).map(\.name)

  /// The keys that a step of a kind may have beside the key of the kind.
  static func keys(ofKind kind: String) -> [Key] {
    switch kind {
    case "use": commonKeys + [Key("with", .mapOf(.value), "Parameters for the used steps.")]
    case "parallel", "set", "wait", "log", "exec": commonKeys
    case _: commonKeys + requestKeys
    }
  }

  static let requestLine = MapGrammar(
    name: "request",
    noun: "a request",
    keys: [
      Key("method", .text, "The method, any token."),
      Key("url", .text, "The URL."),
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

  static let multipartPart = MapGrammar(
    name: "multipartPart",
    noun: "a part",
    keys: [
      Key("name", .text, "The name of the field."),
      Key("value", .value, "Its value."),
      Key("file", .file, "A file whose bytes are the value."),
      Key("filename", .text, "The file name that is sent."),
      Key("type", .text, "The media type of the part."),
    ],
    example: "{ name: photo, file: photo.png, type: image/png }"
  )

  static let graphQL = MapGrammar(
    name: "graphql",
    noun: "graphql",
    keys: [
      Key("query", .text, "The document."),
      Key("variables", .value, "Its variables."),
      Key("operation", .text, "Which of its operations."),
    ],
    required: ["query"],
    example: "graphql: { query: \"{ orders { id } }\" }"
  )

  static let retry = MapGrammar(
    name: "retry",
    noun: "retry",
    keys: [
      Key("for", .duration, "No attempt starts after it."),
      Key("attempts", .argument(.count), "At most so many requests."),
      Key("every", .duration, "The pause between attempts, 1s without it."),
      Key("backoff", .argument(.number), "What the pause is multiplied by each time."),
      Key("if", .names, "What is tried again: error, failure, 503, 5xx, 500-504."),
      Key("until", .expression, "Tried again until it is true."),
    ],
    example: "retry: { for: 10s, every: 200ms }"
  )

  static let repetition = MapGrammar(
    name: "repeat",
    noun: "repeat",
    keys: [
      Key("while", .expression, "Another turn is taken while this is true."),
      Key("at-most", .argument(.count), "How many turns there are at most."),
    ],
    required: ["while", "at-most"],
    example: "repeat: { while: \"${more}\", at-most: 10 }"
  )

  /// The keys of a capture that say where its value is looked for.
  static let queries = ["json", "plist", "xml", "html", "header", "cookie", "text"]

  static let capture = MapGrammar(
    name: "capture",
    noun: "a capture",
    keys: [
      Key("json", .text, "A JSONPath over the body."),
      Key("plist", .text, "A JSONPath over a property list."),
      Key("xml", .text, "An XPath over the body."),
      Key("html", .text, "An XPath over an HTML body."),
      Key("header", .text, "The name of a header field."),
      Key("cookie", .text, "The name of a cookie."),
      Key("text", .argument(.pattern), "A regular expression; group 1 if there is one."),
      Key("value", .value, "An expression, or any value that holds some."),
      Key("default", .value, "The value when the query finds nothing."),
      Key("secret", .boolean, "It is masked in every report."),
    ],
    example: "order: { json: $.id }"
  )
}
