import Documents

extension ScenarioReference {
  /// All tables in order.
  var sections: [Section] {
    Self.grammars.flatMap { part, tables in tables.map { section(of: $0, in: part) } }
      + vocabularySections + languageSections
  }

  /// A table that is a grammar's.
  struct GrammarTable {
    var grammar: MapGrammar
    var title: String
    var introduction: String
    /// The keys, where they are not all of the grammar's.
    var keys: [MapGrammar.Key]?
    /// What any other key is.
    var other: Entry?
    /// Whether the table is the one of the grammar's name, though it has not all of the keys.
    var isOnlyTable = false
  }

  private func section(of table: GrammarTable, in part: Part) -> Section {
    let entries = (table.keys ?? table.grammar.keys).map { key in
      Entry(
        name: key.name,
        takes: Self.takes(key.shape),
        summary: key.summary + (table.grammar.required.contains(key.name) ? " Required." : ""),
        example: key.example
      )
    }
    return Section(
      name: table.keys == nil || table.isOnlyTable ? table.grammar.name : table.title,
      part: part,
      title: table.title,
      introduction: table.introduction,
      entries: entries + (table.other.map { [$0] } ?? [])
    )
  }

  /// The title of a grammar's table, for links.
  static func title(of grammar: String) -> String? {
    grammars.lazy.flatMap(\.tables)
      .first { $0.grammar.name == grammar && ($0.keys == nil || $0.isOnlyTable) }?.title
      ?? (grammar == MapGrammar.step.name ? Part.steps.title : nil)
  }

  private static let grammars: [(part: Part, tables: [GrammarTable])] = [
    (.files, files), (.steps, steps), (.requests, requests + RequestBodyCatalogue.tables + retries),
    (.expect, expectations), (.captures, captures),
  ]

  private static let files = [
    GrammarTable(
      grammar: .scenario,
      title: "A scenario",
      introduction:
        "`*.scenario.yaml`, `*.scenario.yml`: one scenario in each file. `curlew run` searches a "
        + "folder for these and for `*.hurl`, in name order."
    ),
    GrammarTable(
      grammar: .sharedSteps,
      title: "Steps to use again",
      introduction:
        "`*.steps.yaml`: the file that `use` names."
    ),
    GrammarTable(
      grammar: .project,
      title: "The project",
      introduction:
        "`curlew.yaml`, in the working folder or the nearest one above it."
    ),
    GrammarTable(
      grammar: .environment,
      title: "An environment",
      introduction: "Each entry of `environments` of the project; `--environment NAME` takes one."
    ),
    GrammarTable(
      grammar: .defaults,
      title: "Defaults",
      introduction:
        "`headers`, `query`, `cookies`, `options` and `tls` merge with a step's own by key; "
        + "everything else is replaced."
    ),
    GrammarTable(
      grammar: .contract,
      title: "Contracts",
      introduction:
        "Each item of `contracts` of the project. What a difference does is `fail`, `warn` or `off`: "
        + "without a word of it, responses and what is undocumented fail, requests warn."
    ),
    GrammarTable(
      grammar: .contractDeviation,
      title: "Known deviations",
      introduction: "Each item of `ignore` of a contract."
    ),
    GrammarTable(
      grammar: .contractLevels,
      title: "How a request is checked",
      introduction:
        "What `contract` of a request and of defaults takes; what stands nearer is stronger. `false` "
        + "checks nothing, unless `true` or a map stands nearer."
    ),
    GrammarTable(
      grammar: .cases,
      title: "Data rows",
      introduction:
        "`cases` is a list of maps, or one of `csv`, `json` and `matrix`. The row's `name`, or its "
        + "first value, labels it; where rows share it, a number is added, as in `GET #2`. `FILE:LINE` "
        + "runs the row at a line of the scenario, `FILE#ROW` a row by its number, and "
        + "`errors.csv:3` the row at a line of a data file, in each scenario that reads it."
    ),
  ]

