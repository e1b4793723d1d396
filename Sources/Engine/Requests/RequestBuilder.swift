import Cryptography
import CurlTransport
import Diagnostics
import Documents
import RunEvents
import Scenarios
import SessionCore

/// Makes a session's request from what a step says, its expressions evaluated.
struct RequestBuilder {
  let planned: PlannedRequest
  let scope: StepScope
  /// The base of URLs, if there is one.
  let base: String?
  /// What the options of the request come to.
  let finished: FinishedSettings
  var settings: RequestSettings { finished.settings }

  /// Prepares to make a request.
  ///
  /// - Parameters:
  ///   - planned: what the step says.
  ///   - scope: what names stand for.
  ///   - base: the base of URLs, if there is one.
  /// - Throws: a fault at the place of the option to blame.
  init(planned: PlannedRequest, scope: StepScope, base: String?) throws(StepFault) {
    self.planned = planned
    self.scope = scope
    self.base = base
    guard let shared = planned.settings else {
      finished = FinishedSettings(try Self.settings(of: planned.request, in: scope))
      return
    }
    finished = try shared.settings(in: scope.context) { () throws(StepFault) in
      try Self.settings(of: planned.request, in: scope)
    }
  }

  // By reference, for a copy would count every value of the step up and down again.
  var request: RequestStep { planned.request }

  /// The request.
  ///
  /// - Returns: the request with all settings in it.
  /// - Throws: a fault at the place of the value to blame.
  func build() throws(StepFault) -> SessionRequest {
    let method = try scope.evaluate(request.method)
    guard HTTPHeaders.isName(method) else {
      throw StepFault(
        .request,
        "expected a method such as GET, got \"\(method)\"",
        at: request.method.range
      )
    }
    var built = SessionRequest(
      method: method,
      url: try url(),
      transport: finished.transport,
      redirects: settings.redirects
    )
    // The whole request has its own limit; silence in the middle has one only when asked for.
    built.attributes.timeoutInterval = settings.transport.idleTimeout ?? .seconds(86_400)
    try addHeaders(to: &built)
    try addCookies(to: &built)
    try addBody(to: &built)
    for name in built.omittedHeaders { built.headers.remove(name) }
    if let auth = request.auth, !auth.isNone, !built.omittedHeaders.contains("authorization") {
      built.authentication = try authentication(auth)
    }
    if let netrc = settings.netrc { addLogin(of: netrc, to: &built) }
    return consume built
  }

  /// Adds name and password that a netrc file has for the host, unless the step says itself who it is.
  private func addLogin(of netrc: Netrc, to built: inout SessionRequest) {
    guard request.auth == nil, built.url.userInfo == nil, !built.headers.contains("Authorization"),
      !built.omittedHeaders.contains("authorization"), let host = built.url.host,
      let login = netrc.login(for: host)
    else { return }
    scope.context.mask.add(login.password)
    built.authentication = .basic(user: login.user, password: login.password)
  }

  /// What the options of the request come to.
  ///
  /// - Throws: a fault at the place of the value to blame.
  private static func settings(
    of request: RequestStep,
    in scope: StepScope
  ) throws(StepFault) -> RequestSettings {
    var settings = RequestSettings(
      tlsFiles: scope.context.tlsFiles,
      netrcFiles: scope.context.netrcFiles
    )
    settings.transport.connectionsPerHost = scope.context.options.connectionsPerHost
    if scope.context.options.insecure {
      settings.transport.tls.insecure = true
    }
    for option in request.options {
      guard let definition = RequestOptionCatalogue.option(named: option.name.value) else {
        throw StepFault(
          .request,
          "unknown option \"\(option.name.value)\"",
          at: option.name.range
        )
      }
      let value = try scope.evaluate(option.value)
      do throws(Mistake) {
        try definition.apply(value, &settings, scope.scenario.files)
      } catch {
        throw StepFault(
          .request,
          "\(option.name.value): \(scope.shown(error, about: value))",
          at: option.value.node(at: error.path).range,
          hint: error.hint
        )
      }
      if let rate = settings.rate, settings.ratePlace == nil {
        let range = option.value.range
        settings.ratePlace = .init(path: range.file.path, offset: range.utf8.lowerBound, rate: rate)
      }
    }
    return settings
  }

