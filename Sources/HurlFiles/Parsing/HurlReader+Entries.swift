import Diagnostics
import Encodings

extension HurlReader {
  /// Reads the whole file.
  ///
  /// - Parameter take: gets each entry, with all comments so far.
  /// - Throws: the first mistake.
  mutating func readEntries(
    _ take: (HurlEntry, [HurlComment]) -> Void
  ) throws(Diagnostic) {
    var isFirst = true
    readBlankLines()
    while current != nil {
      let entry = try readEntry(isFirst: isFirst)
      isFirst = false
      take(entry, comments)
      readBlankLines()
    }
  }

  private mutating func readEntry(isFirst: Bool) throws(Diagnostic) -> HurlEntry {
    let request = try readRequest(isFirst: isFirst)
    readBlankLines()
    var response: HurlResponse?
    if isAtResponse { response = try readResponse() }
    let range = response.map { request.range.joined(to: $0.range) } ?? request.range
    return HurlEntry(request: consume request, response: consume response, range: range)
  }

  /// Whether a response begins here, and no request of a method like `HTTPS`.
  private var isAtResponse: Bool {
    has("HTTP") && !(position + 4 < end && bytes[position + 4].isASCIILetter)
  }

  private mutating func readRequest(isFirst: Bool) throws(Diagnostic) -> HurlRequest {
    let method = try readMethod(isFirst: isFirst)
    try requireSpace(before: "the URL")
    guard !isAtLineEnd else { throw expected("a URL behind the method") }
    let url = try readTemplate(.value)
    try readLineEnd()
    let parts = try readMessage(isResponse: false)
    return HurlRequest(
      method: method,
      url: url,
      headers: parts.headers,
      sections: parts.sections,
      body: parts.body,
      range: method.range.joined(to: parts.lastRange ?? url.range)
    )
  }

  private mutating func readMethod(isFirst: Bool) throws(Diagnostic) -> Spelled<String> {
    let start = position
    while let byte = current, byte.isASCIILetter { position += 1 }
    let word = spelling(from: start)
    let isUpperCase = !word.utf8.contains { $0 >= UInt8(ascii: "a") }
    guard !word.isEmpty, isUpperCase, current != UInt8(ascii: ":") else {
      if Self.methods.contains(word.uppercased()), !isUpperCase {
        throw expected("a method in upper case", at: start, suggestion: word.uppercased())
      }
      throw expected(
        isFirst ? "a method in upper case and a URL" : "a request or response",
        at: start,
        hint: isFirst
          ? "a request begins as GET https://example.org"
          : "rows are name: value; headers stand above sections, and sections above the body"
      )
    }
    if word == "HTTP", isStatusAhead {
      throw error(
        isFirst ? "a response without a request" : "a second response to one request",
        at: start..<position,
        hint: "write a request before each response"
      )
    }
    return Spelled(word, at: range(from: start))
  }

  /// Whether a status and nothing else follows on the line.
  private var isStatusAhead: Bool {
    var rest = self
    rest.skipSpaces()
    let start = rest.position
    if !rest.skip("*") {
      while rest.current?.isASCIIDigit == true { rest.position += 1 }
    }
    let isRead = rest.position > start
    rest.skipSpaces()
    return isRead && rest.isAtLineEnd
  }

  /// The methods that a word in lower case is taken for.
  private static let methods: Set = [
    "CONNECT", "DELETE", "GET", "HEAD", "LINK", "OPTIONS", "PATCH", "POST", "PURGE", "PUT", "QUERY",
    "TRACE", "UNLINK",
  ]

  private mutating func readResponse() throws(Diagnostic) -> HurlResponse {
    let version = try readVersion()
    try requireSpace(before: "the status")
    let status = try readStatus()
    try readLineEnd()
    let parts = try readMessage(isResponse: true)
    return HurlResponse(
      version: version,
      status: status,
      headers: parts.headers,
      sections: parts.sections,
      body: parts.body,
      range: version.range.joined(to: parts.lastRange ?? status.range)
    )
  }

  private mutating func readVersion() throws(Diagnostic) -> Spelled<HurlResponse.Version> {
    let start = position
    position += 4
    if current == UInt8(ascii: "/") {
      while let byte = current, byte > 0x20, byte != UInt8(ascii: "#") { position += 1 }
    }
    let word = spelling(from: start)
    guard let version = HurlResponse.Version(rawValue: word) else {
      throw error(
        "unknown version \(quoted(start..<position))",
        at: start..<position,
        hint: "versions are HTTP, which is any, HTTP/1.0, HTTP/1.1, HTTP/2 and HTTP/3"
      )
    }
    return Spelled(version, at: range(from: start))
  }

  private mutating func readStatus() throws(Diagnostic) -> Spelled<Int?> {
    let start = position
    if skip("*") { return Spelled(nil, at: range(from: start)) }
    while current?.isASCIIDigit == true { position += 1 }
    guard let status = Int(spelling(from: start)) else {
      throw expected("a status, as 200, or * for any", at: start)
    }
    return Spelled(status, at: range(from: start))
  }
}

// What requests and responses have in common.
extension HurlReader {
  /// What stands below the first line of a message.
  struct MessageParts {
    var headers: [HurlField] = []
    var sections: [HurlSection] = []
    var body: HurlBody?

    /// Where the last of them stands.
    var lastRange: SourceRange? {
      body?.range ?? sections.last?.range ?? headers.last?.range
    }
  }

  private mutating func readMessage(isResponse: Bool) throws(Diagnostic) -> MessageParts {
    var parts = MessageParts()
    parts.headers = try readFields()
    while let heading = try readHeading(ofResponse: isResponse, after: parts.sections) {
      parts.sections.append(try readSection(heading))
    }
    parts.body = try readBody()
    return parts
  }

  /// Reads rows of a name and a value, as long as they come.
  mutating func readFields() throws(Diagnostic) -> [HurlField] {
    var fields: [HurlField] = []
    while let name = try readKey() {
      let value = try readTemplate(.value)
      let range = name.range.joined(to: value.range)
      fields.append(HurlField(name: consume name, value: consume value, range: range))
      try readLineEnd()
    }
    return fields
  }

  /// Reads the name of a row, the colon, and the white space around, from the next line that is not empty.
  ///
  /// - Returns: `nil` when something else than a row comes next, before which the cursor stands then.
  mutating func readKey() throws(Diagnostic) -> HurlTemplate? {
    readBlankLines()
    let start = position
    guard current != UInt8(ascii: "[") else { return nil }
    let name = try readTemplate(.key)
    skipSpaces()
    guard !name.isEmpty, skip(":") else {
      position = start
      return nil
    }
    skipSpaces()
    return name
  }
}
