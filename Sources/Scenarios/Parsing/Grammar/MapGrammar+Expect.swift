import Documents

extension MapGrammar {
  /// The keys of `expect` that look at the body.
  static let bodyAssertions = Set(BodyFormat.all.map(\.name) + ["image", "text", "bytes"])
  /// The keys of `expect` that are one value with a matcher.
  static let measures = ["time", "size", "http", "ip", "url", "redirects"]
  /// How a transfer can fail.
  static let transferErrors = [
    "tls", "dns", "connect", "timeout", "reset", "too-large", "too-many-redirects", "any",
  ]
  /// The keys of `expect` that can stand beside `error`: what is known of a response that was cut.
  static let besideError: Set<String> = ["status", "headers", "time"]

  static let expectation = MapGrammar(
    name: "expectation",
    noun: "expect",
    keys: [
      Key(
        "status",
        .anyOf([.ruled(.status), .someOf(.ruled(.status)), .matched(.number)]),
        "201, 2xx, 200-299, a list of these, or a matcher; without it any 2xx.",
        "status: [201, 202]"
      ),
      Key(
        "content-type",
        .names(.mediaType, atLeast: 1),
        "A media type, a list of these, a wildcard such as image/*, or any.",
        "content-type: application/json"
      ),
      Key(
        "headers",
        .anyOf([.computed, .mapOf(.matched(.texts), names: .field)]),
        "Header fields with their matchers; a list compares with all fields of that name.",
        "headers: { Location: { starts-with: /orders/ } }"
      ),
      Key(
        "cookies",
        .mapOf(.anyOf([.map("cookie"), .matched(.text)])),
        "Cookies that the response itself sets, with their matchers.",
        "cookies: { session: { exists: true, attributes: { http-only: true } } }"
      ),
    ]
      + BodyFormat.all.map { format in
        Key(
          format.name,
          .map(document(of: format).name),
          format.expectation.summary,
          format.expectation.example
        )
      } + [
        Key(
          "image",
          .map("image"),
          "The properties of an image.",
          "image: { format: png, width: 64 }"
        ),
        Key("text", .matched(.text), "A matcher on the body as text.", "text: { contains: hello }"),
        Key(
          "bytes",
          .map("bytes"),
          "Assertions on the bytes of the body.",
          "bytes: { length: 3, starts-with: 89504e }"
        ),
        Key(
          "time",
          .matched(.duration),
          "A matcher on the duration of the exchange.",
          "time: { lt: 500ms }"
        ),
        Key(
          "size",
          .matched(.size),
          "A matcher on the size of the body in bytes.",
          "size: { lte: 64KiB }"
        ),
        Key("http", .matched(.text), "A matcher on the version of HTTP.", "http: { in: [1.1, 2] }"),
        Key("ip", .matched(.text), "A matcher on the address of the server.", "ip: 127.0.0.1"),
        Key(
          "url",
          .matched(.text),
          "A matcher on the URL of the last response.",
          "url: { ends-with: /orders }"
        ),
        Key(
          "redirects",
          .anyOf([.matched(.number), .map("hops")]),
          "The number of redirects that were followed, or assertions on each of them.",
          "redirects: 2"
        ),
        Key(
          "certificate",
          .map("certificate"),
          "The properties of the server's certificate.",
          "certificate: { subject: { contains: example.com } }"
        ),
        Key(
          "that",
          .anyOf([
            .expression, .map("responseQuery"),
            .listOf(.anyOf([.expression, .map("responseQuery")])),
          ]),
          "Expressions that must be true, queries with matchers, or a list of these.",
          "that: ${response.json.total == 2 * price}"
        ),
        Key(
          "error",
          .ruled(.transferError),
          "How the transfer must fail; status, headers and time can stand beside it.",
          "error: timeout"
        ),
      ],
    example: "expect: { status: 201 }"
  )

  /// What stands behind the key of a format; messages call it by that key.
  static func document(of format: BodyFormat) -> MapGrammar {
    documents.first { $0.format === format }?.grammar ?? documentOfPaths
  }

