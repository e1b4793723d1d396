internal import Diagnostics
internal import Documents
internal import Encodings

/// Holds a body against the schema of its media type.
struct BodyJudge {
  /// What is wrong with a body.
  struct Mistake {
    /// A shorthand JSONPath from the body, or another place in it.
    var at: String
    /// The normalized JSONPath of the value.
    var path: String?
    var expected: String
    var actual: String?
    var message: String
    var place: SourceRange
  }

  /// What was found.
  struct Result {
    var mistakes: [Mistake] = []
    /// What could not be judged.
    var note: String?
    /// The value of the body where it has one.
    var value: JSONValue?
  }

  /// How many violations of a body are counted.
  static let mostViolations = 200

  let schemas: ContractSchemas
  let mode: JSONSchema.Mode

  var wire: WireText { WireText(schemas: schemas, mode: mode) }

  /// Judges a body of a media type that the document has.
  func judge(_ body: ContractBody, _ type: MediaTypeName, as media: ContractMedia) -> Result {
    guard body.isComplete else {
      return Result(note: "the body was not kept whole, so its schema was not checked")
    }
    if type.isJSON { return json(body, media) }
    if type.isJSONLines { return lines(body, media) }
    if type.isJSONSequence { return sequence(body, media) }
    if type.isEventStream, let schema = media.itemSchema { return events(body, media, schema) }
    if type.type == "multipart" { return multipart(body, type, media) }
    guard let schema = media.schema else {
      // Nobody knows where the items of other types begin.
      return Result(note: media.itemSchema.map { _ in "\(type.name) is not checked by its schema" })
    }
    if type.isForm { return form(body, media, schema) }
    if type.isXML { return Result(note: "\(type.name) is not checked by its schema") }
    if type.isText {
      // The schema of other texts is about what they are read as.
      guard schemas.outline(of: schema).allowsPrimitive else {
        return Result(note: "\(type.name) is not checked by its schema")
      }
      guard let text = text(of: body.bytes, charset: type.parameters["charset"]) else {
        return Result(mistakes: [
          mistake("text in \(type.parameters["charset"] ?? "UTF-8")", "other bytes", media)
        ])
      }
      let value = wire.value(text, by: schema)
      return Result(mistakes: mistakes(of: value, by: schema), value: value)
    }
    // A schema of bytes says nothing that could be checked; one of an object would.
    guard schemas.outline(of: schema).allowsPrimitive else {
      return Result(note: "\(type.name) is not checked by its schema")
    }
    return Result()
  }

  func mistake(
    _ expected: String,
    _ actual: String?,
    _ media: ContractMedia,
    at: String = "$"
  ) -> Mistake {
    Mistake(
      at: at,
      path: at == "$" ? "$" : nil,
      expected: expected,
      actual: actual,
      message: "expected \(expected)" + (actual.map { ", got \($0)" } ?? ""),
      place: media.range
    )
  }

  private func text(of bytes: [UInt8], charset: String?) -> String? {
    guard let charset, charset.lowercased() != "utf-8" else {
      return String(validating: bytes, as: UTF8.self)
    }
    return try? Charset.decode(bytes, as: charset)
  }

  // MARK: JSON

  private func json(_ body: ContractBody, _ media: ContractMedia) -> Result {
    let value: JSONValue
    if let known = body.json?() {
      value = known
    } else {
      do throws(JSONParserError) {
        value = try JSONParser().parse(body.bytes)
      } catch {
        return Result(mistakes: [mistake("JSON", "text that is none: \(error)", media)])
      }
    }
    guard let schema = media.schema else { return Result(value: value) }
    return Result(mistakes: mistakes(of: value, by: schema), value: value)
  }

  /// Rows of JSON values.
  private func lines(_ body: ContractBody, _ media: ContractMedia) -> Result {
    do throws(JSONLines.ParsingError) {
      return items(try JSONLines(parsing: body.bytes).values, media)
    } catch {
      return Result(mistakes: [
        mistake(
          "JSON on each line",
          "text that is none on line \(error.line): \(error.message)",
          media
        )
      ])
    }
  }

