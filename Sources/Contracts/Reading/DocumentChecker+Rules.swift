internal import Diagnostics
internal import Documents
internal import Encodings
internal import Scenarios

/// What the fields of an object have to do with each other.
extension DocumentChecker {
  /// Checks the rules of an object whose fields were checked.
  mutating func checkRules(of object: Object, _ node: ContractNode) {
    switch object {
    case .openAPI: checkDocument(node)
    case .license: exclude("identifier", "url", in: node)
    case .server: checkServer(node)
    case .serverVariable: checkVariable(node)
    case .pathItem: checkPathItem(node)
    case .operation: checkOperation(node)
    case .parameter: checkParameter(node)
    case .mediaType:
      exclude("example", "examples", in: node)
      exclude("encoding", "prefixEncoding", in: node)
      exclude("encoding", "itemEncoding", in: node)
    case .encoding:
      exclude("encoding", "prefixEncoding", in: node)
      exclude("encoding", "itemEncoding", in: node)
    case .response: checkHeaderNames(node)
    case .example:
      exclude("value", "externalValue", in: node)
      exclude("value", "dataValue", in: node)
      exclude("value", "serializedValue", in: node)
      exclude("serializedValue", "externalValue", in: node)
    case .link: checkLink(node)
    case .header:
      exclude("example", "examples", in: node)
      checkSchemaOrContent(node, "a header")
    case .xml:
      exclude("nodeType", "attribute", in: node)
      exclude("nodeType", "wrapped", in: node)
    case .securityScheme: checkSecurityScheme(node)
    case .oauthFlows: checkFlows(node)
    case .discriminator: meetMapping(node)
    case .info, .contact, .components, .externalDocumentation, .requestBody, .tag,
      .oauthFlow:
      break
    }
  }

  /// Reports the second of two keys that exclude each other.
  private mutating func exclude(_ first: String, _ second: String, in node: ContractNode) {
    guard node[first] != nil, node[second] != nil else { return }
    report(
      .error,
      "\"\(second)\" and \"\(first)\" exclude each other",
      at: node.range(ofKey: second),
      hint: "leave one of them out"
    )
  }

  private mutating func require(_ key: String, in node: ContractNode, of what: String) {
    guard node[key] == nil else { return }
    report(.error, "\(what) must have the key \"\(key)\"", at: node.headRange)
  }

  private mutating func checkDocument(_ node: ContractNode) {
    if version >= .v31, node["paths"] == nil, node["components"] == nil, node["webhooks"] == nil {
      report(
        .error,
        "the document must have one of the keys paths, components, webhooks",
        at: node.headRange
      )
    }
    checkSecurity(node["security"])
    if let dialect = node["jsonSchemaDialect"], let name = unknownDialect(dialect) {
      report(
        .warning,
        "schemas are read as JSON Schema 2020-12, not as \(name)",
        at: dialect.range,
        hint: "write the schemas in JSON Schema 2020-12 and leave jsonSchemaDialect out"
      )
    }
    var names: Set<String> = []
    for tag in node["tags"]?.items ?? [] {
      guard let name = tag["name"], let text = name.text else { continue }
      if !names.insert(text).inserted {
        report(.warning, "the tag \"\(text)\" stands here a second time", at: name.range)
      }
    }
  }

  private mutating func checkSecurity(_ node: ContractNode?) {
    let names = securityNames
    for requirement in node?.items ?? [] {
      for entry in requirement.entries where !names.contains(entry.name) {
        if version >= .v32, entry.name.contains("/") || entry.name.contains("#") { continue }
        report(
          .warning,
          "no security scheme is called \"\(entry.name)\"",
          at: entry.key.range,
          suggestion: Suggestion.nearest(to: entry.name, in: names.sorted())
        )
      }
    }
  }

  private mutating func checkServer(_ node: ContractNode) {
    guard let url = node["url"], let text = url.text else { return }
    let known = Set((node["variables"]?.entries ?? []).map(\.name))
    for name in ServerPaths.names(in: text) where !known.contains(name) {
      report(.error, "the server has no variable \"\(name)\"", at: url.range)
    }
  }

  private mutating func checkVariable(_ node: ContractNode) {
    guard let allowed = node["enum"], allowed.isList else { return }
    let texts = allowed.items.compactMap(\.text)
    if allowed.items.isEmpty, version >= .v31 {
      report(.error, "expected at least one value", at: node.range(ofKey: "enum"))
    } else if let standard = node["default"], let text = standard.text, !texts.contains(text) {
      let severity: Diagnostic.Severity = version >= .v31 ? .error : .warning
      report(severity, "the default is none of the values of enum", at: standard.range)
    }
  }