  private static let steps = [
    GrammarTable(
      grammar: .step,
      title: "Kinds of steps",
      introduction:
        "A step has exactly one of these keys. A failed step skips the steps after it unless it "
        + "says `continue`. A step inside `use`, `parallel` or `steps` that fails and says "
        + "`continue` does not skip the steps after these either. The scenario has failed in any "
        + "case. What the steps of `parallel` and `steps` capture is known after them.\n\n"
        + "`exec` needs "
        + "`--allow-exec`, as in `curlew run --demo --allow-exec scenarios/with-commands.yaml`. It "
        + "starts the command without a shell, in the folder of the file, with the environment of "
        + "the run and no input. `stdout` is its output as text, at most 1 MiB (more is an error), "
        + "without line breaks at the end. `exit` is its status, or 128 plus the signal's number. "
        + "A status other than 0 fails the step, unless the step captures something from `exit`. "
        + "Its standard error is logged when it failed.",
      keys: StepKindCatalogue.keys
    ),
    GrammarTable(
      grammar: .step,
      title: "What every step may have",
      introduction:
        "The loop comes first, then `when` for each turn, then `retry`. Captures of the last "
        + "turn win.",
      keys: MapGrammar.commonKeys
    ),
    GrammarTable(
      grammar: .groupRetry,
      title: "Retry of a group",
      introduction:
        "`retry` beside `steps`: the group is tried again until all its steps pass. Each try "
        + "begins with the names as they were before the group. The last try is the verdict, also "
        + "when it is the only one that passed; requests and assertions of the tries before it are "
        + "shown as attempts, and a step that did not pass in them logs how often. What they "
        + "captured is forgotten when a later one passes, and known to the teardown when none does. "
        + "`for` or `attempts` is required. `timeout` of the group limits all its tries together."
    ),
    GrammarTable(
      grammar: .assertion,
      title: "Assertions without a request",
      introduction:
        "`assert` takes a condition, which is one `${…}` that must be true, a map, or a list of "
        + "these. All of a list are evaluated, and each is an assertion of its own in reports. "
        + "Anything else than true or false is an error. A map takes all " + link(to: "Matchers")
        + " and beside them:"
    ),
    GrammarTable(
      grammar: .repetition,
      title: "A loop with a condition",
      introduction:
        "`repeat` takes a number of turns, or both of these. The condition is evaluated before "
        + "each turn and once after the last. A loop that `at-most` ends while the condition is "
        + "still true has failed."
    ),
    GrammarTable(
      grammar: .knownFailure,
      title: "A known failure",
      introduction:
        "`known-failure` of a scenario or a step takes the reason, or a map of these. An error "
        + "is not a failure: without a verdict nothing is known about the service."
    ),
  ]

  private static let requests = [
    GrammarTable(
      grammar: .request,
      title: "What a request may have",
      introduction:
        "Beside the method and URL. A request has at most one body; its Content-Type follows "
        + "from the kind unless it is set.\n\nA `${…}` in a URL is a value of the part where it is "
        + "written: a path segment, a name or value of the query, the fragment. It is "
        + "percent-encoded there, so `/orders/${id}` with `a/b` requests `/orders/a%2Fb`, and "
        + "`?q=${v}` with `a&b` stays one value; text that is encoded already is encoded again. In "
        + "a path everything except letters, digits and `- . _ ~` is encoded (and a value that "
        + "consists of dots); in a query and a fragment `/` and `?` are kept too. `raw(x)` is not "
        + "encoded. A `${…}` at the very start of a URL is URL text (`${next}`, `${base}/orders`), "
        + "and so are `base` and the targets of redirects. In host and port a value may hold only "
        + "what is allowed there.\n\nUnder `headers` null removes a field that defaults, the kind "
        + "of body, `auth`, the cookie jar or Curlew itself (`Accept`, `Accept-Encoding`, "
        + "`User-Agent`) would send. `Host`, `Content-Length` and `Transfer-Encoding` are always "
        + "sent. Maps of `query` and `form` are sent in the order in which they are written, "
        + "nested ones as `a[b]=1`; a null among their values is not sent, and removes what "
        + "defaults would send.\n\n`save` is relative to the project's folder, or to that of "
        + "`--output-folder`, and leads nowhere else. The file holds the body after decompression, "
        + "secrets included, whatever is expected of it; with `retry` that of the last response. "
        + "It is there as a whole or not at all. A file that cannot be written is an error. A "
        + "later step of the file may read what is saved: `file: bodies/order.json`."
    ),
    GrammarTable(
      grammar: .requestLine,
      title: "Any method",
      introduction: "What `request` takes."
    ),
  ]