  /// JSON values with a record separator before each (RFC 7464).
  private func sequence(_ body: ContractBody, _ media: ContractMedia) -> Result {
    let separator: UInt8 = 0x1E
    guard body.bytes.first == nil || body.bytes.first == separator else {
      return Result(mistakes: [mistake("a record separator first", "other bytes", media)])
    }
    var values: [JSONValue] = []
    for (number, record) in body.bytes.split(separator: separator).enumerated()
    where record.contains(where: { $0 > 0x20 }) {
      do throws(JSONParserError) {
        values.append(try JSONParser().parse(Array(record)))
      } catch {
        let actual = "text that is none in record \(number + 1): \(error.message)"
        return Result(mistakes: [mistake("JSON in each record", actual, media)])
      }
    }
    return items(values, media)
  }

  /// Judges values, each against `itemSchema`, or all as a list.
  private func items(_ values: [JSONValue], _ media: ContractMedia) -> Result {
    guard let schema = media.itemSchema ?? media.schema else { return Result() }
    var result = Result(value: .array(values))
    result.mistakes =
      media.itemSchema == nil
      ? mistakes(of: .array(values), by: schema) : mistakes(ofItems: values, by: schema)
    return result
  }

  /// What the items of a sequence break, each of the same schema.
  func mistakes(ofItems values: [JSONValue], by schema: ContractSchema) -> [Mistake] {
    var found: [Mistake] = []
    for (index, value) in values.enumerated() where found.count < Self.mostViolations {
      found += mistakes(of: value, by: schema, below: [.index(index)])
    }
    return found
  }

  // MARK: Schemas

  /// What a value breaks of a schema.
  func mistakes(
    of value: JSONValue,
    by schema: ContractSchema,
    below outer: [JSONPath.Component] = []
  ) -> [Mistake] {
    var mistakes: [Mistake] = []
    for finding in schemas.validate(value, by: schema, mode: mode, limit: Self.mostViolations) {
      let (path, found) = Self.value(at: finding.pointer, in: value)
      let components = outer + path
      func add(
        _ components: [JSONPath.Component],
        _ expected: String,
        _ actual: String?,
        _ message: String
      ) {
        mistakes.append(
          Mistake(
            at: "$" + JSONPath.shortened(components),
            path: JSONPath.normalized(components),
            expected: expected,
            actual: actual,
            message: message,
            place: finding.place
          )
        )
      }
      switch finding.keyword {
      case "type":
        let expected =
          finding.expected.hasPrefix("type ")
          ? String(finding.expected.dropFirst(5)) : finding.expected
        let actual = Self.described(found)
        add(components, expected, actual, "expected \(expected), got \(actual)")
      case "required" where finding.missing.count > 1:
        for name in finding.missing {
          let expected = "the member \"\(name)\""
          add(
            components + [.name(name)],
            expected,
            "nothing",
            "expected \(expected), which is missing"
          )
        }
      case "required" where finding.missing.count == 1:
        let name = finding.missing[0]
        add(components + [.name(name)], finding.expected, "nothing", finding.message)
      case "false" where !components.isEmpty:
        let expected =
          switch components[components.count - 1] {
          case .name(let name): "no member \(JSONValue.string(name).excerpt)"
          case .index(let index): "no item \(index)"
          }
        add(components, expected, finding.actual, "expected \(expected)")
      case _:
        var cause = ""
        if let (pointer, message) = finding.cause {
          let inner = outer + Self.value(at: pointer, in: value).path
          // The value itself is shown with the mistake.
          let place = inner == components ? "" : "$\(JSONPath.shortened(inner)): "
          cause = "; nearest: \(place)\(message)"
        }
        add(components, finding.expected, finding.actual, finding.message + cause)
      }
    }
    return mistakes
  }

  /// The steps of a JSON Pointer in a value, and the value that it leads to.
  private static func value(
    at pointer: String,
    in root: JSONValue
  ) -> (path: [JSONPath.Component], value: JSONValue) {
    var path: [JSONPath.Component] = []
    var value = root
    for part in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    where !pointer.isEmpty {
      let token = JSONPointer.unescaped(part)
      // Below a text goes on what it contains.
      if let text = value.string, let content = try? JSONParser().parse(text) { value = content }
      if case .array(let list) = value {
        let index = Int(token) ?? 0
        path.append(.index(index))
        value = list.indices.contains(index) ? list[index] : .null
      } else {
        path.append(.name(token))
        value = value[token] ?? .null
      }
    }
    return (path, value)
  }

