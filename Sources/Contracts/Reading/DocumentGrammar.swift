/// The objects of OpenAPI and their fields (OpenAPI 3.0.4, 3.1.2 and 3.2.0, section 4).
enum DocumentGrammar {
  /// An object that the specification defines, as messages call it.
  enum Object: String, Sendable, CaseIterable {
    case openAPI = "an OpenAPI document"
    case info
    case contact = "a contact"
    case license = "a license"
    case server = "a server"
    case serverVariable = "a server variable"
    case components
    case pathItem = "a path item"
    case operation = "an operation"
    case externalDocumentation = "external documentation"
    case parameter = "a parameter"
    case requestBody = "a request body"
    case mediaType = "a media type"
    case encoding = "an encoding"
    case response = "a response"
    case example = "an example"
    case link = "a link"
    case header = "a header"
    case tag = "a tag"
    case discriminator = "a discriminator"
    case xml
    case securityScheme = "a security scheme"
    case oauthFlows = "OAuth flows"
    case oauthFlow = "an OAuth flow"
  }

  /// What a value has to be.
  indirect enum Shape: Sendable {
    case text
    case words([String])
    case bool
    case any
    case number
    case count
    case texts
    case object(Object)
    /// An object or a reference to one.
    case reference(Object)
    case list(Shape)
    case map(Shape)
    /// A map whose keys are names of components.
    case components(Shape)
    case paths
    case responses
    case callback
    case schema
    case schemas
    case schemaMap
    case type
    case reused
  }

  /// A field of an object.
  struct Field: Sendable {
    let shape: Shape
    let isRequired: Bool
    let since: OpenAPIVersion
    let until: OpenAPIVersion
  }

  /// The fields of one object in one version.
  struct Fields: Sendable {
    let byName: [String: Field]
    let required: [String]
  }

  private static func field(
    _ shape: Shape,
    required: Bool = false,
    since: OpenAPIVersion = .v30,
    until: OpenAPIVersion = .v32
  ) -> Field {
    Field(shape: shape, isRequired: required, since: since, until: until)
  }

  /// The fields of an object.
  static func fields(of object: Object, in version: OpenAPIVersion) -> Fields {
    tables[version.rawValue][object] ?? Fields(byName: [:], required: [])
  }

  private static let tables: [[Object: Fields]] = OpenAPIVersion.allCases.map { version in
    let tables = Object.allCases.map { object in
      var byName: [String: Field] = [:]
      var required: [String] = []
      for (name, field) in all(of: object) where field.since <= version && version <= field.until {
        byName[name] = field
        if field.isRequired { required.append(name) }
      }
      return (object, Fields(byName: byName, required: required))
    }
    return Dictionary(uniqueKeysWithValues: tables)
  }

  private static let examples: Shape = .map(.reference(.example))
  private static let servers: Shape = .list(.object(.server))
  private static let parameters: Shape = .list(.reference(.parameter))
  private static let security: Shape = .list(.map(.texts))
  private static let headers: Shape = .map(.reference(.header))
  private static let content: Shape = .map(.reference(.mediaType))
  private static let encoding: Shape = .object(.encoding)

