internal import Documents
internal import Encodings

/// A media type or range with its parameters (RFC 9110, section 8.3.1).
struct MediaTypeName: Sendable, Hashable {
  /// `application` or `*`, in lower case.
  var type: String
  /// `json` or `*`, in lower case.
  var subtype: String
  /// The parameters, their names in lower case.
  var parameters: [String: String]

  /// Reads a field value; nil when it is no media type.
  init?(_ text: String) {
    let header = HeaderParameters(text)
    let parts = header.value.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    (type, subtype) = (String(parts[0]), String(parts[1]))
    parameters = header.parameters
  }

  /// The type and subtype.
  var name: String { "\(type)/\(subtype)" }

  /// Whether bodies of the type are JSON.
  var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") }

  /// Whether bodies of the type are rows of JSON values, each on a line.
  var isJSONLines: Bool { BodyFormat.jsonLines.mediaTypes.contains("application/\(subtype)") }

  /// Whether bodies of the type are JSON values with a record separator before each (RFC 7464).
  var isJSONSequence: Bool { subtype == "json-seq" || subtype.hasSuffix("+json-seq") }

  /// Whether bodies of the type are text.
  var isText: Bool { type == "text" }

  /// Whether bodies of the type are XML.
  var isXML: Bool { subtype == "xml" || subtype.hasSuffix("+xml") }

  /// Whether bodies of the type are server-sent events.
  var isEventStream: Bool { name == "text/event-stream" }

  /// Whether bodies of the type are forms in the syntax of queries.
  var isForm: Bool { name == "application/x-www-form-urlencoded" }

  /// How well a range of the document fits this type; nil when it does not.
  func fit(_ range: MediaTypeName) -> Int? {
    var fit = 0
    for (key, value) in range.parameters {
      // JSON is UTF-8 whether it says so or not (RFC 8259, section 8.1).
      if key == "charset", isJSON, value.lowercased() == "utf-8", parameters[key] == nil {
        // A range without the parameter fits better.
        fit -= 1
        continue
      }
      guard let own = parameters[key],
        key == "charset" ? own.lowercased() == value.lowercased() : own == value
      else { return nil }
      fit += 2
    }
    if range.type == "*", range.subtype == "*" { return fit }
    guard range.type == type else { return nil }
    if range.subtype == "*" { return 100 + fit }
    guard range.subtype == subtype else { return nil }
    return 200 + fit
  }

  /// The entry whose range fits best.
  func best(among content: [ContractMedia]) -> ContractMedia? {
    var best: (fit: Int, media: ContractMedia)?
    for media in content {
      guard let fit = media.type.flatMap(fit) else { continue }
      if fit > best?.fit ?? .min { best = (fit, media) }
    }
    return best?.media
  }
}
