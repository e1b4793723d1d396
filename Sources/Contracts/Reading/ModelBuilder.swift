internal import Diagnostics
internal import Documents
internal import Encodings
internal import Scenarios

/// Makes the model of a document that has no mistakes.
struct ModelBuilder {
  let files: ContractFiles

  var root: ContractNode { ContractNode(file: 0, yaml: files.main.root) }

  func securitySchemes() -> [ContractSecurityScheme] {
    (root["components"]?["securitySchemes"]?.entries ?? []).compactMap { entry in
      guard let scheme = files.resolved(entry.value) else { return nil }
      return ContractSecurityScheme(
        name: entry.name,
        type: scheme["type"]?.text ?? "",
        scheme: scheme["scheme"]?.text?.lowercased(),
        location: scheme["in"]?.text,
        parameterName: scheme["name"]?.text
      )
    }
  }

  func operations(_ serverPaths: [String]) -> [ContractOperation] {
    var operations: [ContractOperation] = []
    let standard = root["security"]
    for path in root["paths"]?.entries ?? [] where !path.name.hasPrefix("x-") {
      let layers = layers(of: path.value)
      let servers = layers.lazy.compactMap { ServerPaths.paths(of: $0["servers"]) }.first
      let outer = parameters(layers.lazy.compactMap { $0["parameters"] }.first)
      let summary = layers.lazy.compactMap { $0["summary"]?.text }.first
      for (method, key, operation) in methods(of: layers) {
        operations.append(
          ContractOperation(
            index: operations.count,
            id: operation["operationId"]?.text,
            method: method,
            template: path.name,
            tags: (operation["tags"]?.items ?? []).compactMap(\.text),
            summary: operation["summary"]?.text ?? summary,
            isDeprecated: operation["deprecated"]?.bool ?? false,
            range: key,
            serverPaths: ServerPaths.paths(of: operation["servers"]) ?? servers ?? serverPaths,
            parameters: joined(parameters(operation["parameters"]), outer),
            requestBody: operation["requestBody"].flatMap(requestBody),
            responses: responses(operation["responses"]),
            security: security(operation["security"] ?? standard),
            responsesRange: operation["responses"] == nil
              ? key : operation.range(ofKey: "responses")
          )
        )
      }
    }
    return operations
  }

  /// A path item and those that it refers to; the fields of the first rule.
  private func layers(of item: ContractNode) -> [ContractNode] {
    var layers = [item]
    while layers.count < 20, let last = layers.last, let next = files.references[last.id] {
      layers.append(next)
    }
    return layers
  }

  private func methods(
    of layers: [ContractNode]
  ) -> [(method: String, key: SourceRange, operation: ContractNode)] {
    var found: [(method: String, key: SourceRange, operation: ContractNode)] = []
    func add(_ method: String, _ key: SourceRange, _ operation: ContractNode) {
      guard !found.contains(where: { $0.method == method }) else { return }
      found.append((method, key, operation))
    }
    for layer in layers {
      for entry in layer.entries {
        if DocumentGrammar.methods.contains(entry.name)
          || entry.name == "query" && files.version >= .v32
        {
          add(entry.name.uppercased(), entry.key.range, entry.value)
        } else if entry.name == "additionalOperations", files.version >= .v32 {
          for more in entry.value.entries where !more.name.hasPrefix("x-") {
            add(more.name, more.key.range, more.value)
          }
        }
      }
    }
    return found
  }

  private func joined(
    _ own: [ContractParameter],
    _ outer: [ContractParameter]
  ) -> [ContractParameter] {
    own
      + outer.filter { parameter in
        !own.contains { $0.name == parameter.name && $0.location == parameter.location }
      }
  }

  private func security(_ node: ContractNode?) -> [[String]] {
    (node?.items ?? []).map { $0.entries.map(\.name) }
  }

