import Contracts
import Diagnostics
import Documents
import Scenarios

/// Which media type of a request is sent.
enum RequestMedia {
  /// The media type that a step writes best.
  static func preferred(of content: [ContractMedia]) -> ContractMedia? {
    content.first(where: \.isJSON) ?? content.first { $0.essence == form }
      ?? content.first { $0.essence == multipart } ?? content.first {
        $0.essence.hasPrefix("text/")
      }
      ?? content.first
  }

  static let form = "application/x-www-form-urlencoded"
  static let multipart = "multipart/form-data"
}

/// Writes the body of a request.
struct BodyWriter {
  let library: SchemaLibrary
  let media: ContractMedia
  let range: SourceRange
  /// Gets the variables of the body.
  var names: ScenarioNames
  /// What is to be said about the body.
  private(set) var comments: [String] = []
  /// The content type, unless the kind of body has it.
  private(set) var contentType: String?
  /// Whether the lists of a form are sent as one name several times.
  private(set) var repeatsNames = false

  /// Prepares to write a body.
  init(library: SchemaLibrary, media: ContractMedia, range: SourceRange, names: ScenarioNames) {
    (self.library, self.media, self.range, self.names) = (library, media, range, names)
  }

  /// The key of a step with the body; `nil` when none could be made.
  mutating func body() -> (String, ScenarioNode)? {
    let type = media.essence
    let bundle = media.schema.map { library.bundle(of: $0) }
    if type == RequestMedia.form { return form(bundle) }
    if type == RequestMedia.multipart { return multipart(bundle) }
    if media.isJSON || type == "*/*" || type == "application/*" { return json(bundle) }
    setContentType(type)
    if type == "application/xml" || type.hasSuffix("+xml") || type == "text/xml" {
      guard let text = media.example?.string else {
        comments.append("no body is sent: the document has no example of \(type.line(atMost: 60))")
        return nil
      }
      return (type == "application/xml" ? "xml" : "text", self.text(text))
    }
    guard let sample = sample(bundle) else { return nil }
    let text = sample.value.string ?? sample.value.serializedText()
    return ("text", sample.gaps.isEmpty ? self.text(text) : names.node(sample, "body", at: range))
  }

  private func text(_ text: String) -> ScenarioNode {
    ScenarioNode(.value(.string(text)), at: range)
  }

  /// Names the content type when a request can have it; a range stands for one of its types.
  private mutating func setContentType(_ type: String) {
    let named: String =
      switch type {
      case "image/*": "image/png"
      case "text/*": "text/plain"
      case "audio/*": "audio/mpeg"
      case "video/*": "video/mp4"
      case "font/*": "font/woff2"
      case "*/*", "application/*": "application/octet-stream"
      case _: type
      }
    let parts = named.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ FieldName.isToken(String($0)) && $0 != "*" }) else {
      return
    }
    contentType = named
  }

  private mutating func sample(_ bundle: JSONValue?) -> Sample? {
    var example = media.example
    if media.isJSON, case .string(let text)? = example,
      bundle == nil || SchemaView(bundle ?? true).merged(bundle ?? true)?["type"] != "string",
      let parsed = try? JSONParser().parse(Array(text.utf8))
    {
      // Some documents write the example as JSON text.
      example = parsed
    }
    guard let sample = library.sample(of: media.schema, example: example, name: "text") else {
      comments.append("no body is sent: its schema is too deep or takes no value")
      return nil
    }
    comments += sample.notes.map { "body: \($0)".line(atMost: 200) }
    return sample
  }

  private mutating func json(_ bundle: JSONValue?) -> (String, ScenarioNode)? {
    if media.essence != "application/json" {
      setContentType(media.isJSON ? media.essence : "application/json")
    }
    guard let sample = sample(bundle) else { return nil }
    return ("json", names.node(sample, "body", at: range))
  }

  private mutating func form(_ bundle: JSONValue?) -> (String, ScenarioNode)? {
    guard var sample = sample(bundle) else { return nil }
    if sample.value == [:], let other = oneField(), other.notes.isEmpty { sample = other }
    guard case .object(let members) = sample.value else {
      contentType = RequestMedia.form
      return ("text", names.node(sample, "body", at: range))
    }
    var entries: [(String, ScenarioNode)] = []
    for (name, value) in members {
      switch value {
      case .array(let elements):
        let encoding = media.encodings.first { $0.property == name }
        if encoding?.style != nil, encoding?.explodes == false {
          entries.append((name, text(ParameterText.field(value, explodes: false))))
        } else {
          repeatsNames = true
          let items = elements.map { element in
            ScenarioNode(.value(.string(ParameterText.text(element))), at: range)
          }
          entries.append((name, ScenarioNode(.list(items), at: range)))
        }
      case .object:
        entries.append((name, text(value.serializedText())))
      case .null, .bool, .number, .string:
        entries.append((name, part(value, name, sample)))
      }
    }
    return ("form", .map(entries, at: range))
  }

  /// A form with a field of any name: one without fields would be no body.
  private func oneField() -> Sample? {
    library.sample(of: media.schema, example: ["name1": "name1"], name: "text")
  }

  /// A member of a form: its value, or the variable for it.
  private mutating func part(_ value: JSONValue, _ name: String, _ sample: Sample) -> ScenarioNode {
    let gaps = sample.gaps.filter { $0.path == [name] }
    if !gaps.isEmpty {
      let own = Sample(value: value, gaps: [.init(path: [], wanted: gaps[0].wanted)])
      return names.node(own, name, at: range)
    }
    return value.isNull ? text("") : ScenarioNode(.value(value), at: range)
  }

  private mutating func multipart(_ bundle: JSONValue?) -> (String, ScenarioNode)? {
    guard let sample = sample(bundle) else { return nil }
    guard case .object(let members) = sample.value, !members.isEmpty else {
      comments.append("no body is sent: its schema names no part that must be sent")
      return nil
    }
    let view = SchemaView(bundle ?? true)
    let properties = view.merged(bundle ?? true)?["properties"]?.object ?? JSONObject()
    var parts: [ScenarioNode] = []
    for (name, value) in members {
      let encoding = media.encodings.first { $0.property == name }
      let schema = properties[name].flatMap { view.merged($0) }
      let isList = value.array != nil
      let item = isList ? schema?["items"].flatMap { view.merged($0) } : schema
      for element in value.array ?? [value] {
        var entries = [("name", text(name))]
        let isBytes =
          item?["format"] == "binary"
          || item?["contentMediaType"] != nil
            && item?["contentEncoding"] == nil
        let isDocument = element.object != nil || element.array != nil
        if isDocument {
          entries.append(("value", text(element.serializedText())))
        } else {
          entries.append(("value", part(element, name, sample)))
        }
        if isBytes {
          entries.append(("filename", text("\(name.asName.isEmpty ? "file" : name.asName).txt")))
        }
        var type =
          encoding?.contentTypes.first { !$0.contains("*") }
          ?? (isDocument ? "application/json" : nil)
        if isBytes, type == nil {
          type = item?["contentMediaType"]?.string ?? "application/octet-stream"
        }
        if let type, type.utf8.count < 200,
          type.split(separator: "/").count == 2, FieldName.isFieldValue(type)
        {
          entries.append(("type", text(type)))
        }
        parts.append(.map(entries, at: range))
      }
    }
    return ("multipart", ScenarioNode(.list(parts), at: range))
  }
}
