extension BodyFormat {
  /// JSON Lines (jsonlines.org) and NDJSON: a list of the values that stand on the lines.
  public static let jsonLines = BodyFormat(
    "jsonl",
    noun: "JSON Lines",
    queries: .jsonPath,
    mediaTypes: [
      "application/jsonl", "application/x-ndjson", "application/ndjson", "application/x-jsonlines",
      "application/jsonlines", "application/json-lines", "application/stream+json",
    ],
    fileTypes: ["jsonl": "application/jsonl", "ndjson": "application/x-ndjson"],
    expectation: (
      "The same over the list of values that JSON Lines have, one on each line.",
      "jsonl: { \"$[0].sku\": ABC-1, \"$[*].price\": { count: 4 } }"
    ),
    capture: ("A JSONPath over the list of values that JSON Lines have.", "jsonl: $[0].sku"),
    response: ("The list of values that JSON Lines have.", "response.jsonl[0].sku"),
    about: """
      `jsonl` reads JSON Lines, which NDJSON is too: a list of the values, each on a line of its own. Lines with nothing but space are passed over; a body \
      with no others is the empty list. A line that is no JSON is a failure with its line and column.
      """,
    locate: { path, source in
      let text = source.utf8
      guard case .index(let index)? = path.first,
        let line = JSONLines.line(ofValue: index, in: text)
      else { return (text, 0) }
      let inner = JSONLocator.offset(of: Array(path.dropFirst()), in: Array(text[line]))
      return (text, line.lowerBound + inner)
    },
    read: { (source) throws(Failure) in
      let text = try source.textOfJSON()
      do throws(JSONLines.ParsingError) {
        let lines = try JSONLines(parsing: text)
        let oddity = JSONParser.DuplicateKey.oddity(
          lines.duplicateKeys,
          count: lines.duplicateKeyCount
        )
        return DecodedBody(.tree(.array(lines.values)), oddity: oddity)
      } catch {
        throw Failure(
          "\(error.message) at line \(error.line), column \(error.column)",
          kind: error.isLimit ? .limit : .malformed,
          message: error.message,
          at: "\(error.line):\(error.column)"
        )
      }
    }
  )
}
