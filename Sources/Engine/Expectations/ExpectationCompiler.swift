import Assertions
import Diagnostics
import Documents
import Scenarios

/// Compiles what must come back and what is captured: names become matchers, texts become queries.
struct ExpectationCompiler: Sendable {
  /// What the expectations of one file are compiled with, shared by all that is made again later.
  final class Surroundings: Sendable {
    /// Prefix to URI of project and file.
    let namespaces: [String: String]
    /// The project's files, paths relative to the file that holds the expectations.
    let files: ScenarioFiles
    /// Compiles schemas that expectations name.
    let schemas: SchemaLoader
    /// Made once: thousands of matchers are made with it.
    private let matcherContext: MatcherContext

    init(namespaces: [String: String], files: ScenarioFiles, schemas: SchemaLoader) {
      self.namespaces = namespaces
      self.files = files
      self.schemas = schemas
      matcherContext = MatcherContext(
        kind: .value,
        loadBytes: { (path: String) throws(Mistake) -> [UInt8] in
          try Mistake.reporting(files.read(path))
        },
        schema: { (schema: JSONValue, assertsFormat: Bool) throws(Mistake) in
          try schemas.schema(schema, files: files, assertsFormat: assertsFormat)
        },
        pipe: { (written: JSONValue) throws(Mistake) in
          CompiledPipe(try ValuePipe(from: written), namespaces: namespaces)
        }
      )
    }

    /// What a matcher is made with now.
    func context(_ kind: ValueKind) -> MatcherContext {
      var context = matcherContext
      context.kind = kind
      context.now = WallClock.now()
      return context
    }
  }

  /// Compiles the schema that a reference names, relative to the file it stands in.
  let schemas: SchemaLoader

  /// What the expectations of a file are compiled with.
  func surroundings(namespaces: [String: String], files: ScenarioFiles) -> Surroundings {
    Surroundings(namespaces: namespaces, files: files, schemas: schemas)
  }

  /// Compiles an expectation.
  ///
  /// - Parameters:
  ///   - expectation: what the file says, defaults merged; `nil` expects any 2xx.
  ///   - surroundings: those of the file that holds it.
  ///   - diagnostics: get the mistakes.
  /// - Returns: what it compiles to, without the parts that have a mistake.
  func compile(
    _ expectation: Expectation?,
    in surroundings: Surroundings,
    diagnostics: inout [Diagnostic]
  ) -> PlannedExpectation {
    var planned = PlannedExpectation()
    guard let expectation else { return planned }
    var work = Work(surroundings: surroundings)
    planned.range = expectation.range
    planned.error = expectation.error
    planned.that.reserveCapacity(expectation.that.count)
    for assertion in expectation.that {
      switch assertion {
      case .condition(let condition): planned.that.append(.condition(condition))
      case .query(let query, let matcher):
        let made = work.collect { () throws(Diagnostic) in
          try Self.planned(query, namespaces: surroundings.namespaces)
        }
        guard let made, let matcher = work.matcher(matcher, .value) else { continue }
        planned.that.append(.query(made, matcher))
      }
    }
    if let template = expectation.status {
      planned.status =
        work.collect { () throws(Diagnostic) in
          try Prepared(template) { (value, origin) throws(Mistake) in
            try StatusMatcher(
              from: value,
              origin: origin,
              context: surroundings.context(.number)
            )
          }
        } ?? planned.status
    }
    if let template = expectation.contentType {
      planned.contentType = work.collect { () throws(Diagnostic) in
        try Prepared(template) { (value, _) throws(Mistake) in
          try MediaTypeMatcher(from: value)
        }
      }
    }
    planned.headers = work.headers(expectation.headers)
    planned.cookies = expectation.cookies.map { cookie in
      PlannedExpectation.Cookie(
        name: cookie.name,
        matcher: cookie.matcher.flatMap { work.matcher($0, .text) },
        deleted: cookie.deleted.flatMap { work.matcher($0, .boolean) },
        attributes: work.fields(cookie.attributes)
      )
    }
    planned.measures = work.fields(expectation.measures)
    planned.hops = work.hops(expectation.hops)
    planned.image = work.fields(expectation.image)
    planned.bytes = work.bytes(expectation.bytes)
    planned.text = expectation.text.flatMap { work.matcher($0, .text) }
    planned.documents = expectation.documents.map { work.document($0) }
    planned.certificate = work.fields(expectation.certificate)
    diagnostics += work.diagnostics
    return planned
  }