  private func url() throws(StepFault) -> URI {
    let text = try urlText()
    let query = try request.query.map { query throws(StepFault) in
      try encode(query, at: request.url.range)
    }
    let url: URI
    do throws(URIError) {
      url = try scope.context.urls.resolve(
        text,
        against: base,
        keepingDotSegments: settings.keepsDotSegments
      ).addingQuery(query ?? "")
    } catch {
      throw StepFault(
        .request,
        scope.context.mask.maskingPieces(of: [text, base ?? ""], in: "\(error)"),
        at: request.url.range
      )
    }
    guard url.isRequestable else {
      throw StepFault(
        .request,
        "\"\(url.userInfo == nil ? text : scope.context.mask.masking(url))\" cannot be requested: \(RequestURL.reason(url))",
        at: request.url.range,
        hint: base == nil ? "write the whole URL, or give the scenario a `base`" : nil
      )
    }
    return url
  }

  /// The URL with its values in place, before it is resolved.
  private func urlText() throws(StepFault) -> String {
    if let constant = request.url.constant { return constant }
    let url = request.url
    return try URLText.make(try StepFault.reporting(at: url.range, url.pieces(in: scope)))
  }

  private func addHeaders(to built: inout SessionRequest) throws(StepFault) {
    built.headers["User-Agent"] = settings.userAgent
    built.headers["Accept"] = "*/*"
    for header in try fields(request.headers, "headers") {
      let name = try scope.evaluate(header.name)
      guard HTTPHeaders.isName(name) else {
        throw StepFault(
          .request,
          "\"\(name)\" cannot be the name of a header",
          at: header.name.range
        )
      }
      guard let values = try texts(header.value) else {
        built.headers.remove(name)
        built.omittedHeaders.insert(name.lowercased())
        continue
      }
      built.omittedHeaders.remove(name.lowercased())
      for value in values where !HTTPHeaders.isValue(value) {
        throw StepFault(
          .request,
          "the value of \(name) has a line break or a NUL",
          at: header.value.range
        )
      }
      built.headers.set(name, values)
    }
    addGivenHeaders(to: &built)
  }

  /// Adds the fields that the command line gives every request, beside those of the step.
  private func addGivenHeaders(to built: inout SessionRequest) {
    let given = scope.context.options.requests.headers
    guard !given.isEmpty else { return }
    let own = Set(request.headers.compactMap { $0.name.constant?.lowercased() })
    for name in ["User-Agent", "Accept"] where !own.contains(name.lowercased()) {
      if given.contains(where: { $0.name.lowercased() == name.lowercased() }) {
        built.headers.remove(name)
      }
    }
    for (name, value) in given { built.headers.append(name, value) }
  }

  /// Header fields or cookies, with the entries of a map that one `${…}` stands for in its place; of one name the last counts.
  private func fields(
    _ templates: [HeaderTemplate],
    _ noun: String
  ) throws(StepFault) -> [HeaderTemplate] {
    guard templates.contains(where: \.isMap) else { return templates }
    var fields: [HeaderTemplate] = []
    for template in templates {
      guard template.isMap else {
        fields.append(template)
        continue
      }
      fields += try computed(template.value) { (value, range) throws(Diagnostic) in
        try Self.reader.headers(value, noun, at: range)
      }
    }
    var known: Set<String> = []
    let last = fields.reversed().filter { field in
      guard let name = field.name.constant else { return true }
      return known.insert(noun == "headers" ? name.lowercased() : name).inserted
    }
    return last.reversed()
  }

  /// Reads the values of expressions that stand for maps and lists.
  static let reader = ComputedReader(vocabulary: .standard)

  /// What one `${…}` stands for.
  ///
  /// - Parameters:
  ///   - template: the expression.
  ///   - read: makes something of its value, and finds what is wrong with it.
  /// - Returns: what was made.
  /// - Throws: a fault at the place of the expression.
  func computed<Result>(
    _ template: ValueTemplate,
    _ read: (JSONValue, SourceRange) throws(Diagnostic) -> Result
  ) throws(StepFault) -> Result {
    let value = try scope.evaluate(template)
    do throws(Diagnostic) {
      return try read(value, template.range)
    } catch {
      let hint = error.suggestion.map { "did you mean \"\($0)\"?" } ?? error.hint
      let mistake = Mistake(error.message, hint: hint)
      throw StepFault(
        .request,
        scope.shown(mistake, about: value),
        at: template.range,
        hint: hint
      )
    }
  }