  private mutating func checkPathItem(_ node: ContractNode) {
    checkParameterList(node["parameters"], with: nil)
    for entry in node["additionalOperations"]?.entries ?? [] {
      let isField = DocumentGrammar.methods.contains { $0.uppercased() == entry.name }
      if isField || entry.name == "QUERY" {
        report(
          .error,
          "the method \(entry.name) has a key of its own",
          at: entry.key.range,
          hint: "write it as \"\(entry.name.lowercased())\" beside additionalOperations"
        )
      } else if !entry.name.utf8.isToken {
        report(.error, "\"\(entry.name)\" is no method", at: entry.key.range)
      }
    }
    for operation in operations(of: node) {
      checkParameterList(operation["parameters"], with: node["parameters"])
    }
  }

  /// The operations of a path item.
  func operations(of node: ContractNode) -> [ContractNode] {
    (DocumentGrammar.methods + ["query"]).compactMap { node[$0] }
      + (node["additionalOperations"]?.entries ?? []).map(\.value)
  }

  /// Checks parameters that are sent together.
  private mutating func checkParameterList(_ own: ContractNode?, with outer: ContractNode?) {
    guard let own else { return }
    var seen: Set<String> = []
    var queryStrings = 0
    var queries = 0
    for (list, isOwn) in [(own, true), (outer, false)] {
      for item in list?.items ?? [] {
        guard let parameter = local(item), let name = parameter["name"]?.text,
          let location = parameter["in"]?.text
        else { continue }
        if isOwn, !seen.insert("\(location) \(name)").inserted {
          report(
            .error,
            "the \(location) parameter \"\(name)\" stands here a second time",
            at: item.headRange
          )
        }
        if location == "querystring" { queryStrings += 1 }
        if location == "query" { queries += 1 }
      }
    }
    if queryStrings > 1 {
      report(.error, "an operation takes one parameter in \"querystring\"", at: own.headRange)
    } else if queryStrings == 1, queries > 0 {
      report(
        .error,
        "a parameter in \"querystring\" and one in \"query\" exclude each other",
        at: own.headRange
      )
    }
  }

  /// The node that a node of the main document stands for, when it is in the document itself.
  private mutating func local(_ node: ContractNode) -> ContractNode? {
    var node = node
    for _ in 0..<20 {
      guard let reference = node["$ref"]?.text else { return node }
      guard reference.hasPrefix("#/"),
        let target = descend(reference.dropFirst(), from: root(of: node))
      else { return nil }
      node = target
    }
    return nil
  }

  private mutating func checkOperation(_ node: ContractNode) {
    checkSecurity(node["security"])
    guard let id = node["operationId"], let text = id.text else { return }
    if let first = operationIDs[text] {
      // Frameworks write such names; each operation still has its method and path.
      report(
        .warning,
        "the operationId \"\(text)\" stands here a second time",
        at: id.range,
        hint: "it stands already on line \(first.start.line)"
      )
    } else {
      operationIDs[text] = id.range
    }
  }

  private mutating func checkSchemaOrContent(_ node: ContractNode, _ what: String) {
    let (schema, content) = (node["schema"], node["content"])
    if schema != nil, content != nil {
      exclude("schema", "content", in: node)
    } else if schema == nil, content == nil {
      report(.error, "\(what) must have the key \"schema\" or \"content\"", at: node.headRange)
    }
    if let content, content.isMap, content.entries.count != 1 {
      report(.error, "expected one media type", at: node.range(ofKey: "content"))
    }
    guard content != nil else { return }
    for key in ["style", "explode", "allowReserved"] where node[key] != nil {
      report(.error, "\"\(key)\" and \"content\" exclude each other", at: node.range(ofKey: key))
    }
  }

  private mutating func checkParameter(_ node: ContractNode) {
    exclude("example", "examples", in: node)
    guard let location = node["in"]?.text else { return }
    if location == "querystring" {
      for key in ["schema", "style", "explode", "allowReserved"] where node[key] != nil {
        report(
          .error,
          "a parameter in \"querystring\" has no key \"\(key)\"",
          at: node.range(ofKey: key),
          hint: "describe it with content"
        )
      }
      if node["content"] == nil {
        require("content", in: node, of: "a parameter in \"querystring\"")
      }
    } else {
      checkSchemaOrContent(node, "a parameter")
    }
    if let name = node["name"], let text = name.text {
      if location == "path", text.contains("{") || text.contains("}") {
        report(.error, "the name of a path parameter has no braces", at: name.range)
      }
      if location == "header", !text.utf8.isToken {
        report(.error, "\"\(text)\" is no name of a header field", at: name.range)
      }
    }
    if location == "path", node["required"]?.bool != true {
      // The schemas of the specification ask for it where the parameter has a schema.
      report(
        node["content"] == nil ? .error : .warning,
        "a path parameter must have required: true",
        at: node["required"]?.range ?? node.range(ofKey: "name")
      )
    }
    if version >= .v31, location != "query", node["allowEmptyValue"] != nil {
      report(
        .error,
        "only a query parameter has the key \"allowEmptyValue\"",
        at: node.range(ofKey: "allowEmptyValue")
      )
    }
    checkStyle(node, location)
  }