  /// A value with its type for a message.
  static func described(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool, .string: "\(value.typeName) \(value.excerpt)"
    case .number(let number): "\(number.isInteger ? "integer" : "number") \(value.excerpt)"
    case .array(let list): "array of \(list.count)"
    case .object: "object"
    }
  }

  // MARK: Forms

  private func form(
    _ body: ContractBody,
    _ media: ContractMedia,
    _ schema: ContractSchema
  ) -> Result {
    guard let text = String(validating: body.bytes, as: UTF8.self) else {
      return Result(mistakes: [mistake("a form", "other bytes", media)])
    }
    let outline = schemas.outline(of: schema)
    let pairs = WirePair.pairs(ofQuery: text)
    let reader = ParameterReader(wire: wire, schemas: schemas)
    let names = Set(outline.properties.map(\.name))
    var used: Set<Int> = []
    var members = JSONObject()
    var result = Result()
    for (name, property) in outline.properties {
      let encoding = media.encodings.first { $0.property == name }
      let own = schemas.outline(of: property)
      // Without a style an object is written as JSON.
      let isJSON = encoding?.style == nil && own.allowsObject && !own.allowsPrimitive
      if isJSON, let index = pairs.firstIndex(where: { $0.name == name }) {
        used.insert(index)
        members[name] = jsonText(decoded(pairs[index]))
        continue
      }
      let style = ParameterReader.Form(
        style: encoding?.style ?? "form",
        explodes: encoding?.style == nil ? true : encoding?.explodes ?? true,
        plusIsSpace: true
      )
      if isJSON { continue }
      let read = reader.paired(name, in: pairs, by: property, style, others: names)
      switch read.found {
      case .absent: break
      case .value(let value):
        members[name] = value
        used.formUnion(read.used)
      case .malformed(let expected, let actual):
        result.mistakes.append(mistake(expected, actual, media, at: "$.\(name)"))
        used.formUnion(read.used)
      }
    }
    let others = pairs.indices.filter { !used.contains($0) }
      .map { (name: pairs[$0].name, value: decoded(pairs[$0])) }
    for (name, value) in wire.object(others, by: schema).object ?? JSONObject()
    where members[name] == nil {
      members[name] = value
    }
    let value = JSONValue.object(members)
    result.value = value
    result.mistakes += mistakes(of: value, by: schema)
    return result
  }

  private func decoded(_ pair: WirePair) -> String {
    PercentEncoding.decodeTextLeniently(pair.raw ?? "", plusIsSpace: true)
  }

  /// The value of a text that is JSON; the text itself when it is not.
  func jsonText(_ text: String) -> JSONValue {
    (try? JSONParser().parse(text)) ?? .string(text)
  }

  // MARK: Header fields

  /// What the value of a header field breaks, or that one is missing that must be sent.
  func mistakes(ofHeader header: ContractHeader, _ written: String?) -> [Mistake] {
    guard let written else {
      guard header.isRequired else { return [] }
      let expected = "the field \(header.name)"
      return [
        Mistake(
          at: "$",
          expected: expected,
          actual: "nothing",
          message: "expected \(expected), which is missing",
          place: header.range
        )
      ]
    }
    if let content = header.content {
      return mistakes(ofText: written, as: content)
    }
    guard let schema = header.schema else { return [] }
    let reader = ParameterReader(wire: wire, schemas: schemas)
    let form = ParameterReader.Form(style: "simple", explodes: header.explodes, isEncoded: false)
    guard case .value(let value) = reader.single(written, named: header.name, by: schema, form)
    else { return [] }
    return mistakes(of: value, by: schema)
  }

  /// What a text in a media type breaks: `content` of parameters and header fields.
  func mistakes(ofText text: String, as media: ContractMedia) -> [Mistake] {
    guard let schema = media.schema else { return [] }
    if media.type?.isForm == true {
      let body = ContractBody(contentType: media.mediaType, bytes: Array(text.utf8))
      return form(body, media, schema).mistakes
    }
    guard media.type?.isJSON == true else {
      return mistakes(of: wire.value(text, by: schema), by: schema)
    }
    do throws(JSONParserError) {
      return mistakes(of: try JSONParser().parse(text), by: schema)
    } catch {
      return [mistake("JSON", "text that is none: \(error)", media)]
    }
  }
}
