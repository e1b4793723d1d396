import Contracts
import Diagnostics
import Documents
import Encodings
import Scenarios

/// Writes the step of an operation.
struct StepWriter {
  /// The methods that are keys of a step.
  private static let methods = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
  ]

  let document: ContractDocument
  let library: SchemaLibrary
  let captures: CaptureTable
  let operation: ContractOperation
  /// What stands before the path: empty when the base of the scenario has it.
  let prefix: String
  /// What every step of the scenario sends, which need not be said again.
  let shared: Credentials?

  private var names = ScenarioNames(taken: [])
  private var comments: [String] = []
  private var pathText = ""
  private var rawQuery: [String] = []
  private var query: [(String, ScenarioNode)] = []
  private var headers: [(String, ScenarioNode)] = []
  private var cookies: [(String, ScenarioNode)] = []
  private var options: [(String, ScenarioNode)] = []
  private var body: (String, ScenarioNode)?

  private var range: SourceRange { operation.range }

  /// Prepares to write a step.
  init(
    _ operation: ContractOperation,
    of document: ContractDocument,
    _ library: SchemaLibrary,
    _ captures: CaptureTable,
    prefix: String,
    shared: Credentials?
  ) {
    (self.operation, self.document, self.captures) = (operation, document, captures)
    self.library = library
    (self.prefix, self.shared) = (prefix, shared)
  }

  /// Writes the step.
  ///
  /// - Parameters:
  ///   - users: the operations of the scenario, which take what the step captures.
  ///   - names: gets the variables and secrets of the step.
  /// - Returns: the step.
  mutating func step(for users: [ContractOperation], _ names: inout ScenarioNames) -> ScenarioNode {
    self.names = names
    if operation.isDeprecated { comments.append("deprecated") }
    addParameters()
    addCredentials()
    addBody()
    var entries: [(String, ScenarioNode)] = []
    if let title { entries.append(("step", text(title))) }
    let url = ScenarioNode(
      .template(pathText + (rawQuery.isEmpty ? "" : "?" + rawQuery.joined(separator: "&"))),
      at: range
    )
    if Self.methods.contains(operation.method) {
      entries.append((operation.method, url))
    } else {
      let request = [("method", text(operation.method)), ("url", url)]
      entries.append(("request", .map(request, at: range)))
    }
    add("query", query, to: &entries)
    add("headers", headers, to: &entries)
    add("cookies", cookies, to: &entries)
    let credentials = Credentials(of: operation, document.securitySchemes)
    if credentials != shared, let auth = credentials.auth(at: range) {
      entries.append(("auth", auth))
    }
    if let body { entries.append(body) }
    add("options", options, to: &entries)
    add("expect", expectation, to: &entries)
    add("capture", captured(for: users), to: &entries)
    names = self.names
    var node = ScenarioNode.map(entries, at: range)
    node.comments = comments
    return node
  }

  private func add(
    _ key: String,
    _ members: [(String, ScenarioNode)],
    to entries: inout [(String, ScenarioNode)]
  ) {
    if !members.isEmpty { entries.append((key, .map(members, at: range))) }
  }

  private func text(_ text: String) -> ScenarioNode {
    ScenarioNode(.value(.string(text)), at: range)
  }

  private var title: String? {
    let summary = operation.summary?.line(atMost: 100) ?? ""
    if !summary.isEmpty { return summary }
    let id = operation.id?.line(atMost: 100) ?? ""
    return id.isEmpty ? nil : id
  }

  // MARK: - Parameters

  private mutating func addParameters() {
    var inPath: [String: ContractParameter] = [:]
    var leftOut: [String] = []
    for parameter in operation.parameters where !parameter.name.isEmpty {
      if parameter.location == "path" {
        inPath[parameter.name] = parameter
      } else if isSent(parameter) {
        add(parameter)
      } else {
        leftOut.append(parameter.name.line(atMost: 40))
      }
    }
    writePath(inPath)
    guard !leftOut.isEmpty else { return }
    let more = leftOut.count > 8 ? " and \(leftOut.count - 8) more" : ""
    comments.append("not sent: \(leftOut.prefix(8).joined(separator: ", "))\(more)")
  }

  /// Whether a parameter of the query, a header field or a cookie is sent.
  private func isSent(_ parameter: ContractParameter) -> Bool {
    if parameter.isRequired { return true }
    if source(of: parameter) != nil { return true }
    if parameter.isDeprecated { return false }
    if parameter.example != nil { return true }
    guard let schema = parameter.schema ?? parameter.content?.schema else { return false }
    let bundle = library.bundle(of: schema)
    guard let members = SchemaView(bundle).merged(bundle) else { return false }
    return ["example", "examples", "default"].contains { members[$0] != nil }
  }

  private func source(of parameter: ContractParameter) -> CaptureTable.Source? {
    captures.source(of: parameter.name, in: parameter.location, of: operation.index)
  }

  /// The value of a parameter: the name of a variable, or a value.
  private enum Value {
    case variable(String)
    case value(JSONValue)
  }

  private mutating func value(of parameter: ContractParameter) -> Value? {
    var example = parameter.example
    switch source(of: parameter) {
    case .captured(let capture): return .variable(capture.name)
    case .constant(let value): example = value
    case nil: break
    }
    let shown = "\(parameter.location) parameter \(parameter.name.line(atMost: 40))"
    guard
      let sample = library.sample(
        of: parameter.schema ?? parameter.content?.schema,
        example: example,
        name: parameter.name
      )
    else {
      let wanted = "the value of the \(shown): its schema is too deep or takes none"
      return .variable(names.variable(for: parameter.name, value: "value", wanted: wanted))
    }
    comments += sample.notes.map { "\(shown): \($0)".line(atMost: 200) }
    if let gap = sample.gaps.first {
      return .variable(
        names.variable(
          for: parameter.name,
          value: sample.value.string ?? "value",
          wanted: gap.wanted
        )
      )
    }
    return .value(sample.value)
  }

  private mutating func add(_ parameter: ContractParameter) {
    guard let value = value(of: parameter) else { return }
    let name = parameter.name
    let node: ScenarioNode
    switch (value, parameter.location) {
    case (.variable(let variable), _):
      node = ScenarioNode(.template("${\(variable)}"), at: range)
    case (.value(let value), "query"):
      if parameter.content != nil {
        node = self.text(value.string ?? value.serializedText())
      } else {
        switch value {
        case .array, .object:
          rawQuery += ParameterText.query(
            value,
            name,
            parameter.style,
            explodes: parameter.explodes
          )
          return
        case .null, .bool, .number, .string: node = ScenarioNode(.value(value), at: range)
        }
      }
    case (.value(let value), "querystring"):
      if case .object(let members) = value, parameter.content?.isJSON != true {
        rawQuery += ParameterText.query(.object(members), name, "form", explodes: true)
      } else {
        rawQuery.append(PercentEncoding.encode(ParameterText.text(value)))
      }
      return
    case (.value(let value), _):
      let text =
        parameter.content != nil
        ? value.serializedText()
        : ParameterText.field(value, explodes: parameter.explodes)
      let isCookie = parameter.location == "cookie"
      node = self.text(isCookie ? PercentEncoding.encode(text) : text)
      guard FieldName.isFieldValue(text) else {
        comments.append("left out, its value cannot be sent: \(name.line(atMost: 40))")
        return
      }
    }
    switch parameter.location {
    case "query": Self.add(name, node, to: &query)
    case "querystring": rawQuery.append("${raw(\(Self.variable(in: node)))}")
    case "header" where FieldName.isToken(name):
      Self.add(name, node, to: &headers, ignoresCase: true)
    case "cookie" where FieldName.isToken(name): Self.add(name, node, to: &cookies)
    case _: comments.append("left out, it cannot be sent: \(name.line(atMost: 40))")
    }
  }

  private static func variable(in node: ScenarioNode) -> String {
    guard case .template(let text) = node.content else { return "''" }
    return String(text.dropFirst(2).dropLast())
  }

  /// Adds a member unless there is one of its name.
  private static func add(
    _ name: String,
    _ node: ScenarioNode,
    to members: inout [(String, ScenarioNode)],
    ignoresCase: Bool = false
  ) {
    let isThere = members.contains {
      ignoresCase ? $0.0.lowercased() == name.lowercased() : $0.0 == name
    }
    if !isThere { members.append((name, node)) }
  }

  private mutating func writePath(_ parameters: [String: ContractParameter]) {
    var rest = operation.template[...]
    var literal = prefix
    func close(_ text: String) -> String {
      // `$` before a parameter would escape the expression.
      text.hasSuffix("$") ? text.dropLast() + "%24" : text
    }
    while let open = rest.firstIndex(of: "{"), let end = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<end])
      literal += Self.pathText(rest[..<open])
      rest = rest[rest.index(after: end)...]
      guard let parameter = parameters[name], let value = value(of: parameter) else {
        // The document has no such parameter: any value does.
        literal += PercentEncoding.encode(name)
        continue
      }
      let (style, explodes) = (parameter.style, parameter.explodes)
      switch value {
      case .variable(let variable):
        if style == "label" { literal += "." }
        if style == "matrix" { literal += ";\(PercentEncoding.encode(name))=" }
        pathText += close(literal) + "${\(variable)}"
        literal = ""
      case .value(let value):
        let sent = parameter.content != nil ? JSONValue.string(value.serializedText()) : value
        let text = ParameterText.path(sent, name, style, explodes: explodes)
        // Dots alone would be taken for steps up the path.
        literal += text.utf8.allSatisfy { $0 == UInt8(ascii: ".") } ? "%2E" : text
      }
    }
    literal += Self.pathText(rest)
    pathText += literal.replacing("${", with: "%24%7B")
    if pathText.hasPrefix("//") { pathText = "/%2F" + pathText.dropFirst(2) }
    if !pathText.hasPrefix("/") && !pathText.contains("://") { pathText = "/" + pathText }
  }

  /// The literal text of a path template, in which only what a path takes stands.
  private static func pathText(_ text: Substring) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:@/%".utf8.contains(byte) {
        result.append(byte)
      } else {
        result.append(percentEncoding: byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: - Credentials

  private mutating func addCredentials() {
    let credentials = Credentials(of: operation, document.securitySchemes)
    guard credentials != shared else { return }
    names.add(credentials)
    comments += credentials.notes
    for (name, node) in Credentials.entries(credentials.query, at: range) {
      query.removeAll { $0.0 == name }
      query.append((name, node))
    }
    for (name, node) in Credentials.entries(credentials.headers, at: range) {
      headers.removeAll { $0.0.lowercased() == name.lowercased() }
      headers.append((name, node))
    }
    for (name, node) in Credentials.entries(credentials.cookies, at: range) {
      cookies.removeAll { $0.0 == name }
      cookies.append((name, node))
    }
  }

  // MARK: - Bodies

  private mutating func addBody() {
    guard let media = RequestMedia.preferred(of: operation.requestBody?.content ?? []) else {
      return
    }
    var writer = BodyWriter(library: library, media: media, range: range, names: names)
    let written = writer.body()
    names = writer.names
    comments += writer.comments
    body = written
    if writer.repeatsNames { options.append(("arrays", text("repeat"))) }
    if written != nil, let type = writer.contentType {
      Self.add("Content-Type", text(type), to: &headers, ignoresCase: true)
    }
  }

  // MARK: - Answers

  private var expectation: [(String, ScenarioNode)] {
    guard let response = operation.expectedResponse else { return [] }
    var members: [(String, ScenarioNode)] = []
    if let status = Int(response.status) {
      members.append(("status", ScenarioNode(.value(.number(JSONNumber(status))), at: range)))
    } else if response.status != "default" {
      members.append(("status", text(response.status.lowercased())))
    }
    let types = response.content.map(\.essence)
    let isUsable = types.allSatisfy { type in
      let parts = type.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { FieldName.isToken(String($0)) } && type != "*/*"
    }
    if isUsable, !types.isEmpty, operation.method != "HEAD", response.status != "204" {
      let nodes = types.map { text($0) }
      members.append(
        ("content-type", nodes.count == 1 ? nodes[0] : ScenarioNode(.list(nodes), at: range))
      )
    }
    return members
  }

  private func captured(for users: [ContractOperation]) -> [(String, ScenarioNode)] {
    captures.captures(of: operation.index, usedBy: users).map { capture in
      let query =
        switch capture.query {
        case .json(let path): ("json", text(path))
        case .header(let name): ("header", text(name))
        }
      return (capture.name, .map([query], at: range))
    }
  }
}