  /// Compiles what an `assert` step says.
  ///
  /// - Parameters:
  ///   - assertions: as the file has them.
  ///   - surroundings: those of the file that holds them.
  /// - Returns: those without a mistake, and the mistakes.
  func compile(
    _ assertions: [StepAssertion],
    in surroundings: Surroundings
  ) -> ([PlannedAssertion], [Diagnostic]) {
    var work = Work(surroundings: surroundings)
    let planned = assertions.compactMap { assertion -> PlannedAssertion? in
      switch assertion {
      case .condition(let condition): .condition(condition)
      case .value(let value, let matcher):
        work.matcher(matcher, .value).map { .value(value, $0) }
      }
    }
    return (planned, work.diagnostics)
  }

  /// Compiles captures.
  func compile(
    _ captures: [Capture],
    namespaces: [String: String]
  ) -> (
    [PlannedCapture], [Diagnostic]
  ) {
    var diagnostics: [Diagnostic] = []
    let planned = captures.compactMap { capture -> PlannedCapture? in
      do throws(Diagnostic) {
        return try Self.planned(capture, namespaces: namespaces)
      } catch {
        diagnostics.append(error)
        return nil
      }
    }
    return (planned, diagnostics)
  }

  private static func planned(
    _ capture: Capture,
    namespaces: [String: String]
  ) throws(Diagnostic) -> PlannedCapture {
    PlannedCapture(
      capture: capture,
      query: try query(of: capture, namespaces: namespaces),
      match: try capture.match.map { pattern throws(Diagnostic) in try Self.pattern(pattern) },
      pipe: try capture.pipe.map { pipe throws(Diagnostic) in try Self.pipe(pipe) }
    )
  }

  private static func query(
    of capture: Capture,
    namespaces: [String: String]
  ) throws(Diagnostic)
    -> PlannedCapture.Query
  {
    switch capture.source {
    case .body(let format, let options, let text):
      .body(
        format,
        options: options,
        try PreparedText(text) { (text: String) throws(QueryError) in
          try BodyQuery(text, in: format.queries)
        },
        namespaces: namespaces
      )
    case .header(let name): .header(name)
    case .cookie(let name): .cookie(name)
    case .text(let pattern): .text(try Self.pattern(pattern))
    case .measure(let name): .measure(name)
    case .hops(let text):
      .hops(try PreparedText(text) { (text: String) throws(QueryError) in try JSONQuery(text) })
    case .property(let name, let owner): .property(name, of: owner)
    case .value(let template): .value(template)
    }
  }

  /// Compiles a regular expression.
  ///
  /// - Parameter text: the expression as it stands in the file.
  /// - Returns: what it searches for.
  /// - Throws: the mistake in a constant expression, at its place.
  static func pattern(_ text: TextTemplate) throws(Diagnostic) -> PreparedText<TextPatternQuery> {
    try PreparedText(text) { (text: String) throws(QueryError) in try TextPatternQuery(text) }
  }

  /// Compiles the functions that turn what is captured.
  ///
  /// - Parameter value: the list as it stands in the file.
  /// - Returns: the functions.
  /// - Throws: the mistake in a constant list, at its place.
  static func pipe(_ value: ValueTemplate) throws(Diagnostic) -> Prepared<ValuePipe> {
    try Prepared(value) { (written, _) throws(Mistake) in try ValuePipe(from: written) }
  }

  /// The compiling of one expectation: what it needs and what it found.
  struct Work {
    let surroundings: Surroundings
    var diagnostics: [Diagnostic] = []

    mutating func collect<Value>(_ make: () throws(Diagnostic) -> Value) -> Value? {
      do throws(Diagnostic) {
        return try make()
      } catch {
        diagnostics.append(error)
        return nil
      }
    }

    mutating func matcher(
      _ template: ValueTemplate,
      _ kind: ValueKind
    ) -> Prepared<any Matcher>? {
      let surroundings = surroundings
      @Sendable func make(
        _ value: JSONValue,
        _ origin: ArgumentOrigin
      ) throws(Mistake) -> any Matcher {
        try MatcherCatalogue.standard.matcher(
          from: value,
          origin: origin,
          context: surroundings.context(kind)
        )
      }
      return collect { () throws(Diagnostic) in
        if let made = try Prepared(constant: template, make: make) { return made }
        return try Prepared(template, make: make)
      }
    }

