extension MapGrammar {
  /// The keys of `expect` that look at the body.
  static let bodyAssertions: Set<String> = [
    "json", "plist", "xml", "html", "image", "text", "bytes",
  ]
  /// The keys of `expect` that are one value with a matcher.
  static let measures = ["time", "size", "http", "ip", "url", "redirects"]
  /// How a transfer can fail.
  static let transferErrors = ["tls", "dns", "connect", "timeout", "reset", "any"]

  static let expectation = MapGrammar(
    name: "expectation",
    noun: "expect",
    keys: [
      Key(
        "status",
        .anyOf([.text, .listOf(.text), .matcher]),
        "201, 2xx, 200-299, a list of these, or a matcher; without it any 2xx."
      ),
      Key("content-type", .names, "A media type, a list, a wildcard such as image/*, or any."),
      Key("headers", .mapOf(.matcher), "Header fields with their matchers."),
      Key("cookies", .mapOf(.anyOf([.map("cookie"), .matcher])), "Cookies with their matchers."),
      Key(
        "json",
        .map("documentOfPaths"),
        "JSONPaths with their matchers, and the whole document."
      ),
      Key("plist", .map("documentOfPaths"), "The same over a property list."),
      Key("xml", .map("documentOfXPaths"), "XPaths with their matchers, and the whole document."),
      Key("html", .map("documentOfXPaths"), "The same over an HTML document."),
      Key("image", .map("image"), "The properties of an image."),
      Key("text", .matcher, "A matcher on the body as text."),
      Key("bytes", .map("bytes"), "Assertions on the bytes of the body."),
      Key("time", .matcher, "A matcher on the time the exchange took."),
      Key("size", .matcher, "A matcher on the size of the body in bytes."),
      Key("http", .matcher, "A matcher on the version of HTTP."),
      Key("ip", .matcher, "A matcher on the address of the server."),
      Key("url", .matcher, "A matcher on the URL that answered last."),
      Key("redirects", .matcher, "A matcher on how many redirects were followed."),
      Key("certificate", .map("certificate"), "The properties of the server's certificate."),
      Key("that", .anyOf([.expression, .listOf(.expression)]), "Expressions that must be true."),
      Key("error", .argument(.oneOf(transferErrors)), "How the transfer must fail."),
    ],
    example: "expect: { status: 201 }"
  )

  static let documentOfPaths = MapGrammar(
    name: "documentOfPaths",
    noun: "json",
    keys: [
      Key("equals", .value, "What the whole document must equal."),
      Key("equals-file", .file, "A file that the whole document must equal."),
      Key("partial", .value, "What the document must hold at least."),
      Key(
        "schema",
        .argument(.anyOf([.file, .literal])),
        "A JSON Schema; file#/pointer for a part."
      ),
      Key("ignore", .names, "Paths that the comparison leaves out."),
    ],
    others: .matcher,
    example: "json: { $.id: 7 }"
  )

  static let documentOfXPaths = MapGrammar(
    name: "documentOfXPaths",
    noun: "xml",
    keys: [
      Key("namespaces", .mapOf(.text), "Prefixes with their URIs."),
      Key("xsd", .file, "An XML Schema."),
      Key("relax-ng", .file, "A RELAX NG schema."),
      Key("equals-file", .file, "A file that the document must equal."),
      Key("ignore", .names, "Paths that the comparison leaves out."),
    ],
    others: .matcher,
    example: "xml: { /order/id: 7 }"
  )

  static let cookieAttributes = MapGrammar(
    name: "cookieAttributes",
    noun: "attributes",
    keys: [
      Key("path", .matcher, "Its path."),
      Key("domain", .matcher, "Its domain."),
      Key("secure", .matcher, "Whether it is for TLS only."),
      Key("http-only", .matcher, "Whether scripts cannot see it."),
      Key("expires", .matcher, "When it expires."),
      Key("same-site", .matcher, "Its SameSite attribute."),
    ],
    example: "attributes: { secure: true }"
  )

  static let cookie = MapGrammar(
    name: "cookie",
    noun: "a cookie",
    keys: [Key("attributes", .map("cookieAttributes"), "Matchers on its attributes.")],
    others: .value,
    example: "session: { exists: true, attributes: { secure: true } }"
  )

  static let image = MapGrammar(
    name: "image",
    noun: "image",
    keys: [
      Key("format", .matcher, "png, jpeg, gif, webp, …"),
      Key("width", .matcher, "In pixels."),
      Key("height", .matcher, "In pixels."),
      Key("frames", .matcher, "How many pictures it holds."),
    ],
    example: "image: { format: png, width: 64 }"
  )

  static let bytes = MapGrammar(
    name: "bytes",
    noun: "bytes",
    keys: [
      Key("length", .matcher, "How many there are."),
      Key("sha256", .matcher, "Their SHA-256 in hexadecimal digits."),
      Key("md5", .matcher, "Their MD5 in hexadecimal digits."),
      Key("equals", .map("bytesEqual"), "What they must be."),
      Key("starts-with", .text, "Their first, in hexadecimal digits."),
    ],
    example: "bytes: { length: 3, starts-with: 89504e }"
  )

  static let bytesEqual = MapGrammar(
    name: "bytesEqual",
    noun: "equals",
    keys: [
      Key("file", .file, "A file that holds them."),
      Key("hex", .text, "Hexadecimal digits."),
      Key("base64", .text, "Base64."),
    ],
    example: "equals: { hex: 0a0b }"
  )

  static let certificate = MapGrammar(
    name: "certificate",
    noun: "certificate",
    keys: [
      Key("subject", .matcher, "Whose it is."),
      Key("issuer", .matcher, "Who signed it."),
      Key("expires", .matcher, "When it expires."),
      Key("alternative-names", .matcher, "The names it is for."),
    ],
    example: "certificate: { subject: { contains: example.com } }"
  )
}
