import Encodings

/// Writes the little JSON that the stock routes need.
enum JSONText {
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  static func object(_ pairs: [(String, String)]) -> String {
    "{" + pairs.map { "\(string($0)): \(string($1))" }.joined(separator: ", ") + "}"
  }

  /// What `/echo` tells of a request; repeated headers are joined by a comma.
  static func describe(_ request: FixtureRequest) -> String {
    var names: [String] = []
    for header in request.headers where !names.contains(where: { $0.same(as: header.name) }) {
      names.append(header.name)
    }
    let headers = names.map { ($0, request.header($0) ?? "") }
    let query = request.queryItems.map { "[\(string($0.name)), \(string($0.value))]" }
    return """
      {
        "method": \(string(request.method)),
        "target": \(string(request.target)),
        "path": \(string(request.path)),
        "version": \(string(request.version)),
        "query": [\(query.joined(separator: ", "))],
        "headers": \(object(headers)),
        "headerLines": [\(request.headerLines.map(string).joined(separator: ", "))],
        "body": \(string(request.text)),
        "bodyBase64": "\(Base64.encode(request.body))",
        "bodyLength": \(request.bodyLength),
        "bodySHA256": "\(request.bodySHA256)",
        "connection": \(request.connection)
      }

      """
  }
}

extension String {
  fileprivate func same(as other: String) -> Bool { lowercased() == other.lowercased() }
}