  private func parameters(_ node: ContractNode?) -> [ContractParameter] {
    (node?.items ?? []).compactMap { item in
      guard let parameter = files.resolved(item), let name = parameter["name"]?.text,
        let location = parameter["in"]?.text
      else { return nil }
      // OpenAPI 3.1, section 4.8.12.2.1: these header parameters are ignored.
      let ignored = ["accept", "content-type", "authorization"]
      if location == "header", ignored.contains(name.lowercased()) { return nil }
      let content = content(parameter["content"]).first
      let isQueryLike = location == "query" || location == "cookie"
      let style =
        content == nil ? parameter["style"]?.text ?? (isQueryLike ? "form" : "simple") : nil
      return ContractParameter(
        name: name,
        location: location,
        isRequired: parameter["required"]?.bool ?? (location == "path"),
        isDeprecated: parameter["deprecated"]?.bool ?? false,
        allowsEmptyValue: parameter["allowEmptyValue"]?.bool ?? false,
        style: style,
        explodes: parameter["explode"]?.bool ?? (style == "form" || style == "cookie"),
        schema: parameter["schema"].map { ContractSchema(node: $0) },
        content: content,
        example: example(of: parameter) ?? content?.example,
        range: parameter["name"]?.range ?? parameter.range
      )
    }
  }

  private func requestBody(_ node: ContractNode) -> ContractRequestBody? {
    guard let body = files.resolved(node) else { return nil }
    return ContractRequestBody(
      isRequired: body["required"]?.bool ?? false,
      content: content(body["content"]),
      range: body.range(ofKey: "content")
    )
  }

  private func responses(_ node: ContractNode?) -> [ContractResponse] {
    (node?.entries ?? []).compactMap { entry in
      guard !entry.name.hasPrefix("x-"), let response = files.resolved(entry.value) else {
        return nil
      }
      return ContractResponse(
        status: entry.name,
        content: content(response["content"]),
        headers: headers(response["headers"]),
        links: links(response["links"]),
        range: entry.key.range
      )
    }
  }

  private func headers(_ node: ContractNode?) -> [ContractHeader] {
    (node?.entries ?? []).compactMap { entry in
      // The field Content-Type is described by the media types.
      guard entry.name.lowercased() != "content-type", let header = files.resolved(entry.value)
      else { return nil }
      return ContractHeader(
        name: entry.name,
        isRequired: header["required"]?.bool ?? false,
        explodes: header["explode"]?.bool ?? false,
        schema: header["schema"].map { ContractSchema(node: $0) },
        content: content(header["content"]).first,
        range: entry.key.range
      )
    }
  }

  private func links(_ node: ContractNode?) -> [ContractLink] {
    (node?.entries ?? []).compactMap { entry in
      guard let link = files.resolved(entry.value) else { return nil }
      return ContractLink(
        name: entry.name,
        operationID: link["operationId"]?.text,
        operationReference: link["operationRef"]?.text,
        parameters: (link["parameters"]?.entries ?? []).map { ($0.name, $0.value.yaml.json) },
        requestBody: link["requestBody"]?.yaml.json
      )
    }
  }

  private func content(_ node: ContractNode?) -> [ContractMedia] {
    (node?.entries ?? []).compactMap { entry in
      guard !entry.name.hasPrefix("x-"), let media = files.resolved(entry.value) else { return nil }
      return ContractMedia(
        mediaType: entry.name,
        type: MediaTypeName(entry.name),
        schema: media["schema"].map { ContractSchema(node: $0) },
        itemSchema: media["itemSchema"].map { ContractSchema(node: $0) },
        encodings: (media["encoding"]?.entries ?? []).map {
          encoding($0.name, $0.value, $0.key.range)
        },
        prefixEncodings: (media["prefixEncoding"]?.items ?? []).map {
          encoding("", $0, $0.headRange)
        },
        itemEncoding: media["itemEncoding"].map { encoding("", $0, $0.headRange) },
        example: example(of: media),
        range: entry.key.range
      )
    }
  }

  private func encoding(
    _ property: String,
    _ node: ContractNode,
    _ range: SourceRange
  ) -> ContractEncoding {
    let hasStyle = ["style", "explode", "allowReserved"].contains { node[$0] != nil }
    let style = hasStyle ? node["style"]?.text ?? "form" : nil
    let types = node["contentType"]?.text?.split(separator: ",") ?? []
    return ContractEncoding(
      property: property,
      contentTypes: types.map { String($0.trimmingBlanks) },
      style: style,
      explodes: node["explode"]?.bool ?? (style == "form"),
      headers: headers(node["headers"]),
      range: range
    )
  }

  /// The first example of a parameter or a media type.
  private func example(of node: ContractNode) -> JSONValue? {
    if let example = node["example"] { return example.yaml.json }
    for entry in node["examples"]?.entries ?? [] {
      guard let example = files.resolved(entry.value) else { continue }
      if let value = example["dataValue"] ?? example["value"] { return value.yaml.json }
    }
    return nil
  }
}