  private static let retries = [
    GrammarTable(
      grammar: .retry,
      title: "Retry",
      introduction:
        "The request is sent again until its expectations hold, or until `until` is true; then "
        + "the expectations are checked once. `for` or `attempts` is required."
    )
  ]

  private static let captures = [
    GrammarTable(
      grammar: .capture,
      title: "Captures",
      introduction:
        "Each entry of `capture` and `collect` is a name with one query, or an expression: "
        + "`capture: { order: { json: $.id }, twice: \"${response.json.total * 2}\" }`. The query "
        + "decides the shape, never the data. A singular JSONPath gives its value, any other a "
        + "list, also of one or no elements. An XPath gives the text of its one node and fails on "
        + "several; with `all: true` it gives a list, and so does a header. `time` is in "
        + "milliseconds. `match` searches each text that the query finds and leaves out those in "
        + "which it finds nothing: of several `Link` fields it takes the one that matches. A value "
        + "that is no text fails. `pipe` turns what is there then, a list as a whole; a function "
        + "that cannot take it fails the step. What a step captures is known to its later captures "
        + "and to its `expect`, but for `status` and `content-type`, which are looked at before.\n\n"
        + "A capture that "
        + "finds nothing fails the step unless it has a `default`. An expression finds nothing "
        + "where `??` would take its other side. A `default` replaces nothing else: a body that "
        + "cannot be decoded fails, and so does an expression that needs what the response lacks; "
        + "any other expression without a value is an error. After a status that is not acceptable "
        + "nothing is captured; after a body or content type that is not acceptable nothing that "
        + "needs the body. Values that are found are captured also when other expectations fail."
    ),
    GrammarTable(
      grammar: .cookieQuery,
      title: "One of several cookies",
      introduction:
        "What `cookie` takes in place of a name. Of several cookies that `path` and `domain` do not "
        + "tell apart, the last one that the response sets counts. An attribute that it does not "
        + "have is not found."
    ),
  ]

  /// The formats with options of their own.
  private static let formats = BodyFormat.all.filter { !$0.options.isEmpty }.map { format in
    let names = Set(format.options.map(\.name))
    let grammar = MapGrammar.document(of: format)
    return GrammarTable(
      grammar: grammar,
      title: format.noun,
      introduction:
        "\(format.about)\n\nBeside the keys of \(link(to: title(of: format.queries))) it takes:",
      keys: grammar.keys.filter { names.contains($0.name) },
      isOnlyTable: true
    )
  }

  /// The title of the table that documents of a language have in common.
  private static func title(of language: BodyFormat.QueryLanguage) -> String {
    switch language {
    case .jsonPath: "JSON and other data"
    case .xPath: "XML and HTML"
    }
  }

  /// The keys of the formats that are asked in a language.
  private static func keys(of language: BodyFormat.QueryLanguage) -> String {
    let keys = BodyFormat.all.filter { $0.queries == language }.map { "`\($0.name)`" }
    return keys.dropLast().joined(separator: ", ") + " and " + (keys.last ?? "")
  }

