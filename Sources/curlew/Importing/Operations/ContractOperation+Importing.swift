import Contracts
import Encodings

extension ContractOperation {
  /// The parts of its path template.
  enum TemplatePart: Hashable {
    case literal(String)
    case parameter(String)
  }

  /// Its path template between the slashes; a segment with text beside a parameter is a literal.
  var segments: [TemplatePart] {
    template.split(separator: "/").map { segment in
      let inner = segment.dropFirst().dropLast()
      let isParameter =
        segment.hasPrefix("{") && segment.hasSuffix("}") && !inner.isEmpty
        && !inner.contains { $0 == "{" || $0 == "}" }
      return isParameter ? .parameter(String(inner)) : .literal(String(segment))
    }
  }

  /// Its path template with all parameters alike.
  var shape: [String] {
    segments.map { segment in
      switch segment {
      case .literal(let text): text
      case .parameter: "{}"
      }
    }
  }

  /// The response that a step expects: the first 2xx, else `default`, else the first 3xx.
  var expectedResponse: ContractResponse? {
    responses.first { $0.status.hasPrefix("2") } ?? responses.first { $0.status == "default" }
      ?? responses.first { $0.status.hasPrefix("3") }
  }

  /// The tag that its step belongs to: without tags the first word of its path.
  var group: String {
    if let tag = tags.first { return tag }
    for case .literal(let text) in segments { return text }
    return "operations"
  }
}

extension ContractMedia {
  /// The media type without parameters, in lower case.
  var essence: String {
    String(mediaType.prefix { $0 != ";" }).trimmed.lowercased()
  }

  /// Whether it is JSON.
  var isJSON: Bool { essence.hasSuffix("/json") || essence.hasSuffix("+json") }
}

extension String {
  /// The text in one line that is not long, for names and comments.
  ///
  /// - Parameter limit: how many characters it may have.
  /// - Returns: the text with spaces for line breaks and control characters.
  func line(atMost limit: Int) -> String {
    var scalars = String.UnicodeScalarView()
    var isSpace = true
    for scalar in unicodeScalars.prefix(limit * 4) {
      let isBlank =
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .format
      if !isBlank { scalars.append(scalar) } else if !isSpace { scalars.append(" ") }
      isSpace = isBlank
    }
    let text = String(scalars).trimmed
    return text.count <= limit ? text : text.prefix(limit - 1).trimmed + "…"
  }

  /// The letters, digits and underscores of the text as a name that an expression can use.
  var asName: String {
    var name = String.UnicodeScalarView()
    var isStart = false
    for scalar in unicodeScalars.prefix(200) {
      let isDigit = ("0"..."9").contains(scalar)
      if scalar.isASCII, scalar.properties.isAlphabetic || isDigit || scalar == "_" {
        if name.isEmpty, isDigit { name.append("_") }
        if isStart, !name.isEmpty {
          name.append(contentsOf: String(scalar).uppercased().unicodeScalars)
        } else {
          name.append(scalar)
        }
        isStart = false
      } else {
        isStart = true
      }
      if name.count >= 40 { break }
    }
    return String(name)
  }
}
