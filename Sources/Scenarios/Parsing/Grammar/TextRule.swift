import Documents
import Encodings

/// What a text must be like: what the parser asks of it, and beside it what the JSON Schema says of it.
///
/// A text that holds `${…}` is not looked at before it is evaluated.
struct TextRule: Sendable {
  /// The name of its definition in the JSON Schema.
  let name: String
  /// What the reference calls such a text.
  let noun: String
  /// Whether `${…}` may stand in it.
  let takesExpressions: Bool
  /// The types of YAML values that can count as such a text as they are spelled.
  let types: [JSONValue]
  /// The rule in the words of JSON Schema, for a string.
  let keywords: JSONObject
  /// Whether a text without expressions keeps the rule.
  let holds: @Sendable (String) -> Bool

  /// The words that it allows; none when it is not about words.
  var words: [String] { keywords["enum"]?.array?.compactMap(\.string) ?? [] }

  init(
    _ name: String,
    _ noun: String,
    takesExpressions: Bool = true,
    types: [JSONValue] = ["string"],
    _ keywords: JSONObject = [:],
    holds: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.name = name
    self.noun = noun
    self.takesExpressions = takesExpressions
    self.types = types
    self.keywords = keywords
    self.holds = holds
  }

  /// All rules, for the definitions of the schema.
  static let all =
    [
      constant, title, reason, tag, variable, duration, path, usedFile, savePath, jarChange, url,
      method,
      field, mediaType, status, retryCondition, transferError, taken, imageProperty, bytesProperty,
      certificateProperty, cookieAttribute, base64, hex, digits, jsonPath, xPath, cellTypes,
      contractLevel,
    ]
    + BodyFormat.all.flatMap { format in
      format.options.filter { $0.rule != nil }.map { TextRule($0, of: format) }
    }

  /// One of some words, read before anything runs.
  init(_ name: String, oneOf words: [String]) {
    self.init(
      name,
      words.map { "`\($0)`" }.joined(separator: " "),
      takesExpressions: false,
      ["enum": .array(words.map { .string($0) })]
    ) { words.contains($0) }
  }

  private static let scalars: [JSONValue] = ["string", "number", "boolean"]
}

extension TextRule {
  /// What an option of a body format must be like.
  init(_ option: BodyFormat.Option, of format: BodyFormat) {
    self.init(
      "\(format.name)-\(option.name)",
      option.rule?.noun ?? "text",
      takesExpressions: false,
      ["pattern": .string(option.rule?.pattern ?? "")],
      holds: option.accepts
    )
  }

  /// A text that is read before anything runs.
  static let constant = TextRule("constant", "text", takesExpressions: false, types: scalars)

  /// A name that is not blank.
  static let title = TextRule(
    "title",
    "text",
    takesExpressions: false,
    types: scalars,
    ["pattern": "\\S"]
  ) { !$0.trimmed.isEmpty }

  /// Why something is as it is: `true` and `false` say nothing.
  static let reason = TextRule(
    "reason",
    "text",
    takesExpressions: false,
    types: ["string", "number"]
  )

  /// A word that an expression of `--tag` can name.
  static let tag = TextRule(
    "tag",
    "a word",
    takesExpressions: false,
    types: scalars,
    ["pattern": "^[^\\s,()]+$"]
  ) { text in
    !text.isEmpty && !text.contains { $0.isWhitespace || $0 == "," || $0 == "(" || $0 == ")" }
  }

  /// A name that an expression can use.
  static let variable = TextRule(
    "variable",
    "a name",
    takesExpressions: false,
    [
      "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
      "not": ["enum": .array(VariableDefinition.reservedNames.sorted().map { .string($0) })],
    ]
  ) { FileReader.isName($0) && !VariableDefinition.reservedNames.contains($0) }

  /// A duration that is read before anything runs.
  static let duration = TextRule(
    "duration",
    "a duration",
    takesExpressions: false,
    ["pattern": .string(durationPattern)]
  ) { Quantity.duration($0) != nil }

  /// How durations are spelled.
  static let durationPattern = "^[0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d)$"

  /// A path of a file.
  static let path = TextRule("path", "the path of a file", types: scalars, ["minLength": 1]) {
    !$0.isEmpty
  }

  /// A path of steps, which are read before anything runs.
  static let usedFile = TextRule(
    "usedFile",
    "the path of a file",
    takesExpressions: false,
    types: scalars,
    ["minLength": 1]
  ) { !$0.isEmpty }

  /// A path to write below a folder.
  static let savePath = TextRule(
    "savePath",
    "the path of a file",
    types: scalars,
    ["minLength": 1, "not": ["type": "string", "pattern": "^/|(^|/)\\.\\.(/|$)|(^|/)\\.?$"]]
  ) { SavePath.complaint(about: $0) == nil }

  /// What happens to a cookie jar: `clear`, or a line of a cookie file with its seven fields.
  static let jarChange = TextRule(
    "jarChange",
    "`clear` or a line of a cookie file",
    ["pattern": "^clear$|^(#HttpOnly_|[^#\\t\\n]|(?=\\t))[^\\t\\n]*(\\t[^\\t\\n]*){6}$"]
  ) { $0 == RequestStep.clearsJar || RequestStep.isCookieLine($0) }

