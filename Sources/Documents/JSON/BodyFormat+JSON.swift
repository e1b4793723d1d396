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
      let text = try source.textOfJSON()
      do throws(JSONParserError) {
        let result = try JSONParser().parseReportingDuplicates(text)
        let oddity = JSONParser.DuplicateKey.oddity(
          result.duplicateKeys,
          count: result.duplicateKeyCount
        )
        return DecodedBody(.tree(result.value), oddity: oddity)
      } catch {
        let isLines = error.line > 1 && (try? JSONLines(parsing: text)) != nil
        let advice = isLines ? "; each line is JSON by itself, which jsonl reads" : ""
        throw Failure(
          "\(error)\(advice)",
          kind: error.code == .depth ? .limit : .malformed,
          message: error.message + advice,
          at: "\(error.line):\(error.column)"
        )
      }
    }
  )
}

extension BodyFormat.Source {
  /// The bytes in UTF-8; without a charset the parser finds the encoding.
  func textOfJSON() throws(BodyFormat.Failure) -> [UInt8] {
    guard let charset else { return bytes }
    do throws(TextDecodingError) {
      return try TextDecoder.utf8(of: bytes, charset: charset)
    } catch {
      throw BodyFormat.Failure(error.message)
    }
  }
}

extension JSONParser.DuplicateKey {
  /// Which keys are there more than once, in one sentence.
  static func oddity(_ keys: [Self], count: Int) -> String? {
    guard let first = keys.first else { return nil }
    let others = count - 1
    return "duplicate key in the JSON body: \(first.path) is there again at line \(first.line), "
      + "column \(first.column); the last value counts"
      + (others > 0 ? " (and \(others) more)" : "")
  }
}
