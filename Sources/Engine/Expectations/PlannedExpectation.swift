import Assertions
import Diagnostics
import Documents
import RunEvents
import Scenarios

/// What must come back, with all that is constant compiled.
struct PlannedExpectation: Sendable {
  /// A subject's name and its matcher.
  struct Field: Sendable {
    /// The name as a template.
    var name: TextTemplate
    /// The matcher.
    var matcher: Prepared<any Matcher>
  }

  /// Some of the expected headers.
  enum HeaderPart: Sendable {
    /// One that is written in the file.
    case field(Field)
    /// A map that one `${…}` stands for.
    case map(Prepared<[Field]>)

    /// What the matcher, or the map, is made from.
    var template: ValueTemplate? {
      switch self {
      case .field(let field): field.matcher.template
      case .map(let map): map.template
      }
    }

    /// The name, where it is written in the file.
    var name: TextTemplate? {
      guard case .field(let field) = self else { return nil }
      return field.name
    }
  }

  /// A query and its matcher.
  struct Query<Text: Sendable>: Sendable {
    /// The query.
    var query: PreparedText<Text>
    /// The matcher.
    var matcher: Prepared<any Matcher>
  }

  /// A cookie with its value and attributes.
  struct Cookie: Sendable {
    /// Its name.
    var name: TextTemplate
    /// The matcher on its value.
    var matcher: Prepared<any Matcher>?
    /// Whether the response deletes it.
    var deleted: Prepared<any Matcher>?
    /// Matchers on its attributes.
    var attributes: [Field]
  }

  /// Assertions on a body that a format decodes.
  struct Document: Sendable {
    /// The format.
    var format: BodyFormat
    /// What is said of how it is read.
    var options: [String: String]
    /// The media types that it takes when `content-type` is silent.
    var mediaTypes: MediaTypeMatcher
    /// Queries in the order of the file.
    var queries: [Query<BodyQuery>]
    /// What the whole of a value must be.
    var whole: [Prepared<any Matcher>]
    /// What the whole of a document of nodes must be.
    var wholeMarkup: [Prepared<MarkupAssertion>]
    /// Prefix to URI.
    var namespaces: [String: String]
    /// Where the expectation stands.
    var range: SourceRange
  }

  /// One of the things that `that` says.
  enum Assertion: Sendable {
    /// An expression that must be true.
    indirect case condition(Expression)
    /// A query and what must hold of what it finds.
    case query(PlannedCapture, Prepared<any Matcher>)

    /// The query, if it is one.
    var query: PlannedCapture? {
      guard case .query(let query, _) = self else { return nil }
      return query
    }

    /// Where it stands.
    var range: SourceRange? {
      switch self {
      case .condition(let condition): condition.range
      case .query(_, let matcher): matcher.range
      }
    }
  }

  /// `status`.
  var status = Prepared<StatusMatcher>.ready(.success)
  /// `content-type`.
  var contentType: Prepared<MediaTypeMatcher>?
  /// `headers`, in order.
  var headers: [HeaderPart] = []
  /// `cookies`.
  var cookies: [Cookie] = []
  /// The keys of body formats.
  var documents: [Document] = []
  /// `image`.
  var image: [Field] = []
  /// `text`.
  var text: Prepared<any Matcher>?
  /// `bytes`.
  var bytes: [Prepared<BytesAssertion>] = []
  /// `time`, `size`, `http`, `ip`, `url`, `redirects`.
  var measures: [Field] = []
  /// JSONPaths into the list of redirects.
  var hops: [Query<JSONQuery>] = []
  /// `certificate`.
  var certificate: [Field] = []
  /// `that`.
  var that: [Assertion] = []
  /// `error`.
  var error: Located<String>?
  /// Where it stands.
  var range: SourceRange?

  /// The media types that the decoding keys take when `content-type` is silent.
  var decodingTypes: [MediaTypeMatcher] {
    documents.map(\.mediaTypes) + (image.isEmpty ? [] : [.image])
  }

  /// Whether any assertion looks at the body.
  var looksAtBody: Bool {
    !documents.isEmpty || !image.isEmpty || text != nil || !bytes.isEmpty
      || !that.isEmpty
  }
}

extension [PlannedExpectation.HeaderPart] {
  /// The headers with their matchers; of one name the last counts where a map of them is computed.
  ///
  /// - Parameters:
  ///   - scope: what names stand for.
  ///   - note: gets the fault of each map that has no meaning, and where it stands.
  /// - Returns: the fields that are left to check.
  func fields(
    in scope: StepScope,
    note: (StepFault, SourceRange?) -> Void
  ) -> [PlannedExpectation.Field] {
    var fields: [PlannedExpectation.Field] = []
    var hasMap = false
    for part in self {
      switch part {
      case .field(let field): fields.append(field)
      case .map(let map):
        hasMap = true
        do throws(StepFault) {
          fields += try map.value(in: scope)
        } catch {
          note(error, map.range)
        }
      }
    }
    guard hasMap else { return fields }
    var known: Set<String> = []
    let last = fields.reversed().filter { field in
      field.name.constant.map { known.insert($0.lowercased()).inserted } ?? true
    }
    return last.reversed()
  }
}

/// Something made from a value of the file: made once when the value is constant, else for each attempt.
///
/// Shared by reference: it is passed on for each attempt.
final class Prepared<Value: Sendable>: Sendable {
  /// Where the value stands; `nil` for what no file says.
  let template: ValueTemplate?
  private let state: State

