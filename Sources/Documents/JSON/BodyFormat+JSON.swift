extension BodyFormat {
  /// JSON (RFC 8259).
  public static let json = BodyFormat(
    "json",
    noun: "JSON",
    queries: .jsonPath,
    // Every subtype that has `json` in it, such as `application/x-amz-json-1.1`, and AFNetworking's.
    mediaTypes: ["application/json", "*/*json*", "text/javascript"],
    fileTypes: ["json": "application/json"],
    expectation: (
      "JSONPaths with their matchers, and the whole document.",
      "json: { $.id: { format: uuid }, \"$.lines[*].sku\": [ABC-1] }"
    ),
    capture: ("A JSONPath over the body.", "json: $.id"),
    response: ("The body as JSON.", "response.json.lines[0].sku"),
    locate: { path, source in
      let text = source.utf8
      return (text, JSONLocator.offset(of: path, in: text))
    },
    read: { (source) throws(Failure) in
      if source.bytes.isEmpty || source.bytes == [0x20] { return nil }
      let text: [UInt8]
      do throws(TextDecodingError) {
        text =
          try source.charset.map { charset throws(TextDecodingError) in
            try TextDecoder.utf8(of: source.bytes, charset: charset)
          } ?? source.bytes
      } catch {
        throw Failure(error.message)
      }
      do throws(JSONParserError) {
        let result = try JSONParser().parseReportingDuplicates(text)
        return DecodedBody(.tree(result.value), oddity: result.oddity)
      } catch {
        throw Failure(
          "\(error)",
          kind: error.code == .depth ? .limit : .malformed,
          message: error.message,
          at: "\(error.line):\(error.column)"
        )
      }
    }
  )
}

extension JSONParser.Result {
  /// Which keys are there more than once, in one sentence.
  fileprivate var oddity: String? {
    guard let first = duplicateKeys.first else { return nil }
    let others = duplicateKeyCount - 1
    return "duplicate key in the JSON body: \(first.path) is there again at line \(first.line), "
      + "column \(first.column); the last value counts"
      + (others > 0 ? " (and \(others) more)" : "")
  }
}
