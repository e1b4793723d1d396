internal import Documents
internal import Encodings

/// Bodies of several parts, and streams of events.
extension BodyJudge {
  /// Judges the parts of a multipart body: by name where the schema is of an object, else by place.
  func multipart(_ body: ContractBody, _ type: MediaTypeName, _ media: ContractMedia) -> Result {
    let outline = media.schema.map { schemas.outline(of: $0) }
    let isOfPlaces =
      media.itemSchema != nil || media.itemEncoding != nil || !media.prefixEncodings.isEmpty
      || outline?.isArrayOnly == true
    guard media.schema != nil || !media.encodings.isEmpty || isOfPlaces else { return Result() }
    guard let boundary = type.parameters["boundary"] else {
      return Result(mistakes: [mistake("a boundary in the content type", nil, media)])
    }
    guard let parts = BodyPart.parts(of: body.bytes, boundary: boundary) else {
      return Result(mistakes: [mistake("a multipart body", "other bytes", media)])
    }
    if isOfPlaces { return byPlace(parts, media, outline) }
    guard type.subtype == "form-data" || parts.allSatisfy({ $0.name != nil }) else {
      return Result(note: "the parts of \(type.name) have no names, so they were not checked")
    }
    return byName(parts, media, outline ?? SchemaOutline())
  }

  private func byName(
    _ parts: [BodyPart],
    _ media: ContractMedia,
    _ outline: SchemaOutline
  ) -> Result {
    var result = Result()
    var order: [String] = []
    var values: [String: [JSONValue]] = [:]
    for part in parts {
      guard let name = part.name else {
        result.mistakes.append(mistake("a name for each part", "none", media))
        continue
      }
      let encoding = media.encodings.first { $0.property == name }
      if let encoding { check(part, "$.\(name)", encoding, &result) }
      if values[name] == nil { order.append(name) }
      let schema = outline.schema(of: name)
      if !isOpaque(part, by: schema) { checkJSON(part, "$.\(name)", media, &result) }
      values[name, default: []].append(value(of: part, by: schema))
    }
    var members = JSONObject()
    for name in order {
      let list = values[name] ?? []
      let own = outline.schema(of: name).map { schemas.outline(of: $0) }
      let isList = list.count > 1 || own?.isArrayOnly == true && list.first?.array == nil
      members[name] = isList ? .array(list) : list.first
    }
    result.value = .object(members)
    if let schema = media.schema { result.mistakes += mistakes(of: .object(members), by: schema) }
    return result
  }

  private func byPlace(
    _ parts: [BodyPart],
    _ media: ContractMedia,
    _ outline: SchemaOutline?
  ) -> Result {
    var result = Result()
    var values: [JSONValue] = []
    for (index, part) in parts.enumerated() {
      let encoding =
        index < media.prefixEncodings.count ? media.prefixEncodings[index] : media.itemEncoding
      if let encoding { check(part, "$[\(index)]", encoding, &result) }
      var schema = media.itemSchema ?? outline?.items
      if let outline, index < outline.prefixItems.count { schema = outline.prefixItems[index] }
      let type = part.header("content-type").flatMap(MediaTypeName.init)
      if type?.type == "multipart" || type?.isXML == true {
        result.note =
          "a part of \(type?.name ?? "") is not checked by its schema, nor are the others"
      }
      if !isOpaque(part, by: schema) { checkJSON(part, "$[\(index)]", media, &result) }
      // A list in one part is JSON here.
      let isList = schema.map { schemas.outline(of: $0).isArrayOnly } ?? false
      let text = String(decoding: part.bytes, as: UTF8.self)
      values.append(isList ? jsonText(text) : value(of: part, by: schema))
    }
    guard result.note == nil else { return result }
    result.value = .array(values)
    if let schema = media.itemSchema { result.mistakes += mistakes(ofItems: values, by: schema) }
    if let schema = media.schema { result.mistakes += mistakes(of: .array(values), by: schema) }
    return result
  }

  private func value(of part: BodyPart, by schema: ContractSchema?) -> JSONValue {
    let text = String(decoding: part.bytes, as: UTF8.self)
    guard let schema else { return .string(text) }
    if isOpaque(part, by: schema) { return .string(text) }
    let outline = schemas.outline(of: schema)
    if part.header("content-type").flatMap(MediaTypeName.init)?.isJSON == true {
      return jsonText(text)
    }
    if part.fileName != nil { return .string(text) }
    if outline.isArrayOnly, let items = outline.items {
      let own = schemas.outline(of: items)
      return own.allowsObject && !own.allowsPrimitive ? jsonText(text) : wire.value(text, by: items)
    }
    if outline.allowsObject, !outline.allowsPrimitive { return jsonText(text) }
    return wire.value(text, by: schema)
  }

  /// Whether a part is a file that its schema takes as text, whatever it holds, as `format: binary`.
  private func isOpaque(_ part: BodyPart, by schema: ContractSchema?) -> Bool {
    guard part.fileName != nil, let schema else { return false }
    var outline = schemas.outline(of: schema)
    if outline.isArrayOnly, let items = outline.items { outline = schemas.outline(of: items) }
    return outline.types?.contains("string") ?? false
  }

  /// Whether a part that says so is JSON.
  private func checkJSON(
    _ part: BodyPart,
    _ place: String,
    _ media: ContractMedia,
    _ result: inout Result
  ) {
    guard part.header("content-type").flatMap(MediaTypeName.init)?.isJSON == true else { return }
    do throws(JSONParserError) {
      _ = try JSONParser().parse(Array(part.bytes))
    } catch {
      result.mistakes.append(mistake("JSON", "text that is none: \(error)", media, at: place))
    }
  }

  private func check(
    _ part: BodyPart,
    _ place: String,
    _ encoding: ContractEncoding,
    _ result: inout Result
  ) {
    if !encoding.contentTypes.isEmpty {
      let written = part.header("content-type") ?? "text/plain"
      let type = MediaTypeName(written)
      let fits = encoding.contentTypes.contains { text in
        MediaTypeName(text).map { type?.fit($0) != nil } ?? false
      }
      if !fits {
        let expected = encoding.contentTypes.joined(separator: " or ")
        result.mistakes.append(
          Mistake(
            at: "\(place) content-type",
            expected: expected,
            actual: written,
            message: "expected \(expected), got \(written)",
            place: encoding.range
          )
        )
      }
    }
    for header in encoding.headers {
      let written = part.header(header.name.lowercased())
      for var found in mistakes(ofHeader: header, written) {
        found.at = "\(place) headers.\(header.name)"
        found.path = nil
        result.mistakes.append(found)
      }
    }
  }

  // MARK: Event streams

  /// Judges the events of a stream, each as an object of its fields.
  func events(
    _ body: ContractBody,
    _ media: ContractMedia,
    _ schema: ContractSchema
  ) -> Result {
    guard let stream = EventStream(body.bytes) else {
      return Result(mistakes: [mistake("text in UTF-8", "other bytes", media)])
    }
    var result = Result(mistakes: mistakes(ofItems: stream.events, by: schema))
    result.value = .array(stream.events)
    if stream.isCutShort { result.note = "the last event has no end, so it was not checked" }
    return result
  }
}