  private func addCookies(to built: inout SessionRequest) throws(StepFault) {
    var pairs: [String] = []
    for cookie in try fields(request.cookies, "cookies") {
      let name = try scope.evaluate(cookie.name)
      guard let values = try texts(cookie.value) else { continue }
      for value in values {
        guard HTTPHeaders.isName(name), HTTPHeaders.isValue(value), !value.contains(";") else {
          throw StepFault(
            .request,
            "\"\(name)\" with this value cannot be sent as a cookie",
            at: cookie.value.range,
            hint: "percent-encode it with url_encode(…)"
          )
        }
        pairs.append("\(name)=\(value)")
      }
    }
    guard !pairs.isEmpty else { return }
    let own = built.headers["Cookie"].map { [$0] } ?? []
    built.headers["Cookie"] = (own + pairs).joined(separator: "; ")
  }

  /// The texts of a value: one, or each of a list; `nil` for null.
  func texts(_ template: ValueTemplate) throws(StepFault) -> [String]? {
    if case .list(let items) = template.kind {
      return try items.map(text)
    }
    if template.spelling == nil {
      switch try scope.evaluate(template) {
      case .null: return nil
      case .array(let elements):
        return elements.map { $0.string ?? $0.description }
      case .bool, .number, .string, .object: break
      }
    }
    return [try text(template)]
  }

  private func text(_ template: ValueTemplate) throws(StepFault) -> String {
    try StepFault.reporting(at: template.range, template.text(in: scope))
  }

  /// A query or form as text.
  func encode(
    _ fields: FieldsTemplate,
    at range: SourceRange
  ) throws(StepFault) -> String {
    var encoder = QueryEncoder()
    encoder.arrays = settings.arrays
    encoder.booleans = .literal
    encoder.nulls = .dropped
    encoder.sortsMembers = false
    let parameters: ParameterValue
    switch fields {
    case .map(let template):
      parameters = try spelled(template)
    case .pairs(let pairs, _):
      parameters = .pairs(
        try pairs.map { pair throws(StepFault) -> ParameterValue.Member in
          .init(try scope.evaluate(pair.name), try spelled(pair.value))
        }
      )
    }
    do throws(SessionError) {
      return try encoder.encode(parameters)
    } catch {
      throw StepFault(.request, error.message, at: range)
    }
  }

  /// A value whose plain numbers and booleans are text as they are spelled in the file.
  private func spelled(_ template: ValueTemplate) throws(StepFault) -> ParameterValue {
    if let spelling = template.spelling { return .string(spelling) }
    switch template.kind {
    case .list(let items):
      return .array(try items.map(spelled))
    case .map(let entries):
      return .object(
        try entries.map { entry throws(StepFault) -> ParameterValue.Member in
          .init(try scope.evaluate(entry.key), try spelled(entry.value))
        }
      )
    case .scalar, .expression, .text:
      return ParameterValue(try scope.evaluate(template))
    }
  }

  /// What `auth` asks for; `nil` when that comes to `none`.
  private func authentication(_ written: AuthTemplate) throws(StepFault) -> Authentication? {
    let auth =
      try written.isComputed
      ? computed(written.settings) { (value, range) throws(Diagnostic) in
        try Self.reader.auth(value, at: range)
      } : written
    guard !auth.isNone else { return nil }
    guard let scheme = AuthSchemeCatalogue.scheme(named: auth.scheme.value) else {
      throw StepFault(
        .request,
        "unknown authentication scheme \"\(auth.scheme.value)\"",
        at: auth.scheme.range
      )
    }
    let settings = try scope.evaluate(auth.settings)
    if case .expression = auth.settings.kind, case .map = scheme.shape {
      _ = try computed(auth.settings) { (value, range) throws(Diagnostic) in
        try Self.reader.auth(.object([scheme.name: value]), at: range)
      }
    }
    for key in scheme.secrets
    where written.isComputed || auth.settings.node(at: [.key(key)]).constant == nil {
      if let secret = settings[key]?.string { scope.context.mask.add(secret) }
    }
    do throws(Mistake) {
      return try scheme.make(settings, scope.context.tokens)
    } catch {
      throw StepFault(
        .request,
        "\(scheme.name): \(scope.shown(error, about: settings))",
        at: auth.settings.node(at: error.path).range,
        hint: error.hint
      )
    }
  }
}

extension StepScope {
  /// What is wrong with a value; a message may name parts of it, and a part of a secret is not found in it any more.
  fileprivate func shown(_ mistake: Mistake, about value: JSONValue) -> String {
    let mask = context.mask
    let text = value.string ?? value.description
    guard mask.masking(text) != text else { return mistake.message }
    return mask.maskingPieces(of: [text], in: mistake.message)
  }
}