  private mutating func checkStyle(_ node: ContractNode, _ location: String) {
    let allowed: [String] =
      switch location {
      case "path": ["simple", "label", "matrix"]
      case "query": ["form", "spaceDelimited", "pipeDelimited", "deepObject"]
      case "header": ["simple"]
      case "cookie": version >= .v32 ? ["form", "cookie"] : ["form"]
      case _: []
      }
    if let style = node["style"], let text = style.text, !allowed.isEmpty, !allowed.contains(text) {
      report(
        .error,
        "a \(location) parameter has no style \"\(text)\"",
        at: style.range,
        hint: "it has \(allowed.joined(separator: ", "))"
      )
    }
    guard node["allowReserved"] != nil, version >= .v31 else { return }
    let style = node["style"]?.text ?? allowed.first
    let isAllowed =
      location == "query" || location == "cookie" && style == "form"
      || location == "path" && version >= .v32
    if !isAllowed, location != "querystring" {
      report(
        .error,
        "a \(location) parameter of the style \(style ?? "simple") has no key \"allowReserved\"",
        at: node.range(ofKey: "allowReserved")
      )
    }
  }

  private mutating func checkHeaderNames(_ node: ContractNode) {
    for entry in node["headers"]?.entries ?? [] where !entry.name.utf8.isToken {
      report(.error, "\"\(entry.name)\" is no name of a header field", at: entry.key.range)
    }
  }

  private mutating func checkLink(_ node: ContractNode) {
    exclude("operationRef", "operationId", in: node)
    if node["operationRef"] == nil, node["operationId"] == nil {
      report(
        .error,
        "a link must have the key \"operationId\" or \"operationRef\"",
        at: node.headRange
      )
    }
    if let id = node["operationId"], let text = id.text {
      linkedOperations.append((text, id.range))
    }
  }

  /// Reports links to operations that the document lacks.
  mutating func checkLinks() {
    let known = operationIDs
    for (id, range) in linkedOperations where known[id] == nil {
      report(
        .warning,
        "no operation has the operationId \"\(id)\"",
        at: range,
        suggestion: Suggestion.nearest(to: id, in: known.keys.sorted())
      )
    }
  }

  /// Takes note of the schemas that a discriminator maps values to.
  private mutating func meetMapping(_ node: ContractNode) {
    let components = root(of: node)["components"]?["schemas"]
    let targets =
      (node["mapping"]?.entries ?? []).map(\.value) + [node["defaultMapping"]].compactMap { $0 }
    for target in targets {
      guard let text = target.text else { continue }
      if let named = components?[text] {
        references[target.id] = named
      } else if !text.utf8.contains(where: { "/#.".utf8.contains($0) }) {
        // It may only be meant as the name of a schema.
        report(
          .warning,
          "no schema is called \"\(text)\"",
          at: target.range,
          suggestion: Suggestion.nearest(to: text, in: (components?.entries ?? []).map(\.name))
        )
      } else {
        pending.append(PendingReference(holder: target, text: text, shape: .schema, resource: nil))
      }
    }
  }

  private mutating func checkSecurityScheme(_ node: ContractNode) {
    guard let type = node["type"]?.text else { return }
    let required: [String] =
      switch type {
      case "apiKey": ["name", "in"]
      case "http": ["scheme"]
      case "oauth2": ["flows"]
      case "openIdConnect": ["openIdConnectUrl"]
      case _: []
      }
    for key in required { require(key, in: node, of: "a security scheme of the type \(type)") }
  }

  private mutating func checkFlows(_ node: ContractNode) {
    let needed: [String: [String]] = [
      "implicit": ["authorizationUrl"], "password": ["tokenUrl"], "clientCredentials": ["tokenUrl"],
      "authorizationCode": ["authorizationUrl", "tokenUrl"],
      "deviceAuthorization": ["deviceAuthorizationUrl", "tokenUrl"],
    ]
    for entry in node.entries {
      for key in needed[entry.name] ?? [] {
        require(key, in: entry.value, of: "the flow \(entry.name)")
      }
    }
  }

  /// Reports expressions of a template for which an operation has no parameter, and the reverse.
  mutating func checkPathParameters(of item: ContractNode, template: String) {
    let names = PathTemplate(template).names
    for operation in operations(of: item) where operation.isMap {
      var declared: [(name: String, range: SourceRange)] = []
      var isKnown = item["$ref"] == nil
      for parameter in (item["parameters"]?.items ?? []) + (operation["parameters"]?.items ?? []) {
        guard let target = local(parameter) else {
          isKnown = false
          continue
        }
        if target["in"]?.text == "path", let name = target["name"]?.text {
          declared.append((name, parameter.headRange))
        }
      }
      for name in names where isKnown && !declared.contains(where: { $0.name == name }) {
        report(
          .warning,
          "no path parameter describes {\(name)} of \(template)",
          at: operation.headRange
        )
      }
      for parameter in declared where !names.contains(parameter.name) {
        report(
          .warning,
          "the path parameter \"\(parameter.name)\" does not stand in \(template)",
          at: parameter.range
        )
      }
    }
  }
}