  private static func all(of object: Object) -> [(String, Field)] {
    switch object {
    case .openAPI:
      [
        ("openapi", field(.text, required: true)), ("$self", field(.text, since: .v32)),
        ("info", field(.object(.info), required: true)),
        ("jsonSchemaDialect", field(.text, since: .v31)), ("servers", field(servers)),
        ("paths", field(.paths, required: true, until: .v30)),
        ("paths", field(.paths, since: .v31)),
        ("webhooks", field(.map(.object(.pathItem)), since: .v31)),
        ("components", field(.object(.components))), ("security", field(security)),
        ("tags", field(.list(.object(.tag)))),
        ("externalDocs", field(.object(.externalDocumentation))),
      ]
    case .info:
      [
        ("title", field(.text, required: true)), ("summary", field(.text, since: .v31)),
        ("description", field(.text)), ("termsOfService", field(.text)),
        ("contact", field(.object(.contact))), ("license", field(.object(.license))),
        ("version", field(.text, required: true)),
      ]
    case .contact:
      [("name", field(.text)), ("url", field(.text)), ("email", field(.text))]
    case .license:
      [
        ("name", field(.text, required: true)), ("identifier", field(.text, since: .v31)),
        ("url", field(.text)),
      ]
    case .server:
      [
        ("url", field(.text, required: true)), ("description", field(.text)),
        ("name", field(.text, since: .v32)), ("variables", field(.map(.object(.serverVariable)))),
      ]
    case .serverVariable:
      [
        ("enum", field(.texts)), ("default", field(.text, required: true)),
        ("description", field(.text)),
      ]
    case .components: components
    case .pathItem: pathItem
    case .operation: operation
    case .externalDocumentation:
      [("description", field(.text)), ("url", field(.text, required: true))]
    case .parameter: parameter
    case .requestBody:
      [
        ("description", field(.text)), ("content", field(content, required: true)),
        ("required", field(.bool)),
      ]
    case .mediaType:
      [
        ("description", field(.text, since: .v32)), ("schema", field(.schema)),
        ("itemSchema", field(.schema, since: .v32)),
        ("example", field(.any)), ("examples", field(examples)),
        ("encoding", field(.map(encoding))),
        ("prefixEncoding", field(.list(encoding), since: .v32)),
        ("itemEncoding", field(encoding, since: .v32)),
      ]
    case .encoding:
      [
        ("contentType", field(.text)), ("headers", field(headers)),
        ("style", field(.words(["form", "spaceDelimited", "pipeDelimited", "deepObject"]))),
        ("explode", field(.bool)), ("allowReserved", field(.bool)),
        ("encoding", field(.map(encoding), since: .v32)),
        ("prefixEncoding", field(.list(encoding), since: .v32)),
        ("itemEncoding", field(encoding, since: .v32)),
      ]
    case .response:
      [
        ("summary", field(.text, since: .v32)),
        ("description", field(.text, required: true, until: .v31)),
        ("description", field(.text, since: .v32)), ("headers", field(headers)),
        ("content", field(content)), ("links", field(.map(.reference(.link)))),
      ]
    case .example:
      [
        ("summary", field(.text)), ("description", field(.text)), ("value", field(.any)),
        ("externalValue", field(.text)), ("dataValue", field(.any, since: .v32)),
        ("serializedValue", field(.text, since: .v32)),
      ]
    case .link:
      [
        ("operationRef", field(.text)), ("operationId", field(.text)),
        ("parameters", field(.map(.any))), ("requestBody", field(.any)),
        ("description", field(.text)), ("server", field(.object(.server))),
      ]
    case .header: header
    case .tag:
      [
        ("name", field(.text, required: true)), ("description", field(.text)),
        ("externalDocs", field(.object(.externalDocumentation))),
        ("summary", field(.text, since: .v32)), ("parent", field(.text, since: .v32)),
        ("kind", field(.text, since: .v32)),
      ]
    case .discriminator:
      [
        ("propertyName", field(.text, required: true)), ("mapping", field(.map(.text))),
        ("defaultMapping", field(.text, since: .v32)),
      ]
    case .xml:
      [
        ("name", field(.text)), ("namespace", field(.text)), ("prefix", field(.text)),
        ("attribute", field(.bool)), ("wrapped", field(.bool)),
        (
          "nodeType",
          field(.words(["element", "attribute", "text", "cdata", "none"]), since: .v32)
        ),
      ]
    case .securityScheme: securityScheme
    case .oauthFlows:
      [
        ("implicit", field(.object(.oauthFlow))), ("password", field(.object(.oauthFlow))),
        ("clientCredentials", field(.object(.oauthFlow))),
        ("authorizationCode", field(.object(.oauthFlow))),
        ("deviceAuthorization", field(.object(.oauthFlow), since: .v32)),
      ]
    case .oauthFlow:
      [
        ("authorizationUrl", field(.text)), ("tokenUrl", field(.text)),
        ("refreshUrl", field(.text)), ("scopes", field(.map(.text), required: true)),
        ("deviceAuthorizationUrl", field(.text, since: .v32)),
      ]
    }
  }

