/// A strict parser of JSON documents by RFC 8259.
///
/// It reads UTF-8, with or without a byte order mark, and UTF-16 and UTF-32, which it recognises by
/// their mark or their zero bytes. It keeps numbers exact and keys in order. An escaped surrogate
/// without its other half becomes U+FFFD. Nesting is bounded, and no input makes it recurse.
///
/// ```swift
/// let document = try JSONParser().parse(response.body)
/// document["id"]?.number
/// ```
public struct JSONParser: Sendable {
  /// What is accepted.
  public struct Options: Sendable, Hashable {
    /// The deepest nesting that can be asked for: values nested deeper could not be destroyed or
    /// compared within the stack of a thread.
    public static let deepestMaximum = 4096

    /// Whether the document may be a lone string, number, boolean or null (RFC 8259, section 2);
    /// AFNetworking refuses these unless `NSJSONReadingAllowFragments` is set.
    public var allowsFragments: Bool
    /// How many arrays and objects may be open at once, from 1 to `deepestMaximum`.
    public var maximumDepth: Int

    /// Options, by default all documents of RFC 8259 nested up to 512 deep.
    ///
    /// - Parameters:
    ///   - allowsFragments: Whether a lone string, number, boolean or null is a document.
    ///   - maximumDepth: How many arrays and objects may be open at once.
    public init(allowsFragments: Bool = true, maximumDepth: Int = 512) {
      self.allowsFragments = allowsFragments
      self.maximumDepth = maximumDepth
    }
  }

  /// A key that an object has more than once.
  public struct DuplicateKey: Sendable, Hashable {
    /// The normalized JSONPath of the member, as `$['a'][0]['key']`.
    public var path: String
    /// The line of the repeated key, from 1.
    public var line: Int
    /// The column of the repeated key from 1, in code points.
    public var column: Int
  }

  /// A document and what is questionable in it.
  public struct Result: Sendable {
    /// How many duplicate keys are described at most.
    public static let describedDuplicates = 20

    /// The document; of each duplicate key it has the last value.
    public var value: JSONValue
    /// The first `describedDuplicates` repeated keys in order.
    public var duplicateKeys: [DuplicateKey]
    /// How many keys were repeats of an earlier one of their object.
    public var duplicateKeyCount: Int
  }

  /// What is accepted.
  public var options: Options

  /// A parser.
  ///
  /// - Parameter options: What is accepted; by default all that RFC 8259 has.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// The document that bytes spell; of a duplicate key the last value wins.
  ///
  /// - Parameter bytes: One whole document.
  /// - Returns: Its value.
  /// - Throws: The first mistake with its place.
  public func parse(_ bytes: [UInt8]) throws(JSONParserError) -> JSONValue {
    try parseReportingDuplicates(bytes).value
  }

  /// The document that a text spells; of a duplicate key the last value wins.
  ///
  /// - Parameter text: One whole document.
  /// - Returns: Its value.
  /// - Throws: The first mistake with its place.
  public func parse(_ text: String) throws(JSONParserError) -> JSONValue {
    let start = text.unicodeScalars.first == "\u{FEFF}" ? 3 : 0
    var machine = Machine(bytes: Array(text.utf8), start: start, options: options)
    return try machine.run().value
  }

  /// The document that bytes spell together with the keys that are there more than once.
  ///
  /// - Parameter bytes: One whole document.
  /// - Returns: Its value, with the last value of each duplicate key, and the duplicates.
  /// - Throws: The first mistake with its place.
  public func parseReportingDuplicates(_ bytes: [UInt8]) throws(JSONParserError) -> Result {
    let (text, start) = try TextEncoding.utf8(of: bytes)
    var machine = Machine(bytes: text, start: start, options: options)
    return try machine.run()
  }
}