    mutating func fields(_ fields: [Expectation.Field]) -> [PlannedExpectation.Field] {
      var planned: [PlannedExpectation.Field] = []
      for field in fields {
        guard let matcher = matcher(field.matcher, field.kind) else { continue }
        planned.append(PlannedExpectation.Field(name: field.name, matcher: matcher))
      }
      return planned
    }

    /// Compiles headers, among which a `${…}` may stand for a map of some.
    mutating func headers(_ fields: [Expectation.Field]) -> [PlannedExpectation.HeaderPart] {
      let surroundings = surroundings
      var parts: [PlannedExpectation.HeaderPart] = []
      for field in fields {
        guard field.isMap else {
          parts += self.fields([field]).map { .field($0) }
          continue
        }
        let range = field.matcher.range
        let map = collect { () throws(Diagnostic) in
          try Prepared<[PlannedExpectation.Field]>(field.matcher) {
            (value, _) throws(Mistake) in
            var work = Work(surroundings: surroundings)
            do throws(Diagnostic) {
              let read = try RequestBuilder.reader.expectedHeaders(value, at: range)
              let fields = work.fields(read)
              if let mistake = work.diagnostics.first { throw mistake }
              return fields
            } catch {
              throw Mistake(error.message, hint: error.hint, suggestion: error.suggestion)
            }
          }
        }
        if let map { parts.append(.map(map)) }
      }
      return parts
    }

    mutating func hops(_ fields: [Expectation.Field]) -> [PlannedExpectation.Hop] {
      fields.compactMap { field in
        let query = collect { () throws(Diagnostic) in
          try PreparedText(field.name) { (text: String) throws(QueryError) in try JSONQuery(text) }
        }
        guard let query, let matcher = matcher(field.matcher, field.kind) else { return nil }
        return PlannedExpectation.Hop(query: query, matcher: matcher)
      }
    }

    mutating func bytes(_ fields: [Expectation.Field]) -> [Prepared<BytesAssertion>] {
      let surroundings = surroundings
      return fields.compactMap { field in
        let key = field.name.constant ?? field.name.source
        return collect { () throws(Diagnostic) in
          try Prepared(field.matcher) { (value, origin) throws(Mistake) in
            try BytesAssertion(
              key,
              value,
              origin: origin,
              context: surroundings.context(field.kind),
              at: field.matcher.range
            )
          }
        }
      }
    }

    mutating func document(_ document: Expectation.Document) -> PlannedExpectation.Document {
      let language = document.format.queries
      var queries: [PlannedExpectation.Query] = []
      for field in document.queries {
        let query = collect { () throws(Diagnostic) in
          try PreparedText(field.name) { (text: String) throws(QueryError) in
            try BodyQuery(text, in: language)
          }
        }
        let matcher = matcher(field.matcher, field.kind)
        guard let query, let matcher else { continue }
        queries.append(.init(query: query, matcher: matcher))
      }
      return PlannedExpectation.Document(
        format: document.format,
        options: document.options,
        mediaTypes: MediaTypeMatcher(of: document.format),
        queries: queries,
        whole: language == .jsonPath ? wholeValue(of: document) : [],
        wholeMarkup: language == .xPath ? wholeMarkup(of: document) : [],
        namespaces: language == .xPath
          ? surroundings.namespaces.merging(document.namespaces) { $1 } : [:],
        range: document.range
      )
    }

    /// Compiles what the whole of a value must be.
    private mutating func wholeValue(
      of document: Expectation.Document
    ) -> [Prepared<any Matcher>] {
      let ignored = document.ignore.compactMap { path -> JSONQuery? in
        collect { () throws(Diagnostic) in
          do throws(QueryError) {
            return try JSONQuery(path.constant ?? path.source)
          } catch {
            throw Diagnostic(.error, error.message, at: path.range, hint: error.hint)
          }
        }
      }
      let surroundings = surroundings
      return document.whole.compactMap { option in
        collect { () throws(Diagnostic) in
          try Prepared<any Matcher>(option.value) { (value, origin) throws(Mistake) in
            try DocumentComparison.json(
              option.name.value,
              value,
              format: document.format,
              options: document.options,
              origin: origin,
              ignoring: ignored,
              assertsFormat: document.assertsFormat,
              context: surroundings.context(.value)
            )
          }
        }
      }
    }
  }
}