  private static let documents = BodyFormat.all.map { format in
    let grammar = format.queries == .jsonPath ? documentOfPaths : documentOfXPaths
    return (
      format: format,
      grammar: MapGrammar(
        name: format.options.isEmpty ? grammar.name : "\(format.name)Document",
        noun: format.name,
        keys: grammar.keys
          + format.options.map { option in
            let shape = option.rule == nil ? .flag : KeyShape.ruled(TextRule(option, of: format))
            return Key(option.name, shape, option.help.summary, option.help.example)
          },
        others: grammar.others,
        example: format.name + grammar.example.drop { $0 != ":" }
      )
    )
  }

  /// The grammars of formats with options.
  static let documentsWithOptions = BodyFormat.all.filter { !$0.options.isEmpty }
    .map { document(of: $0) }

  static let documentOfPaths = MapGrammar(
    name: "documentOfPaths",
    noun: "json",
    keys: [
      Key("equals", .value, "What the whole document must equal.", "equals: { id: 7, state: new }"),
      Key(
        "equals-file",
        .ruled(.path),
        "A file that the whole document must equal.",
        "equals-file: data/order.json"
      ),
      Key(
        "partial",
        .value,
        "Members that the document must have; lists compare element by element.",
        "partial: { state: new, lines: [{ sku: ABC-1 }] }"
      ),
      Key(
        "schema",
        .argument(.schema),
        "A JSON Schema, in the file or in one of its own; file#/pointer for a part.",
        "schema: schemas/order.json"
      ),
      Key(
        "formats",
        .flag,
        "Whether `format` of the schema is an assertion; it is unless this is false.",
        "schema: schemas/order.json\nformats: false"
      ),
      Key(
        "ignore",
        .names(.jsonPath),
        "Paths that the comparison leaves out.",
        "equals: { id: 7 }\nignore: [$.created]"
      ),
    ],
    others: .matched(.value),
    example: "json: { $.id: 7 }"
  )

  static let documentOfXPaths = MapGrammar(
    name: "documentOfXPaths",
    noun: "xml",
    keys: [
      Key(
        "namespaces",
        .mapOf(.ruled(.constant)),
        "Prefixes with their URIs.",
        "namespaces: { s: \"urn:curlew:stock\" }"
      ),
      Key("xsd", .ruled(.path), "An XML Schema.", "xsd: schemas/order.xsd"),
      Key("relax-ng", .ruled(.path), "A RELAX NG schema.", "relax-ng: schemas/order.rng"),
      Key(
        "equals-file",
        .ruled(.path),
        "A file that the document must equal.",
        "equals-file: data/order.xml"
      ),
      Key(
        "comments",
        .flag,
        "Whether comments and processing instructions are compared, too.",
        "equals-file: data/order.xml\ncomments: true"
      ),
      Key(
        "ignore",
        .names(.xPath),
        "Paths that the comparison leaves out.",
        "equals-file: data/order.xml\nignore: [/order/@created]"
      ),
    ],
    others: .matched(.markup),
    example: "xml: { /order/id: 7 }"
  )

  static let hops = MapGrammar(
    name: "hops",
    noun: "redirects",
    keys: [
      Key("count", .matched(.number), "The number of redirects that were followed.", "count: 2")
    ],
    others: .matched(.value),
    example: "redirects: { count: 2, \"$[0].status\": 302 }"
  )

  static let cookieAttributes = MapGrammar(
    name: "cookieAttributes",
    noun: "attributes",
    keys: [
      Key("path", .matched(.text), "Its path.", "path: /"),
      Key("domain", .matched(.text), "Its domain.", "domain: shop.example"),
      Key("secure", .matched(.boolean), "Whether it is sent over TLS only.", "secure: true"),
      Key("http-only", .matched(.boolean), "Whether scripts cannot see it.", "http-only: true"),
      Key("expires", .matched(.date), "When it expires.", "expires: { after: now }"),
      Key(
        "max-age",
        .matched(.number),
        "For how many seconds it lives, as its Max-Age says.",
        "max-age: { gte: 3600 }"
      ),
      Key("same-site", .matched(.text), "Its SameSite attribute.", "same-site: Lax"),
    ],
    example: "attributes: { secure: true }"
  )

