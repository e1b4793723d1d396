import Documents

extension MapGrammar {
  /// The queries of a capture for one value that every response has: `status`, and what `expect` measures.
  static let valueQueries = ["status"] + measures
  /// The queries of a capture for one of several properties.
  static let propertyQueries = [image, bytes, certificate]
  /// The keys of a capture that say where its value is looked for.
  static let queries =
    BodyFormat.all.map(\.name) + ["header", "cookie", "text"] + valueQueries
    + propertyQueries.map(\.name)
  /// The keys that say where a value comes from: a query, or an expression.
  static let sources = queries + ["value"]
  /// The same, to look names up.
  static let sourceTable = NameTable(sources)
  /// The queries that may find several and want one, unless `all` stands beside them.
  static let queriesOfOne =
    BodyFormat.all.filter { $0.queries == .xPath }.map(\.name) + ["header"]

  static let capture = MapGrammar(
    name: "capture",
    noun: "a capture",
    keys: BodyFormat.all.map { format in
      let path = KeyShape.ruled(format.queries == .jsonPath ? .jsonPath : .xPath)
      let shape = format.queryWithOptions.map { .anyOf([path, .argument($0)]) } ?? path
      return Key(format.name, shape, format.capture.summary, format.capture.example)
    } + [
      Key("header", .text, "The name of a header field.", "header: Location"),
      Key(
        "cookie",
        .anyOf([.text, .map("cookieQuery")]),
        "The name of a cookie that the response sets.",
        "cookie: session"
      ),
      Key(
        "text",
        .argument(.pattern),
        "A regular expression; group 1 if there is one.",
        "text: 'order (\\d+)'"
      ),
      Key("status", .ruled(.taken), "The status, a number.", "status: true"),
    ]
      + expectation.keys.filter { measures.contains($0.name) }.map { key in
        key.name == "redirects"
          ? Key(
            key.name,
            .anyOf([.ruled(.taken), .ruled(.jsonPath)]),
            "The number of redirects that were followed, or a JSONPath into the list of them.",
            "redirects: \"$[*].url\""
          )
          : Key(
            key.name,
            .ruled(.taken),
            key.summary.replacing("A matcher on t", with: "T", maxReplacements: 1),
            "\(key.name): true"
          )
      } + [
        Key("image", .ruled(.imageProperty), "A property of an image.", "image: width"),
        Key(
          "bytes",
          .ruled(.bytesProperty),
          "The number of the body's bytes, or a digest or all of them in hexadecimal digits.",
          "bytes: sha256"
        ),
        Key(
          "certificate",
          .ruled(.certificateProperty),
          "A property of the server's certificate.",
          "certificate: subject"
        ),
        Key(
          "value",
          .value,
          "An expression, or any value with expressions in it.",
          "value: ${response.json.total * 2}"
        ),
        Key(
          "match",
          .argument(.pattern),
          "A regular expression that is searched for in what is found; its group 1 if there is one.",
          "header: Link\nmatch: '<([^>]+)>; rel=\"next\"'"
        ),
        Key(
          "pipe",
          .argument(.pipe),
          "Functions that turn what is found, each a name or a map of one name to its further arguments.",
          "header: Location\npipe: [{ regex: '([0-9]+)$' }, int]"
        ),
        Key(
          "all",
          .flag,
          "Whether all results are taken, as a list; beside xml, html and header.",
          "xml: //item/@sku\nall: true"
        ),
        Key(
          "default",
          .value,
          "The value when the query finds nothing.",
          "json: $.note\ndefault: none"
        ),
        Key("secret", .flag, "It is masked in every report.", "json: $.token\nsecret: true"),
      ],
    example: "order: { json: $.id }"
  )

  /// A query with matchers, of `that`.
  static let responseQuery = MapGrammar(
    name: "responseQuery",
    noun: "that",
    keys: capture.keys.filter { !["pipe", "default", "secret"].contains($0.name) },
    others: .value,
    example: "{ json: $.id, gt: 0 }"
  )

  /// What stands behind `cookie` of a capture in place of a name.
  static let cookieQuery = MapGrammar(
    name: "cookieQuery",
    noun: "cookie",
    keys: [
      Key("name", .text, "Its name.", "name: session"),
      Key(
        "attribute",
        .ruled(.cookieAttribute),
        "The attribute that is taken instead of its value; deleted is whether the response deletes it.",
        "name: session\nattribute: expires"
      ),
      Key(
        "path",
        .text,
        "Only a cookie with this path.",
        "name: session\npath: /shop"
      ),
      Key(
        "domain",
        .text,
        "Only a cookie with this domain.",
        "name: session\ndomain: shop.example"
      ),
      Key(
        "first",
        .flag,
        "Whether the first Set-Cookie field of the name counts, even one that deletes the cookie; by default what the last one does.",
        "name: session\nfirst: true"
      ),
    ],
    required: ["name"],
    example: "cookie: { name: session, attribute: expires }"
  )
}

extension BodyFormat {
  /// A query with options of the format, a map of `path` and these; `nil` where there are none.
  var queryWithOptions: ArgumentShape? {
    guard !options.isEmpty else { return nil }
    var keys: [String: ArgumentShape] = ["path": .text]
    for option in options { keys[option.name] = option.rule == nil ? .boolean : .text }
    return .map(keys, required: ["path"])
  }
}
