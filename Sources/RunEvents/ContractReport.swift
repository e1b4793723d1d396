/// What a run exercised of one contract (an OpenAPI document), and how often it was broken.
///
/// Its size depends on the document, not on the run: everything that the document describes is listed,
/// also what was never exercised.
public struct ContractReport: Sendable, Hashable {
  /// A named thing and how often it was seen.
  public struct Item: Sendable, Hashable {
    /// The name: a media type, a value of an `enum`.
    public var name: String
    /// How often it was seen.
    public var count: Int

    /// Makes an item.
    public init(name: String, count: Int = 0) {
      self.name = name
      self.count = count
    }
  }

  /// A parameter of an operation.
  public struct Parameter: Sendable, Hashable {
    /// The name.
    public var name: String
    /// `path`, `query`, `header`, `cookie` or `querystring`.
    public var location: String
    /// How often it was sent.
    public var count: Int
    /// The values of its `enum`; empty without one.
    public var values: [Item]

    /// Makes a parameter.
    public init(name: String, location: String, count: Int = 0, values: [Item] = []) {
      self.name = name
      self.location = location
      self.count = count
      self.values = values
    }
  }

  /// A property of the schema of a response.
  public struct Property: Sendable, Hashable {
    /// The status of the response, as the document writes it: `200`, `4XX`, `default`.
    public var status: String
    /// The media type, as the document writes it.
    public var mediaType: String
    /// The path of the property in the body: `$.lines[*].sku`.
    public var path: String
    /// How many responses had it.
    public var count: Int

    /// Makes a property.
    public init(status: String, mediaType: String, path: String, count: Int = 0) {
      self.status = status
      self.mediaType = mediaType
      self.path = path
      self.count = count
    }
  }

  /// A documented response of an operation.
  public struct Response: Sendable, Hashable {
    /// The status, as the document writes it: `200`, `4XX`, `default`.
    public var status: String
    /// How often it came.
    public var count: Int
    /// The documented media types of its body.
    public var mediaTypes: [Item]

    /// Makes a response.
    public init(status: String, count: Int = 0, mediaTypes: [Item] = []) {
      self.status = status
      self.count = count
      self.mediaTypes = mediaTypes
    }
  }

  /// An operation of the document.
  public struct Operation: Sendable, Hashable {
    /// How reports call it: its `operationId`, else its method and path.
    public var name: String
    /// Its `operationId`, if it has one.
    public var id: String?
    /// The method, as requests send it.
    public var method: String
    /// The path template: `/orders/{id}`.
    public var path: String
    /// Its tags.
    public var tags: [String]
    /// The line of the document on which it stands, from 1.
    public var line: Int
    /// How many exchanges belonged to it, negative tests included.
    public var count: Int
    /// How many of them were requests that break the contract and were answered with a documented 4xx.
    public var negativeCount: Int
    /// How many violations its exchanges had.
    public var violationCount: Int
    /// How many violations only warned.
    public var warningCount: Int
    /// Its documented responses.
    public var responses: [Response]
    /// The documented media types of its request body.
    public var requestMediaTypes: [Item]
    /// Its parameters, those of its path item included.
    public var parameters: [Parameter]
    /// The properties of the schemas of its responses.
    public var properties: [Property]

    /// Makes an operation.
    public init(
      name: String,
      id: String? = nil,
      method: String,
      path: String,
      tags: [String] = [],
      line: Int,
      count: Int = 0,
      negativeCount: Int = 0,
      violationCount: Int = 0,
      warningCount: Int = 0,
      responses: [Response] = [],
      requestMediaTypes: [Item] = [],
      parameters: [Parameter] = [],
      properties: [Property] = []
    ) {
      self.name = name
      self.id = id
      self.method = method
      self.path = path
      self.tags = tags
      self.line = line
      self.count = count
      self.negativeCount = negativeCount
      self.violationCount = violationCount
      self.warningCount = warningCount
      self.responses = responses
      self.requestMediaTypes = requestMediaTypes
      self.parameters = parameters
      self.properties = properties
    }
  }

  /// A request for which the document has no operation.
  public struct Undocumented: Sendable, Hashable {
    /// The method.
    public var method: String
    /// The path that was requested, masked.
    public var path: String
    /// How often it was requested.
    public var count: Int

    /// Makes an undocumented request.
    public init(method: String, path: String, count: Int) {
      self.method = method
      self.path = path
      self.count = count
    }
  }

  /// How many undocumented requests are listed.
  public static let undocumentedLimit = 100

  /// The path of the document, as the project names it.
  public var path: String
  /// The title that the document gives itself.
  public var title: String
  /// All operations of the document, in its order.
  public var operations: [Operation]
  /// Requests without an operation: the first ``undocumentedLimit``, each method and path once.
  public var undocumented: [Undocumented]
  /// How many exchanges had no operation.
  public var undocumentedCount: Int
  /// How many violations there were, those of exchanges without an operation included.
  public var violationCount: Int
  /// How many violations only warned.
  public var warningCount: Int
  /// The text of each known deviation that did not occur; reports show them of full runs only.
  public var unusedIgnores: [String]

  /// Makes a report.
  public init(
    path: String,
    title: String,
    operations: [Operation] = [],
    undocumented: [Undocumented] = [],
    undocumentedCount: Int = 0,
    violationCount: Int = 0,
    warningCount: Int = 0,
    unusedIgnores: [String] = []
  ) {
    self.path = path
    self.title = title
    self.operations = operations
    self.undocumented = undocumented
    self.undocumentedCount = undocumentedCount
    self.violationCount = violationCount
    self.warningCount = warningCount
    self.unusedIgnores = unusedIgnores
  }
}
