public import Diagnostics
import Documents

/// A request and what must come back.
///
/// Shared by reference, as the ``Step`` that it belongs to.
public final class RequestStep: Sendable {
  /// The method, upper case as written.
  public let method: TextTemplate
  /// The URL.
  public let url: TextTemplate
  /// `query`.
  public let query: FieldsTemplate?
  /// `headers`.
  public let headers: [HeaderTemplate]
  /// `cookies`.
  public let cookies: [HeaderTemplate]
  /// `auth`.
  public let auth: AuthTemplate?
  /// The body, of whatever kind.
  public let body: (any BodyTemplate)?
  /// `options`.
  public let options: [OptionTemplate]
  /// `session`: the name of the cookie jar and credential store; `main` when absent.
  public let session: TextTemplate?
  /// `expect`.
  public let expect: Expectation?
  /// `save`: where the body of the response is written.
  public let save: TextTemplate?
  /// `retry`.
  public let retry: RetryTemplate?
  /// `contract`: how the exchange is checked against contracts.
  public let contract: ContractLevels?
  /// `jar`: what happens to the cookie jar before the first attempt, each `clear` or a line of a cookie file.
  public let jar: [TextTemplate]

  /// The word of `jar` that removes all cookies.
  public static let clearsJar = "clear"

  /// Whether a text has the seven fields of a line of a cookie file.
  ///
  /// - Parameter text: any text.
  /// - Returns: `false` also for a comment, but for the mark of an HTTP-only cookie.
  public static func isCookieLine(_ text: String) -> Bool {
    let isComment = text.hasPrefix("#") && !text.hasPrefix("#HttpOnly_")
    return !isComment && !text.utf8.contains(0x0A) && text.utf8.count { $0 == 0x09 } == 6
  }

  /// Makes a request of its parts.
  public init(
    method: TextTemplate,
    url: TextTemplate,
    query: FieldsTemplate?,
    headers: [HeaderTemplate],
    cookies: [HeaderTemplate],
    auth: AuthTemplate?,
    body: (any BodyTemplate)?,
    options: [OptionTemplate],
    session: TextTemplate?,
    expect: Expectation?,
    save: TextTemplate?,
    retry: RetryTemplate?,
    contract: ContractLevels?,
    jar: [TextTemplate] = []
  ) {
    self.method = method
    self.url = url
    self.query = query
    self.headers = headers
    self.cookies = cookies
    self.auth = auth
    self.body = body
    self.options = options
    self.session = session
    self.expect = expect
    self.save = save
    self.retry = retry
    self.contract = contract
    self.jar = jar
  }
}

/// `query` or `form`: a map encoded as AFNetworking does, or pairs in the order given.
public enum FieldsTemplate: Sendable {
  /// A map; values may be nested.
  case map(ValueTemplate)
  /// A list of `[name, value]` pairs.
  case pairs([(name: TextTemplate, value: ValueTemplate)], SourceRange)

  /// Its expressions, in order.
  var expressions: [Expression] {
    switch self {
    case .map(let value): value.expressions
    case .pairs(let pairs, _):
      pairs.flatMap { $0.name.expressions + $0.value.expressions }
    }
  }
}

/// A header or cookie with its value.
public struct HeaderTemplate: Sendable {
  /// The field's name.
  public var name: TextTemplate
  /// Text, a list to send the field several times, or null to remove a default.
  public var value: ValueTemplate
  /// Whether it is one `${…}` for a map of fields: then the name is what is written.
  public var isMap = false
}

extension HeaderTemplate {
  /// One `${…}` for a map of fields.
  init(map: ValueTemplate) {
    let name = TextTemplate(map.range.text, range: map.range)
    self.init(name: name, value: map, isMap: true)
  }
}

/// `auth`: a scheme and its settings, or `none`.
public struct AuthTemplate: Sendable {
  /// The word that switches off what is inherited.
  static let none = "none"

  /// Whether it is `none`: no credentials, whatever defaults say.
  public var isNone: Bool { scheme.value == Self.none }

  /// The scheme, one of the vocabulary's.
  public var scheme: Located<String>
  /// Its settings.
  public var settings: ValueTemplate
  /// Where it stands.
  public var range: SourceRange
  /// Whether the settings are one `${…}` for the scheme with its settings.
  public var isComputed = false
}

/// An option with its value.
public struct OptionTemplate: Sendable {
  /// The name, one of the vocabulary's.
  public var name: Located<String>
  /// The value.
  public var value: ValueTemplate

  /// Gives an option its value.
  public init(name: Located<String>, value: ValueTemplate) {
    self.name = name
    self.value = value
  }
}

/// `retry`: how a request is tried again.
///
/// Shared by reference: few requests have it, and all would hold the room for it.
public final class RetryTemplate: Sendable {
  /// What is tried again.
  public enum Condition: Sendable, Hashable {
    /// No verdict was reached.
    case error
    /// A status, or a class of them such as `5xx`, or a range.
    case status(ClosedRange<Int>)
    /// Any expectation that does not hold.
    case failure
  }

  /// `for`: no attempt starts after it.
  public let duration: TextTemplate?
  /// `attempts`: at most so many requests.
  public let attempts: ValueTemplate?
  /// `every`: the pause between attempts.
  public let every: TextTemplate?
  /// `backoff`: what the pause is multiplied by each time.
  public let backoff: ValueTemplate?
  /// `if`: narrows what is tried again; `nil` tries everything again.
  public let conditions: [Located<Condition>]?
  /// `until`: tried again until it is true, and then the expectations are checked once.
  public let until: Expression?
  /// `retry-after`: whether the answer's `Retry-After` makes the pause longer.
  public let heedsRetryAfter: Bool
  /// Where it stands.
  public let range: SourceRange

  /// Reads what stands behind the keys of a map.
  init(_ keys: KnownEntries, at range: SourceRange, by reader: FileReader) {
    duration = reader.duration("for", in: keys)
    attempts = reader.checked("attempts", in: keys)
    every = reader.duration("every", in: keys)
    backoff = reader.checked("backoff", in: keys)
    conditions = keys["if"].map { reader.conditions($0) }
    until = reader.expression("until", in: keys)
    heedsRetryAfter = reader.flag("retry-after", in: keys) ?? true
    self.range = range
  }
}

extension RequestStep {
  /// The same request, for which any response will do.
  public var expectingAnything: RequestStep {
    let range = url.range
    return RequestStep(
      method: method,
      url: url,
      query: query,
      headers: headers,
      cookies: cookies,
      auth: auth,
      body: body,
      options: options,
      session: session,
      expect: Expectation(
        status: ValueTemplate(.string("100-999"), range: range),
        contentType: ValueTemplate(.string("any"), range: range),
        range: range
      ),
      save: save,
      retry: retry,
      contract: contract,
      jar: jar
    )
  }
}
