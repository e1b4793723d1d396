/// A body as its format reads it.
public struct DecodedBody: Sendable {
  /// What a body is.
  public enum Content: Sendable {
    /// A value, asked by JSONPath.
    case tree(JSONValue)
    /// A document, asked by XPath.
    case markup(MarkupDocument)
  }

  /// What it is.
  public let content: Content
  /// What is odd about it, though it can be decoded: one sentence for the log.
  public let oddity: String?

  init(_ content: Content, oddity: String? = nil) {
    (self.content, self.oddity) = (content, oddity)
  }
}

/// A document of nodes.
public enum MarkupDocument: Sendable {
  /// An XML document.
  case xml(XMLDocument)
  /// An HTML page.
  case html(HTMLDocument)

  /// What an XPath finds; prefixes are those of XML documents, a page has none.
  public func evaluate(
    _ path: XPath,
    namespaces: [String: String]
  ) throws(XPathError) -> XPathResult {
    switch self {
    case .xml(let document): try document.evaluate(path, namespaces: namespaces)
    case .html(let page): try page.evaluate(path)
    }
  }
}

extension BodyFormat {
  /// A body before it is decoded.
  public struct Source: Sendable {
    /// The bytes, content coding taken off.
    public var bytes: [UInt8]
    /// The media type it came with, in lower case and without parameters.
    public var mediaType: String?
    /// The charset that came with it.
    public var charset: String?
    /// What is said of how it is read: name of an ``Option`` to its value as written.
    public var options: [String: String]

    /// Makes a source.
    public init(
      _ bytes: [UInt8],
      mediaType: String? = nil,
      charset: String? = nil,
      options: [String: String] = [:]
    ) {
      (self.bytes, self.mediaType) = (bytes, mediaType)
      (self.charset, self.options) = (charset, options)
    }

    /// The bytes in UTF-8 as far as their charset decodes them.
    var utf8: [UInt8] {
      charset.flatMap { try? TextDecoder.utf8(of: bytes, charset: $0) } ?? bytes
    }
  }

  /// Something that may be said of how a body is read: a key of scenarios, and a name for `curlew query --option`.
  public struct Option: Sendable {
    /// What a text must be like.
    public struct Rule: Sendable {
      /// What messages call such a text, with its article.
      public let noun: String
      /// The rule as a regular expression of JSON Schema; ``holds`` may be narrower.
      public let pattern: String
      /// Whether a text is such a one.
      public let holds: @Sendable (String) -> Bool
    }

    /// The key.
    public let name: String
    /// What its value must be like; `nil` for `true` or `false`.
    public let rule: Rule?
    /// Help on the key.
    public let help: Help

    /// Whether a value, as it is written, may stand there.
    public func accepts(_ text: String) -> Bool {
      rule?.holds(text) ?? (text == "true" || text == "false")
    }
  }

  /// Why bytes are no body of a format.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
      case empty, malformed, limit
    }

    /// What is wrong, with its place: a fragment in lower case.
    public let description: String
    /// What is wrong, without its place.
    private let message: String
    /// `line` or `line:column`, where that is known.
    private let place: String?
    private let kind: Kind

    init(
      _ description: String,
      kind: Kind = .malformed,
      message: String = "",
      at place: String? = nil
    ) {
      (self.description, self.kind) = (description, kind)
      (self.message, self.place) = (message, place)
    }

    /// Whether the body breaks a limit of ours rather than the rules of its format: there is no verdict then.
    public var isLimit: Bool { kind == .limit }

    /// What is wrong with the body of a response.
    public func message(of format: BodyFormat) -> String {
      switch kind {
      case .empty: "the body is empty, expected \(format.noun)"
      case .malformed: "the body is not \(format.noun): \(description)"
      case .limit: "the body is more than is decoded as \(format.noun): \(description)"
      }
    }

    /// What is wrong with a file.
    public func message(ofFile path: String) -> String {
      place.map { "\(path):\($0): \(message)" } ?? "\(path): \(description)"
    }
  }
}