  /// Makes something of a value and the origins of its parts.
  typealias Maker = @Sendable (JSONValue, ArgumentOrigin) throws(Mistake) -> Value

  private enum State: Sendable {
    case made(Value)
    /// What makes it is kept only where it is needed again.
    case open(Maker, ArgumentOrigin)
  }

  private init(ready value: Value) {
    template = nil
    state = .made(value)
  }

  /// Something that no file says.
  static func ready(_ value: Value) -> Prepared { Prepared(ready: value) }

  /// Makes it now when the value is constant.
  ///
  /// - Parameters:
  ///   - template: the value.
  ///   - make: makes it.
  /// - Throws: the mistake in a constant value, at its place.
  init(
    _ template: ValueTemplate,
    make: @escaping Maker
  ) throws(Diagnostic) {
    self.template = template
    let value = try Self.value(ofConstant: template, make)
    state = value.map { .made($0) } ?? .open(make, ArgumentOrigin(of: template))
  }

  /// Makes it of a constant value; `nil` when the value must be evaluated for each attempt.
  ///
  /// - Parameters:
  ///   - template: the value.
  ///   - make: makes it; not kept, which saves memory for each matcher of a file.
  /// - Throws: the mistake in the value, at its place.
  init?(
    constant template: ValueTemplate,
    make: (JSONValue, ArgumentOrigin) throws(Mistake) -> Value
  ) throws(Diagnostic) {
    guard let value = try Self.value(ofConstant: template, make) else { return nil }
    self.template = template
    state = .made(value)
  }

  private static func value(
    ofConstant template: ValueTemplate,
    _ make: (JSONValue, ArgumentOrigin) throws(Mistake) -> Value
  ) throws(Diagnostic) -> Value? {
    guard let constant = template.constant, !mentionsNow(constant) else { return nil }
    do throws(Mistake) {
      return try make(constant, .written)
    } catch {
      throw Diagnostic(error, in: template)
    }
  }

  /// Where the value stands; `nil` for what holds by itself, as in `.hurl` files, and stands in none of them.
  var range: SourceRange? {
    guard let range = template?.range, !range.file.utf8.isEmpty else { return nil }
    return range
  }

  /// It, made from what the value is in this attempt.
  func value(in scope: StepScope) throws(StepFault) -> Value {
    let make: Maker
    let origin: ArgumentOrigin
    switch state {
    case .made(let value): return value
    case .open(let maker, let parts): (make, origin) = (maker, parts)
    }
    guard let template else {
      throw StepFault(.internal, "nothing was prepared")
    }
    let argument = try scope.evaluate(template)
    do throws(Mistake) {
      return try make(argument, origin)
    } catch {
      let diagnostic = Diagnostic(error, in: template)
      throw StepFault(
        .expression,
        error.message,
        at: diagnostic.range ?? template.range,
        hint: error.suggestion.map { "did you mean \"\($0)\"?" } ?? error.hint
      )
    }
  }

  /// Whether a matcher in the value is about the present, which must be asked anew each time.
  private static func mentionsNow(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): text == "now"
    case .array(let elements): elements.contains(where: mentionsNow)
    case .object(let members): members.contains { mentionsNow($0.value) }
    case .null, .bool, .number: false
    }
  }
}

/// Something made from a text of the file, a query: made once when the text is constant, else for each attempt.
///
/// Shared by reference, as ``Prepared`` is.
final class PreparedText<Value: Sendable>: Sendable {
  /// Where the text stands.
  let template: TextTemplate
  private let made: Value?
  private let make: (@Sendable (String) throws(QueryError) -> Value)?

  /// Makes it now when the text is constant.
  ///
  /// - Parameters:
  ///   - template: the text.
  ///   - make: makes it.
  /// - Throws: the mistake in a constant text, at its place.
  init(
    _ template: TextTemplate,
    make: @escaping @Sendable (String) throws(QueryError) -> Value
  ) throws(Diagnostic) {
    self.template = template
    guard let constant = template.constant else {
      made = nil
      self.make = make
      return
    }
    self.make = nil
    do throws(QueryError) {
      made = try make(constant)
    } catch {
      throw Diagnostic(.error, error.message, at: template.range, hint: error.hint)
    }
  }

  /// It, made from what the text is in this attempt.
  func value(in scope: StepScope) throws(StepFault) -> Value {
    if let made { return made }
    guard let make else { throw StepFault(.internal, "nothing was prepared") }
    let text = try scope.evaluate(template)
    return try StepFault.ofQuery(at: template.range, make(text))
  }

  /// The text for messages.
  func text(in scope: StepScope) -> String {
    template.constant ?? (try? template.evaluate(in: scope)) ?? template.source
  }
}

extension ArgumentOrigin {
  /// Which parts of a value are written in the file and which ones expressions give.
  init(of template: ValueTemplate) {
    guard template.constant == nil else {
      self = .written
      return
    }
    switch template.kind {
    case .scalar: self = .written
    case .expression, .text: self = .computed
    case .list(let items): self = .list(items.map(Self.init(of:)))
    case .map(let entries):
      self = .map(
        entries.map { .init(isKeyComputed: $0.key.constant == nil, value: Self(of: $0.value)) }
      )
    }
  }
}
