public import Documents

/// A query that takes values out of a decoded body, in the language of the body's format.
// Indirect: it is passed on for each response, and one reference is counted then.
public indirect enum BodyQuery: Sendable {
  /// On values.
  case path(JSONQuery)
  /// On nodes.
  case xpath(XPathQuery)

  /// Checks a query.
  ///
  /// - Parameters:
  ///   - text: the query as written.
  ///   - language: that of the format.
  /// - Throws: the first mistake.
  public init(_ text: String, in language: BodyFormat.QueryLanguage) throws(QueryError) {
    switch language {
    case .jsonPath: self = .path(try JSONQuery(text))
    case .xPath: self = .xpath(try XPathQuery(text))
    }
  }

  /// Whether it yields a list, whatever it finds.
  public var givesList: Bool {
    switch self {
    case .path(let query): !query.isSingular
    case .xpath: false
    }
  }

  /// What it finds.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - format: its format.
  ///   - namespaces: prefix to URI, for XML.
  /// - Returns: a value, a node list or nothing; also nothing in a body of another language.
  /// - Throws: when the query cannot be evaluated, or asks for more work than is allowed.
  public func subject(
    in body: DecodedBody,
    of format: BodyFormat,
    namespaces: [String: String]
  ) throws(QueryError) -> Subject {
    switch (self, body.content) {
    case (.path(let query), .tree(let document)):
      try query.subject(in: document, nature: format.holdsTexts ? .texts : .json)
    case (.xpath(let query), .markup(let document)):
      try query.subject(in: document, namespaces: namespaces)
    case (.path, .markup), (.xpath, .tree):
      Subject(.absent, nature: .json)
    }
  }

  /// Why it finds nothing, where that can be said.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - namespaces: prefix to URI, for XML.
  /// - Returns: a fragment with what was probably meant; `nil` where it finds something.
  public func missDetail(in body: DecodedBody, namespaces: [String: String]) -> String? {
    switch (self, body.content) {
    case (.path(let query), .tree(let document)):
      query.isSingular ? query.missDetail(in: document) : nil
    case (.xpath(let query), .markup(.xml(let document))):
      query.missDetail(in: document, namespaces: namespaces)
    case (.path, .markup), (.xpath, .tree), (.xpath, .markup(.html)):
      nil
    }
  }

  /// The body around what it finds, for a message.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - format: its format.
  ///   - source: the bytes it was decoded from.
  /// - Returns: one line, bounded; `nil` where the format does not say where its values stand.
  public func excerpt(
    of body: DecodedBody,
    as format: BodyFormat,
    from source: BodyFormat.Source
  ) -> String? {
    guard case .path(let query) = self, case .tree(let document) = body.content,
      let place = format.place(of: query.place(in: document), in: source)
    else { return nil }
    return BodyExcerpt.start(
      of: place.utf8,
      count: source.bytes.count,
      from: place.offset,
      label: query.text,
      contentType: source.mediaType
    )
  }
}
