public import Diagnostics
public import Documents
internal import Scenarios

/// An operation of a contract.
public struct ContractOperation: Sendable {
  /// Its place among the operations of the document.
  public var index: Int
  /// Its `operationId`.
  public var id: String?
  /// Its method in upper case, or as `additionalOperations` spells it.
  public var method: String
  /// Its path template.
  public var template: String
  /// Its tags.
  public var tags: [String]
  /// Its `summary`, or that of the path.
  public var summary: String?
  /// Whether it is deprecated.
  public var isDeprecated: Bool
  /// Where it stands in the document: the key of its method.
  public var range: SourceRange
  /// The path parts of its servers, without trailing slash.
  public var serverPaths: [String]
  /// Its parameters, those of the path included.
  public var parameters: [ContractParameter]
  /// What it takes as a body.
  public var requestBody: ContractRequestBody?
  /// Its responses in the order of the document.
  public var responses: [ContractResponse]
  /// Alternatives, each the names of security schemes below `components`; empty when none is asked for.
  public var security: [[String]]
  /// Where its responses stand: the key `responses`, else ``range``.
  var responsesRange: SourceRange

  /// The `operationId`, else the method and template as `GET /orders/{id}`.
  public var name: String { id ?? "\(method) \(template)" }
}

/// How a client proves who it is.
public struct ContractSecurityScheme: Sendable, Hashable {
  /// The name below `components/securitySchemes`.
  public var name: String
  /// `apiKey`, `http`, `mutualTLS`, `oauth2` or `openIdConnect`.
  public var type: String
  /// The HTTP authentication scheme of the type `http`, in lower case.
  public var scheme: String?
  /// Where the key of the type `apiKey` is sent: `query`, `header` or `cookie`.
  public var location: String?
  /// The name of the parameter of the type `apiKey`.
  public var parameterName: String?
}

/// A parameter of an operation.
public struct ContractParameter: Sendable {
  /// Its name.
  public var name: String
  /// Where it is sent: `path`, `query`, `header`, `cookie` or `querystring`.
  public var location: String
  /// Whether it must be sent.
  public var isRequired: Bool
  /// Whether it is deprecated.
  public var isDeprecated: Bool
  /// Whether it may be sent without a value.
  public var allowsEmptyValue: Bool
  /// How it is written: `form`, `simple`, `matrix` and so on; nil with ``content``.
  public var style: String?
  /// Whether the parts of a list or an object are written one by one.
  public var explodes: Bool
  /// Its schema; nil with ``content``.
  public var schema: ContractSchema?
  /// Its media type, when it is written as a document.
  public var content: ContractMedia?
  /// The first example.
  public var example: JSONValue?
  /// Where it stands: the value of `name`.
  public var range: SourceRange
}

/// The body that an operation takes.
public struct ContractRequestBody: Sendable {
  /// Whether it must be sent.
  public var isRequired: Bool
  /// Its media types in the order of the document.
  public var content: [ContractMedia]
  /// Where it stands.
  public var range: SourceRange
}

/// A response of an operation.
public struct ContractResponse: Sendable {
  /// `200`, `4XX` or `default`.
  public var status: String
  /// Its media types in the order of the document.
  public var content: [ContractMedia]
  /// Its header fields, without `Content-Type`.
  public var headers: [ContractHeader]
  /// Its links.
  public var links: [ContractLink]
  /// Where it stands: the key of its status.
  public var range: SourceRange
}

/// A header field of a response or of a part of a multipart body.
public struct ContractHeader: Sendable {
  /// Its name.
  public var name: String
  /// Whether it must be sent.
  public var isRequired: Bool
  /// Whether the parts of an object are written as `key=value`.
  public var explodes: Bool
  /// Its schema; nil with ``content``.
  public var schema: ContractSchema?
  /// Its media type, when it is written as a document.
  public var content: ContractMedia?
  /// Where it stands: the key.
  public var range: SourceRange
}

/// A body of one media type.
public struct ContractMedia: Sendable {
  /// The media type or range as the document spells it.
  public let mediaType: String
  /// ``mediaType`` in its parts; nil when it is no media type.
  let type: MediaTypeName?
  /// The schema of the whole body.
  public var schema: ContractSchema?
  /// The schema of each item of a sequence (`itemSchema` of 3.2).
  public var itemSchema: ContractSchema?
  /// How the properties of a form or multipart body are written.
  public var encodings: [ContractEncoding]
  /// How the first parts of a multipart body are written (`prefixEncoding` of 3.2).
  var prefixEncodings: [ContractEncoding]
  /// How the other parts of a multipart body are written (`itemEncoding` of 3.2).
  var itemEncoding: ContractEncoding?
  /// The first example.
  public var example: JSONValue?
  /// Where it stands: the key.
  public var range: SourceRange
}

/// How a property of a form or of a multipart body is written.
public struct ContractEncoding: Sendable {
  /// The property; empty where a place among the parts is described.
  public var property: String
  /// The media types that are allowed, comma-separated in the document.
  public var contentTypes: [String]
  /// How it is written; nil when `contentType` decides.
  public var style: String?
  /// Whether the parts of a list or an object are written one by one.
  public var explodes: Bool
  /// The fields of a part.
  public var headers: [ContractHeader]
  /// Where it stands: the key.
  public var range: SourceRange
}

/// A value of a response that is used in another operation.
public struct ContractLink: Sendable {
  /// Its name.
  public var name: String
  /// The `operationId` of the other operation.
  public var operationID: String?
  /// A reference to the other operation.
  public var operationReference: String?
  /// The parameters of the other operation: constants and runtime expressions.
  public var parameters: [(name: String, value: JSONValue)]
  /// The body of the other request: a constant or a runtime expression.
  public var requestBody: JSONValue?
}

/// A schema in a contract: where it stands, so that it is compiled when it is needed.
public struct ContractSchema: Sendable {
  let node: ContractNode

  /// Where it stands.
  public var range: SourceRange { node.yaml.range }
}
