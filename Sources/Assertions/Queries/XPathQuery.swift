public import Documents

/// An XPath 1.0 expression that takes text out of XML or HTML.
///
/// Nodes compare as text, one number or boolean as such; the number NaN is nothing.
///
/// ```swift
/// let query = try XPathQuery("//line/@sku")
/// try query.subject(in: document)   // a node list of texts
/// ```
public struct XPathQuery: Sendable {
  /// The expression, checked.
  public let xpath: XPath

  /// Checks an expression.
  ///
  /// - Parameter text: as XPath has it; a text without any of `/ ( @ : .` would only ever find
  ///   the root's child and is refused.
  /// - Throws: with the place of the mistake where that is known.
  public init(_ text: String) throws(QueryError) {
    guard text.unicodeScalars.contains(where: { "/(@:.".unicodeScalars.contains($0) }) else {
      throw QueryError(
        "\(ValueText.quoted(text)) is not a path",
        hint: "write `//\(ValueText.cut(text))` for the elements of that name"
      )
    }
    do throws(XPathError) {
      xpath = try XPath(parsing: text)
    } catch {
      throw QueryError(error)
    }
  }

  /// The expression as written.
  public var text: String { xpath.text }

  /// What the expression finds.
  ///
  /// - Parameters:
  ///   - document: the document to ask.
  ///   - namespaces: prefix to URI, beside those of the root element; `_` is the default namespace.
  /// - Returns: a node list, or one value.
  /// - Throws: when a prefix is unknown, or the query takes too long or gives too much.
  public func subject(
    in document: MarkupDocument,
    namespaces: [String: String] = [:]
  ) throws(QueryError) -> Subject {
    do throws(XPathError) {
      return Self.subject(of: try document.evaluate(xpath, namespaces: namespaces))
    } catch {
      throw QueryError(error)
    }
  }

  /// Why the expression finds nothing in a document: its elements are in the default namespace, which no name without a prefix means.
  ///
  /// - Parameters:
  ///   - document: the document that was asked.
  ///   - namespaces: prefix to URI, beside those of the root element.
  /// - Returns: a fragment with the expression that finds something; `nil` when that is not why.
  public func missDetail(
    in document: XMLDocument,
    namespaces: [String: String] = [:]
  ) -> String? {
    guard let meant = xpath.withDefaultNamespace(),
      case .nodes(let nodes)? = try? document.evaluate(meant, namespaces: namespaces),
      !nodes.isEmpty
    else { return nil }
    return
      "the elements are in the default namespace, whose prefix is _: write \(ValueText.cut(meant.text))"
  }

  /// The result of an expression as a subject.
  public static func subject(of result: XPathResult) -> Subject {
    let content: Subject.Content =
      switch result {
      case .nodes(let nodes): .nodes(nodes.map { .string($0.text) })
      case .string(let text): .single(.string(text))
      case .boolean(let bool): .single(.bool(bool))
      // What is no number is nothing, so that no matcher holds of it, also under `not`.
      case .number(let number) where number.isNaN: .absent
      // The infinities are no numbers of JSON; they keep their XPath names.
      case .number(let number):
        .single(
          JSONNumber(number).map { .number($0) } ?? .string(number < 0 ? "-Infinity" : "Infinity")
        )
      }
    return Subject(content, nature: .text)
  }
}

extension QueryError {
  fileprivate init(_ error: XPathError) {
    let bytes = error.offset.map { error.expression.utf8.prefix(max(0, $0)) }
    self.init(error.message, offset: bytes?.count { $0 & 0b1100_0000 != 0b1000_0000 })
  }
}
