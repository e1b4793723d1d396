internal import Documents

/// A media type or range with its parameters (RFC 9110, section 8.3.1).
struct MediaTypeName: Sendable, Hashable {
  /// `application` or `*`, in lower case.
  var type: String
  /// `json` or `*`, in lower case.
  var subtype: String
  /// The parameters, their names in lower case.
  var parameters: [String: String] = [:]

  /// Reads a field value; nil when it is no media type.
  init?(_ text: String) {
    let parts = text.utf8.contains(UInt8(ascii: ";")) ? Self.split(text) : [text]
    let name = parts[0].trimmingSpaces.lowercased()
    guard let slash = name.firstIndex(of: "/") else { return nil }
    type = String(name[..<slash])
    subtype = String(name[name.index(after: slash)...])
    guard !type.isEmpty, !subtype.isEmpty, !subtype.contains("/") else { return nil }
    for part in parts.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let key = String(part[..<equals]).trimmingSpaces.lowercased()
      var value = String(part[part.index(after: equals)...]).trimmingSpaces
      if value.hasPrefix("\""), value.hasSuffix("\""), value.utf8.count >= 2 {
        value = Self.unquoted(value.dropFirst().dropLast())
      }
      parameters[key] = parameters[key] ?? value
    }
  }

  /// The parts between semicolons outside of quotes.
  private static func split(_ text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == ";", !isQuoted {
        parts.append("")
        continue
      }
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && scalar == "\\" && !isEscaped
      parts[parts.count - 1].unicodeScalars.append(scalar)
    }
    return parts
  }

  private static func unquoted(_ text: Substring) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      result.append(scalar)
      isEscaped = false
    }
    return String(result)
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
