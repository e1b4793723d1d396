public import Diagnostics
public import Documents

/// `expect`: what must come back.
///
/// A matcher is a ``ValueTemplate``: a scalar or a list stands for `equals`, a map names matchers. The parser has checked the names against
/// the vocabulary; what only the values can show is found when they are evaluated.
///
/// Shared by reference: it is large, and a request with defaults under it keeps what it says.
public final class Expectation: Sendable {
  /// Something with a name and the matcher it must satisfy.
  public struct Field: Sendable {
    /// The name: a header, a cookie, a query, a property.
    public var name: TextTemplate
    /// The matcher.
    public var matcher: ValueTemplate
    /// The kind of value that it judges.
    public var kind: ValueKind
    /// Whether it is one `${…}` for a map of names and matchers: then the name is what is written.
    public var isMap = false

    /// The expressions in both.
    var expressions: [Expression] { name.expressions + matcher.expressions }
  }

  /// Queries into a body that a format decodes, and assertions on the whole of it.
  public struct Document: Sendable {
    /// How the body is decoded.
    public var format: BodyFormat
    /// What is said of how it is read: name of an option of the format to its value as written.
    public var options: [String: String] = [:]
    /// Query and matcher, in the order of the file.
    public var queries: [Field]
    /// `equals`, `equals-file`, `partial`, `schema`, `xsd`, `relax-ng`: the key and its argument.
    public var whole: [OptionTemplate]
    /// `ignore`: paths that the comparison of the whole leaves out.
    public var ignore: [TextTemplate]
    /// `formats` beside `schema`: whether `format` of the schema counts.
    public var assertsFormat = true
    /// `comments` beside `equals-file`: whether comments and processing instructions count.
    public var withComments = false
    /// `namespaces`: prefix to URI, beside those of the scenario.
    public var namespaces: [String: String]
    /// Where it stands.
    public var range: SourceRange
  }

  /// A cookie with its value and attributes.
  public struct Cookie: Sendable {
    /// Its exact name.
    public var name: TextTemplate
    /// The matcher on its value, if any.
    public var matcher: ValueTemplate?
    /// `deleted`: a matcher on whether the response deletes it.
    public var deleted: ValueTemplate?
    /// `attributes`: matchers on `path`, `domain`, `secure`, `http-only`, `expires`, `same-site`.
    public var attributes: [Field]
  }

  /// `status`: `201`, `2xx`, `200-299`, a list of these, or a matcher.
  public let status: ValueTemplate?
  /// `content-type`: a media type, a list, a wildcard, or `any`.
  public let contentType: ValueTemplate?
  /// `headers`.
  public let headers: [Field]
  /// `cookies`.
  public let cookies: [Cookie]
  /// The keys of body formats, in the order of the catalogue.
  public let documents: [Document]
  /// `image`: `format`, `width`, `height`, `frames`.
  public let image: [Field]
  /// `text`: a matcher on the body as text.
  public let text: ValueTemplate?
  /// `bytes`: `length`, `sha256`, `md5`, `equals`, `starts-with`.
  public let bytes: [Field]
  /// `time`, `size`, `http`, `ip`, `url`, `redirects`.
  public let measures: [Field]
  /// `redirects` as a map: JSONPaths into the list of those that were followed.
  public let hops: [Field]
  /// `certificate`: `subject`, `issuer`, `expires`, `alternative-names`.
  public let certificate: [Field]
  /// `that`: conditions and queries with matchers, in the order of the file.
  public let that: [ResponseAssertion]
  /// `error`: how the transfer must fail.
  public let error: Located<String>?
  /// Where it stands.
  public let range: SourceRange

  /// Makes an expectation of its parts.
  public init(
    status: ValueTemplate? = nil,
    contentType: ValueTemplate? = nil,
    headers: [Field] = [],
    cookies: [Cookie] = [],
    documents: [Document] = [],
    image: [Field] = [],
    text: ValueTemplate? = nil,
    bytes: [Field] = [],
    measures: [Field] = [],
    hops: [Field] = [],
    certificate: [Field] = [],
    that: [ResponseAssertion] = [],
    error: Located<String>? = nil,
    range: SourceRange
  ) {
    self.status = status
    self.contentType = contentType
    self.headers = headers
    self.cookies = cookies
    self.documents = documents
    self.image = image
    self.text = text
    self.bytes = bytes
    self.measures = measures
    self.hops = hops
    self.certificate = certificate
    self.that = that
    self.error = error
    self.range = range
  }
}

/// One of the things that `that` says of a response.
public enum ResponseAssertion: Sendable {
  /// An expression that must be true.
  indirect case condition(Expression)
  /// A query, named as it is written, and the matchers that must hold of what it finds.
  case query(Capture, matcher: ValueTemplate)

  /// Where it stands.
  public var range: SourceRange {
    switch self {
    case .condition(let condition): condition.range
    case .query(_, let matcher): matcher.range
    }
  }

  /// The expressions in it, in order.
  var expressions: [Expression] {
    switch self {
    case .condition(let condition): [condition]
    case .query(let query, let matcher):
      query.expressions + matcher.expressions
    }
  }
}

extension Expectation {
  /// The expressions in all but `status` and `content-type`, which are looked at before anything is captured.
  public var expressionsBehindHead: [Expression] {
    var found: [Expression] = []
    for fields in [headers, image, bytes, measures, hops, certificate] {
      for field in fields { found += field.expressions }
    }
    for document in documents {
      for field in document.queries { found += field.expressions }
      for path in document.ignore { found += path.expressions }
      for option in document.whole { found += option.value.expressions }
    }
    for cookie in cookies {
      found += cookie.name.expressions
      for value in [cookie.matcher, cookie.deleted] { found += value?.expressions ?? [] }
      for field in cookie.attributes { found += field.expressions }
    }
    found += text?.expressions ?? []
    for assertion in that { found += assertion.expressions }
    return found
  }
}