  private static let components: [(String, Field)] = [
    ("schemas", field(.components(.schema))),
    ("responses", field(.components(.reference(.response)))),
    ("parameters", field(.components(.reference(.parameter)))),
    ("examples", field(.components(.reference(.example)))),
    ("requestBodies", field(.components(.reference(.requestBody)))),
    ("headers", field(.components(.reference(.header)))),
    ("securitySchemes", field(.components(.reference(.securityScheme)))),
    ("links", field(.components(.reference(.link)))),
    ("callbacks", field(.components(.callback))),
    ("pathItems", field(.components(.object(.pathItem)), since: .v31)),
    ("mediaTypes", field(.components(.reference(.mediaType)), since: .v32)),
  ]

  /// The methods that are fields of a path item.
  static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

  private static let pathItem: [(String, Field)] =
    methods.map { ($0, field(.object(.operation))) } + [
      ("$ref", field(.reused)), ("summary", field(.text)), ("description", field(.text)),
      ("query", field(.object(.operation), since: .v32)),
      ("additionalOperations", field(.map(.object(.operation)), since: .v32)),
      ("servers", field(servers)), ("parameters", field(parameters)),
    ]

  private static let operation: [(String, Field)] = [
    ("tags", field(.texts)), ("summary", field(.text)), ("description", field(.text)),
    ("externalDocs", field(.object(.externalDocumentation))), ("operationId", field(.text)),
    ("parameters", field(parameters)), ("requestBody", field(.reference(.requestBody))),
    ("responses", field(.responses, required: true, until: .v30)),
    ("responses", field(.responses, since: .v31)), ("callbacks", field(.map(.callback))),
    ("deprecated", field(.bool)), ("security", field(security)), ("servers", field(servers)),
  ]

  private static let parameter: [(String, Field)] = [
    ("name", field(.text, required: true)),
    ("in", field(.words(["query", "header", "path", "cookie"]), required: true, until: .v31)),
    (
      "in",
      field(
        .words(["query", "querystring", "header", "path", "cookie"]),
        required: true,
        since: .v32
      )
    ),
    ("description", field(.text)), ("required", field(.bool)), ("deprecated", field(.bool)),
    ("allowEmptyValue", field(.bool)), ("style", field(.text)), ("explode", field(.bool)),
    ("allowReserved", field(.bool)), ("schema", field(.schema)), ("example", field(.any)),
    ("examples", field(examples)), ("content", field(content)),
  ]

  private static let header: [(String, Field)] = [
    ("description", field(.text)), ("required", field(.bool)), ("deprecated", field(.bool)),
    ("allowEmptyValue", field(.bool, until: .v30)), ("style", field(.words(["simple"]))),
    ("explode", field(.bool)), ("allowReserved", field(.bool, until: .v30)),
    ("schema", field(.schema)), ("example", field(.any)), ("examples", field(examples)),
    ("content", field(content)),
  ]

  private static let securityScheme: [(String, Field)] = [
    (
      "type",
      field(.words(["apiKey", "http", "oauth2", "openIdConnect"]), required: true, until: .v30)
    ),
    (
      "type",
      field(
        .words(["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"]),
        required: true,
        since: .v31
      )
    ),
    ("description", field(.text)), ("name", field(.text)),
    ("in", field(.words(["query", "header", "cookie"]))), ("scheme", field(.text)),
    ("bearerFormat", field(.text)), ("flows", field(.object(.oauthFlows))),
    ("openIdConnectUrl", field(.text)), ("oauth2MetadataUrl", field(.text, since: .v32)),
    ("deprecated", field(.bool, since: .v32)),
  ]
}
