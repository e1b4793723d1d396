public import Documents

extension Assertion {
  /// Judges what a JSONPath finds in a decoded body.
  ///
  /// - Parameters:
  ///   - query: the path.
  ///   - document: the body decoded.
  ///   - body: the bytes it was decoded from, for the excerpt of a failure.
  ///   - contentType: its media type.
  /// - Returns: that it holds, or why not, with a near name where nothing is found; errored where
  ///   the path asks for too much work.
  public func outcome(
    of query: JSONQuery,
    in document: JSONValue,
    body: [UInt8],
    contentType: String?
  ) -> AssertionOutcome {
    let found: Subject
    do throws(QueryError) {
      found = try query.subject(in: document)
    } catch {
      return errored(because: error.message)
    }
    return outcome(
      of: found,
      detail: query.missDetail(in: document),
      excerpt: query.excerpt(of: document, body: body, contentType: contentType)
    )
  }

  /// Judges what an XPath finds in an XML document.
  ///
  /// - Parameters:
  ///   - query: the expression.
  ///   - document: the body decoded.
  ///   - namespaces: prefix to URI, beside those of the root element.
  ///   - body: the bytes it was decoded from, for the excerpt of a failure.
  ///   - contentType: its media type.
  /// - Returns: that it holds, or why not; errored where the expression cannot be evaluated.
  public func outcome(
    of query: XPathQuery,
    in document: XMLDocument,
    namespaces: [String: String] = [:],
    body: [UInt8],
    contentType: String?
  ) -> AssertionOutcome {
    do throws(QueryError) {
      let found = try query.subject(in: document, namespaces: namespaces)
      return outcome(
        of: found,
        excerpt: BodyExcerpt.start(of: body, label: query.text, contentType: contentType)
      )
    } catch {
      return errored(because: error.message)
    }
  }

  /// Judges what an XPath finds in an HTML document.
  ///
  /// - Parameters:
  ///   - query: the expression.
  ///   - document: the body decoded.
  ///   - body: the bytes it was decoded from, for the excerpt of a failure.
  ///   - contentType: its media type.
  /// - Returns: that it holds, or why not; errored where the expression cannot be evaluated.
  public func outcome(
    of query: XPathQuery,
    in document: HTMLDocument,
    body: [UInt8],
    contentType: String?
  ) -> AssertionOutcome {
    do throws(QueryError) {
      let found = try query.subject(in: document)
      return outcome(
        of: found,
        excerpt: BodyExcerpt.start(of: body, label: query.text, contentType: contentType)
      )
    } catch {
      return errored(because: error.message)
    }
  }
}