  private static let expectations =
    [
      GrammarTable(
        grammar: .expectation,
        title: "Expectations",
        introduction:
          "Without `status` any 2xx is acceptable. When the status is not acceptable, `headers` "
          + "and `time` are checked and the body is not.\n\nWithout `content-type`, `json` accepts "
          + "every media type with `json` in its subtype (`application/json`, "
          + "`application/problem+json`, `application/x-amz-json-1.1`, `application/json-seq`) and "
          + "`text/javascript`; `content-type: any` accepts all others. A `charset` other than UTF-8 "
          + "decodes the body before it is read as JSON.\n\nA header compared with a list is the "
          + "list of its fields, also when it was sent once. `text`, `html` and `response.text` fail "
          + "when a byte is not in the charset that the response names, and when that charset is "
          + "unknown; nothing is replaced. Without a named charset it is UTF-8, and windows-1252 for "
          + "a page that is not UTF-8.\n\nWith `error` the step passes when the transfer fails in "
          + "that way. `too-large` is a body longer than `options.max-body`, `too-many-redirects` "
          + "more of them than `options.follow-redirects`. `status`, `headers` and `time` beside it "
          + "are about what came before; when no response came, `status` and `headers` fail."
      ),
      GrammarTable(
        grammar: .documentOfPaths,
        title: title(of: .jsonPath),
        introduction: "What " + keys(of: .jsonPath)
          + " take: JSONPaths (RFC 9535) with their matchers, and "
          + "keys for the whole document."
          + BodyFormat.all.filter { $0.options.isEmpty && !$0.about.isEmpty }
          .map { "\n\n\($0.about)" }.joined(),
        other: Entry(
          name: "$…",
          takes: takes(KeyShape.matched(.value)),
          summary: "A JSONPath. A singular one yields its value, any other a node list.",
          example: "$.lines[*].sku: [ABC-1]"
        )
      ),
      GrammarTable(
        grammar: .documentOfXPaths,
        title: title(of: .xPath),
        introduction:
          "What " + keys(of: .xPath)
          + " take: XPaths (1.0) with their matchers. Prefixes of the root element are known; `_` is the "
          + "default namespace. The other keys are for the whole document. `equals-file` ignores "
          + "prefixes, the order of attributes, CDATA, comments, processing instructions and layout. "
          + "Layout is white space between the elements of an element that has no other text; all "
          + "other text counts as it is.",
        other: Entry(
          name: "/…",
          takes: takes(KeyShape.matched(.markup)),
          summary:
            "An XPath. A node-set is a node list of texts, a number or boolean is one; the number NaN is nothing.",
          example: "//item/@sku: [ABC-1, ABC-2]"
        )
      ),
    ] + formats + [
      GrammarTable(
        grammar: .responseQuery,
        title: "Queries with matchers",
        introduction:
          "What `that` takes beside conditions: one query as in " + link(to: "Captures")
          + ", of which a value that is not there is nothing, and all " + link(to: "Matchers")
          + " on what it finds. Types are strict: the text `\"1\"` is not the number `1`. So one "
          + "value can be looked at several times, each time as an assertion of its own. The keys "
          + "of the query:"
      ),
      GrammarTable(
        grammar: .hops,
        title: "Redirects",
        introduction:
          "What `redirects` takes beside a number and its matchers. The redirects that were "
          + "followed are a list of objects: `status`; `url`, which answered so; `location`, the "
          + "absolute URL that it led to; `headers`, whose names are in lower case and whose repeated "
          + "fields are lists. `response.hops` is the same list.",
        other: Entry(
          name: "$…",
          takes: takes(KeyShape.matched(.value)),
          summary: "A JSONPath into the list.",
          example: "\"$[*].status\": [301, 302]"
        )
      ),
      GrammarTable(
        grammar: .cookie,
        title: "A cookie",
        introduction:
          "A cookie that the response itself sets, not a redirect or a challenge before it. A "
          + "field that deletes a cookie (`Max-Age=0`, `Expires` in the past) sets none. Matchers on "
          + "its value, and beside them:"
      ),
      GrammarTable(
        grammar: .cookieAttributes,
        title: "Attributes of a cookie",
        introduction: "What `attributes` takes."
      ),
      GrammarTable(
        grammar: .image,
        title: "Images",
        introduction:
          "Read from the image's header."
      ),
      GrammarTable(
        grammar: .bytes,
        title: "Bytes",
        introduction:
          "The body after decompression."
      ),
      GrammarTable(
        grammar: .bytesEqual,
        title: "Equal bytes",
        introduction:
          "`equals` of `bytes` takes one of these."
      ),
      GrammarTable(
        grammar: .certificate,
        title: "The server's certificate",
        introduction: "The certificate of the connection of this response."
      ),
    ]
}
