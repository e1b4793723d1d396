public import Diagnostics
public import Documents

/// `expect`: what must come back.
///
/// A matcher is a ``ValueTemplate``: a scalar or a list stands for `equals`, a map names matchers. The parser has checked the names against
/// the vocabulary; what only the values can show is found when they are evaluated.
public struct Expectation: Sendable {
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
  public var status: ValueTemplate?
  /// `content-type`: a media type, a list, a wildcard, or `any`.
  public var contentType: ValueTemplate?
  /// `headers`.
  public var headers: [Field]
  /// `cookies`.
  public var cookies: [Cookie]
  /// The keys of body formats, in the order of the catalogue.
  public var documents: [Document]
  /// `image`: `format`, `width`, `height`, `frames`.
  public var image: [Field]
  /// `text`: a matcher on the body as text.
  public var text: ValueTemplate?
  /// `bytes`: `length`, `sha256`, `md5`, `equals`, `starts-with`.
  public var bytes: [Field]
  /// `time`, `size`, `http`, `ip`, `url`, `redirects`.
  public var measures: [Field]
  /// `redirects` as a map: JSONPaths into the list of those that were followed.
  public var hops: [Field]
  /// `certificate`: `subject`, `issuer`, `expires`, `alternative-names`.
  public var certificate: [Field]
  /// `that`: conditions and queries with matchers, in the order of the file.
  public var that: [ResponseAssertion]
  /// `error`: how the transfer must fail.
  public var error: Located<String>?
  /// Where it stands.
  public var range: SourceRange
}

/// One of the things that `that` says of a response.
public enum ResponseAssertion: Sendable {
  /// An expression that must be true.
  case condition(Expression)
  /// A query, named as it is written, and the matchers that must hold of what it finds.
  indirect case query(Capture, matcher: ValueTemplate)

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
    let fields =
      headers + image + bytes + measures + hops + certificate + documents.flatMap(\.queries)
      + cookies.flatMap(\.attributes)
    let names = fields.map(\.name) + cookies.map(\.name) + documents.flatMap(\.ignore)
    let values =
      fields.map(\.matcher) + cookies.flatMap { [$0.matcher, $0.deleted].compactMap(\.self) }
      + documents.flatMap(\.whole).map(\.value) + [text].compactMap(\.self)
    return names.flatMap(\.expressions)
      + values.flatMap(\.expressions)
      + that.flatMap(\.expressions)
  }
}