  /// A URL to request.
  static let url = TextRule(
    "url",
    "text",
    types: scalars,
    [
      "pattern": "^[^ \\t\\n]+$|\\{\\{",
      "not": [
        "anyOf": [
          [
            "pattern": "^[A-Za-z]+://",
            "not": ["pattern": "^[Hh][Tt][Tt][Pp][Ss]?://"],
          ],
          ["pattern": "^https?:", "not": ["pattern": "://"]],
        ]
      ],
    ]
  )

  /// A method of HTTP.
  static let method = TextRule(
    "method",
    "text",
    types: scalars,
    ["pattern": .string("^\(token)$")]
  ) { $0.utf8.isToken }

  /// The name of a header or cookie.
  static let field = TextRule("field", "a name", ["pattern": .string("^\(token)$")]) {
    $0.utf8.isToken
  }

  /// A media type, or `any`.
  static let mediaType = TextRule(
    "mediaType",
    "a media type",
    ["pattern": .string("^any$|^[ \\t]*\(token)[ \\t]*/[ \\t]*\(token)[ \\t]*(;[^$]*)?$")]
  ) { $0 == "any" || FileReader.isMediaType($0) }

  /// A status, a class of them or a range.
  static let status = TextRule(
    "status",
    "text",
    types: ["string", "integer"],
    ["pattern": .string("^(\(statusPattern))$"), "minimum": 100, "maximum": 999]
  ) { StatusPattern.statuses($0) != nil }

  /// What `retry` tries again.
  static let retryCondition = TextRule(
    "retryCondition",
    "a name",
    takesExpressions: false,
    types: ["string", "integer"],
    [
      "pattern": .string("^(error|failure|\(statusPattern))$"),
      "minimum": 100,
      "maximum": 999,
    ]
  )

  /// How a transfer must fail.
  static let transferError = TextRule("transferError", oneOf: MapGrammar.transferErrors)

  /// What stands behind the query of a capture that has nothing to say but its name.
  static let taken = TextRule(
    "taken",
    "`true`",
    takesExpressions: false,
    types: ["boolean"],
    ["const": true]
  ) { $0 == "true" }

  /// What a capture takes of an image.
  static let imageProperty = TextRule("imageProperty", oneOf: MapGrammar.image.properties)

  /// What a capture takes of the bytes of a body.
  static let bytesProperty = TextRule("bytesProperty", oneOf: MapGrammar.bytes.properties + ["raw"])

  /// What a capture takes of the server's certificate.
  static let certificateProperty = TextRule(
    "certificateProperty",
    oneOf: MapGrammar.certificate.properties
  )

  /// What a capture takes of a cookie in place of its value.
  static let cookieAttribute = TextRule(
    "cookieAttribute",
    oneOf: MapGrammar.cookieAttributes.properties + ["deleted"]
  )

  /// What the cells of CSV stand for.
  static let cellTypes = TextRule("cellTypes", oneOf: ["json", "text"])

  /// What a difference from a contract does.
  static let contractLevel = TextRule(
    "contractLevel",
    oneOf: ContractNaming.Level.allCases.map(\.rawValue)
  )

  /// How statuses are spelled.
  static let statusPattern = "[1-9][xX]{2}|[1-9][0-9]{2}(-[1-9][0-9]{2})?"

  /// Bytes in Base64.
  static let base64 = TextRule(
    "base64",
    "text",
    types: scalars,
    [
      "pattern": .string(
        "^\\s*(\(six){4})*(\(six)[AQgw]\\s*=\\s*=\\s*|\(six){2}[AEIMQUYcgkosw048]\\s*=\\s*)?$"
      )
    ]
  ) { text in Base64.decode(text, allowing: .whitespace) != nil }

  /// Bytes in hexadecimal digits.
  static let hex = TextRule(
    "hex",
    "text",
    types: ["string", "integer"],
    ["pattern": "^\\s*([0-9A-Fa-f]\\s*[0-9A-Fa-f]\\s*)*$", "minimum": 0]
  ) { text in Hex.decode(text, ignoresWhitespace: true) != nil }

  /// Bytes in hexadecimal digits, at least one.
  static let digits = TextRule(
    "digits",
    "text",
    types: ["string", "integer"],
    ["pattern": "^ *([0-9A-Fa-f] *[0-9A-Fa-f] *)+$", "minimum": 0]
  )

  /// A JSONPath (RFC 9535); only the parser reads it whole.
  static let jsonPath = TextRule("jsonPath", "text", ["pattern": "^\\$"]) { $0.hasPrefix("$") }

  /// An XPath; only the parser reads it whole.
  static let xPath = TextRule("xPath", "text", ["pattern": "[/(@:.]"]) { text in
    text.contains { "/(@:.".contains($0) }
  }

  /// A token of RFC 9110, section 5.6.2.
  private static let token = "[A-Za-z0-9_!#$%&'*+.^`|~-]+"
  private static let six = "([A-Za-z0-9+/]\\s*)"
}
