import Assertions
import Diagnostics
import Documents
import Scenarios

/// Compiles what must come back and what is captured: names become matchers, texts become queries.
///
/// There is one for each file, shared by all that is made again later.
final class ExpectationCompiler: Sendable {
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

  /// Compiles an expectation.
  ///
  /// - Parameters:
  ///   - expectation: what the file says, defaults merged; `nil` expects any 2xx.
  ///   - diagnostics: get the mistakes.
  /// - Returns: what it compiles to, without the parts that have a mistake.
  func compile(
    _ expectation: Expectation?,
    diagnostics: inout [Diagnostic]
  ) -> PlannedExpectation {
    var planned = PlannedExpectation()
    guard let expectation else { return planned }
    var work = Work(compiler: self)
    planned.range = expectation.range
    planned.error = expectation.error
    planned.that.reserveCapacity(expectation.that.count)
    for assertion in expectation.that {
      switch assertion {
      case .condition(let condition): planned.that.append(.condition(condition))
      case .query(let query, let matcher):
        let made = work.collect { () throws(Diagnostic) in try self.planned(query) }
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
              context: self.context(.number)
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
    planned.hops = work.queries(expectation.hops) { (text: String) throws(QueryError) in
      try JSONQuery(text)
    }
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
  ///   - diagnostics: get the mistakes.
  /// - Returns: those without a mistake.
  func compile(
    _ assertions: [StepAssertion],
    diagnostics: inout [Diagnostic]
  ) -> [PlannedAssertion] {
    var work = Work(compiler: self)
    defer { diagnostics += work.diagnostics }
    return assertions.compactMap { assertion -> PlannedAssertion? in
      switch assertion {
      case .condition(let condition): .condition(condition)
      case .value(let value, let matcher):
        work.matcher(matcher, .value).map { .value(value, $0) }
      }
    }
  }

  /// Compiles captures.
  func compile(_ captures: [Capture], diagnostics: inout [Diagnostic]) -> [PlannedCapture] {
    var work = Work(compiler: self)
    defer { diagnostics += work.diagnostics }
    return captures.compactMap { capture in
      work.collect { () throws(Diagnostic) in try self.planned(capture) }
    }
  }

  private func planned(_ capture: Capture) throws(Diagnostic) -> PlannedCapture {
    PlannedCapture(
      capture: capture,
      query: try query(of: capture),
      match: try capture.match.map { pattern throws(Diagnostic) in try Self.pattern(pattern) },
      pipe: try capture.pipe.map { pipe throws(Diagnostic) in
        try Prepared(pipe) { (written, _) throws(Mistake) in try ValuePipe(from: written) }
      }
    )
  }

  private func query(of capture: Capture) throws(Diagnostic) -> PlannedCapture.Query {
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
  private static func pattern(
    _ text: TextTemplate
  ) throws(Diagnostic) -> PreparedText<TextPatternQuery> {
    try PreparedText(text) { (text: String) throws(QueryError) in try TextPatternQuery(text) }
  }

  /// The compiling of one expectation: what it needs and what it found.
  struct Work {
    let compiler: ExpectationCompiler
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
      let compiler = compiler
      @Sendable func make(
        _ value: JSONValue,
        _ origin: ArgumentOrigin
      ) throws(Mistake) -> any Matcher {
        try MatcherCatalogue.standard.matcher(
          from: value,
          origin: origin,
          context: compiler.context(kind)
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
      let compiler = compiler
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
            var work = Work(compiler: compiler)
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

    /// Compiles queries and what is expected of what they find.
    mutating func queries<Text: Sendable>(
      _ fields: [Expectation.Field],
      make: @escaping @Sendable (String) throws(QueryError) -> Text
    ) -> [PlannedExpectation.Query<Text>] {
      fields.compactMap { field in
        let query = collect { () throws(Diagnostic) in try PreparedText(field.name, make: make) }
        let matcher = matcher(field.matcher, field.kind)
        guard let query, let matcher else { return nil }
        return PlannedExpectation.Query(query: query, matcher: matcher)
      }
    }

    mutating func bytes(_ fields: [Expectation.Field]) -> [Prepared<BytesAssertion>] {
      let compiler = compiler
      return fields.compactMap { field in
        let key = field.name.constant ?? field.name.source
        return collect { () throws(Diagnostic) in
          try Prepared(field.matcher) { (value, origin) throws(Mistake) in
            try BytesAssertion(
              key,
              value,
              origin: origin,
              context: compiler.context(field.kind),
              at: field.matcher.range
            )
          }
        }
      }
    }

    mutating func document(_ document: Expectation.Document) -> PlannedExpectation.Document {
      let language = document.format.queries
      let queries = queries(document.queries) { (text: String) throws(QueryError) in
        try BodyQuery(text, in: language)
      }
      return PlannedExpectation.Document(
        format: document.format,
        options: document.options,
        mediaTypes: MediaTypeMatcher(of: document.format),
        queries: queries,
        whole: language == .jsonPath ? wholeValue(of: document) : [],
        wholeMarkup: language == .xPath ? wholeMarkup(of: document) : [],
        namespaces: language == .xPath
          ? compiler.namespaces.merging(document.namespaces) { $1 } : [:],
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
      let compiler = compiler
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
              context: compiler.context(.value)
            )
          }
        }
      }
    }
  }
}