  static let cookie = MapGrammar(
    name: "cookie",
    noun: "a cookie",
    keys: [
      Key(
        "attributes",
        .map("cookieAttributes"),
        "Matchers on its attributes.",
        "attributes: { secure: true }"
      ),
      Key(
        "deleted",
        .matched(.boolean),
        "Whether the response deletes it; `attributes` are then those of the field that deletes it.",
        "deleted: true"
      ),
    ],
    others: .value,
    example: "session: { exists: true, attributes: { secure: true } }"
  )

  static let image = MapGrammar(
    name: "image",
    noun: "image",
    keys: [
      Key(
        "format",
        .matched(.text),
        "Its format: png, jpeg, gif, webp and others.",
        "format: { in: [png, webp] }"
      ),
      Key("width", .matched(.number), "In pixels.", "width: 64"),
      Key("height", .matched(.number), "In pixels.", "height: { between: [40, 50] }"),
      Key("frames", .matched(.number), "The number of pictures in it.", "frames: 1"),
    ],
    example: "image: { format: png, width: 64 }"
  )

  static let bytes = MapGrammar(
    name: "bytes",
    noun: "bytes",
    keys: [
      Key("length", .matched(.size), "The number of bytes.", "length: { gt: 100 }"),
      Key(
        "sha256",
        .anyOf([.ruled(.digits), .matched(.text)]),
        "The SHA-256 digest in hexadecimal digits.",
        "sha256: ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
      ),
      Key(
        "md5",
        .anyOf([.ruled(.digits), .matched(.text)]),
        "The MD5 digest in hexadecimal digits.",
        "md5: 900150983cd24fb0d6963f7d28e17f72"
      ),
      Key(
        "hex",
        .anyOf([.ruled(.digits), .matched(.text)]),
        "All bytes, in hexadecimal digits of lower case.",
        "hex: { ends-with: 0d0a }"
      ),
      Key("equals", .map("bytesEqual"), "The expected bytes.", "equals: { hex: 0a0b }"),
      Key(
        "starts-with",
        .ruled(.digits),
        "The first bytes, in hexadecimal digits.",
        "starts-with: 89504e"
      ),
    ],
    example: "bytes: { length: 3, starts-with: 89504e }"
  )

  static let bytesEqual = MapGrammar(
    name: "bytesEqual",
    noun: "equals",
    keys: [
      Key("file", .ruled(.path), "A file that holds them.", "file: data/logo.png"),
      Key("hex", .ruled(.hex), "Hexadecimal digits.", "hex: 0a0b"),
      Key("base64", .ruled(.base64), "Base64.", "base64: Cgs="),
    ],
    example: "equals: { hex: 0a0b }"
  )

  static let certificate = MapGrammar(
    name: "certificate",
    noun: "certificate",
    keys: [
      Key(
        "subject",
        .matched(.text),
        "The name of its owner.",
        "subject: { contains: example.com }"
      ),
      Key(
        "issuer",
        .matched(.text),
        "The name of its signer.",
        "issuer: { contains: Let's Encrypt }"
      ),
      Key(
        "starts",
        .matched(.date),
        "When it becomes valid.",
        "starts: { before: now }"
      ),
      Key("expires", .matched(.date), "When it expires.", "expires: { after: now }"),
      Key(
        "serial-number",
        .matched(.text),
        "Its serial number in hexadecimal digits of lower case.",
        "serial-number: { matches: '^[0-9a-f]+$' }"
      ),
      Key(
        "pem",
        .matched(.text),
        "The certificate itself, in PEM.",
        "pem: { starts-with: \"-----BEGIN CERTIFICATE-----\" }"
      ),
      Key(
        "san",
        .matched(.text),
        "The names and addresses that it is valid for, as one text: DNS:shop.example, IP Address:192.0.2.1.",
        "san: { contains: \"DNS:shop.example\" }"
      ),
      Key(
        "alternative-names",
        .matched(.texts),
        "The names that it is valid for.",
        "alternative-names: { any: example.com }"
      ),
    ],
    example: "certificate: { subject: { contains: example.com } }"
  )
}
