/// A format of bodies: how they are decoded, asked and shown, and the words that scenarios, help and messages have for it.
///
/// Scenarios, `curlew query` and the reference take all formats from ``all``: a format is described here and nowhere else.
///
/// ```swift
/// let body = try BodyFormat.csv.decode(.init(bytes, options: ["separator": ";"]))
/// ```
public final class BodyFormat: Sendable {
  /// The formats, in the order in which help lists them and a step looks at them.
  public static let all: [BodyFormat] = [
    .json, .jsonLines, .propertyList, .csv, .form, .xml, .html, .markup,
  ]

  /// How a decoded body is asked.
  public enum QueryLanguage: Sendable, Hashable {
    /// JSONPath (RFC 9535), on values.
    case jsonPath
    /// XPath 1.0, on nodes.
    case xPath
  }

  /// A body in UTF-8, and a byte in it.
  public typealias Place = (utf8: [UInt8], offset: Int)

  /// What the reference and editors say of a key: one sentence, and an example in YAML.
  public typealias Help = (summary: String, example: String)

  /// The key in scenarios.
  public let name: String
  /// What messages call such a body, behind "is not".
  public let noun: String
  /// How it is asked.
  public let queries: QueryLanguage
  /// Whether all its values are texts, so that a number compares with what a text says.
  public let holdsTexts: Bool
  /// The media types it comes with; `*+xml` stands for every subtype of that ending, `*/*json*` for one with that in it.
  public let mediaTypes: [String]
  /// The endings of file names, with the media type that each stands for.
  public let fileTypes: [String: String]
  /// What may be said of how it is read.
  public let options: [Option]
  /// Help on the key of `expect`.
  public let expectation: Help
  /// Help on the key of `capture`.
  public let capture: Help
  /// Help on the member of `response`, for a body that is a value.
  public let response: Help?
  /// What the reference says of it beyond that, in Markdown.
  public let about: String

  /// Decodes; `nil` for a body that stands for nothing.
  private let read: @Sendable (Source) throws(Failure) -> DecodedBody?
  /// Whether the bytes of a file can only be of this format.
  private let recognizes: @Sendable ([UInt8]) -> Bool
  /// Where the value on a path begins, for excerpts; of a path that leads nowhere, where the deepest value on it does.
  private let locate: (@Sendable ([JSONPath.Component], Source) -> Place)?

  /// Describes a format by its properties.
  init(
    _ name: String,
    noun: String,
    queries: QueryLanguage,
    holdsTexts: Bool = false,
    mediaTypes: [String],
    fileTypes: [String: String] = [:],
    options: [Option] = [],
    expectation: Help,
    capture: Help,
    response: Help? = nil,
    about: String = "",
    recognizes: @escaping @Sendable ([UInt8]) -> Bool = { _ in false },
    locate: (@Sendable ([JSONPath.Component], Source) -> Place)? = nil,
    read: @escaping @Sendable (Source) throws(Failure) -> DecodedBody?
  ) {
    (self.name, self.noun, self.queries) = (name, noun, queries)
    (self.holdsTexts, self.mediaTypes, self.fileTypes) = (holdsTexts, mediaTypes, fileTypes)
    (self.options, self.expectation, self.capture) = (options, expectation, capture)
    (self.response, self.about) = (response, about)
    (self.recognizes, self.locate, self.read) = (recognizes, locate, read)
  }

  /// The format and the media type of a file, by the ending of its name; `nil` for an ending of none.
  public static func ofFile(_ path: String) -> (format: BodyFormat, mediaType: String)? {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    for format in all {
      if let type = format.fileTypes[ending] { return (format, type) }
    }
    return nil
  }

  /// Decodes a file beside a scenario: as the ending of its name says, else as what its bytes can only be, else as this format.
  ///
  /// - Parameters:
  ///   - bytes: those of the file.
  ///   - path: its name.
  ///   - options: how this format is to be read.
  /// - Returns: its value; `nil` for a document that is none.
  /// - Throws: why it cannot be decoded.
  public func value(
    ofFile bytes: [UInt8],
    _ path: String,
    options: [String: String]
  ) throws(Failure) -> JSONValue? {
    let found = Self.ofFile(path).flatMap { $0.format.queries == queries ? $0 : nil }
    let format =
      found?.format ?? Self.all.first { $0.recognizes(bytes) } ?? self
    let source = Source(
      bytes,
      mediaType: found?.mediaType,
      options: format === self ? options : [:]
    )
    guard case .tree(let value) = try format.decode(source).content else { return nil }
    return value
  }

  /// The format with a name.
  public static func named(_ name: String) -> BodyFormat? { all.first { $0.name == name } }

  /// Decodes a body.
  ///
  /// - Parameter source: the bytes, and what is known of them.
  /// - Returns: what they stand for.
  /// - Throws: why they are no body of this format.
  public func decode(_ source: Source) throws(Failure) -> DecodedBody {
    guard let body = try read(source) else {
      throw Failure("it is empty, expected \(noun)", kind: .empty)
    }
    return body
  }

  /// Where a value begins.
  ///
  /// - Parameters:
  ///   - path: from the root of the document.
  ///   - source: the body.
  /// - Returns: `nil` where values of this format are not looked for.
  public func place(of path: [JSONPath.Component], in source: Source) -> Place? {
    locate?(path, source)
  }
}
