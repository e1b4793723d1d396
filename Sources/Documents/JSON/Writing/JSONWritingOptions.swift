/// How a JSON value is written.
public struct JSONWritingOptions: OptionSet, Sendable, Hashable, Codable {
  /// The options as bits.
  public var rawValue: Int

  /// Options of any bits.
  ///
  /// - Parameter rawValue: The bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A line for each element and member, indented by two spaces a level.
  public static let prettyPrinted = Self(rawValue: 1)
  /// Keys in the order of their code points instead of their own.
  public static let sortedKeys = Self(rawValue: 2)
  /// `\/` for each slash, as AFNetworking's serializer writes them on Apple systems.
  public static let escapedSlashes = Self(rawValue: 4)
}

extension JSONValue {
  /// The value as JSON in UTF-8.
  ///
  /// - Parameter options: How it is written; by default compactly and in its own order.
  /// - Returns: The bytes, without a byte order mark or a final line break.
  public func serialized(_ options: JSONWritingOptions = []) -> [UInt8] {
    var writer = JSONWriter(options: options)
    writer.write(self, level: 0)
    return writer.output
  }

  /// The value as JSON text.
  ///
  /// - Parameter options: How it is written; by default compactly and in its own order.
  /// - Returns: The text, without a final line break.
  public func serializedText(_ options: JSONWritingOptions = []) -> String {
    String(decoding: serialized(options), as: UTF8.self)
  }
}

extension JSONValue {
  /// The value as compact JSON for a message, without secrets, cut after 80 code points.
  public var excerpt: String {
    let text = MessageMask.current?(serializedText()) ?? serializedText()
    return text.unicodeScalars.count <= 80 ? text : String(text.unicodeScalars.prefix(79)) + "…"
  }
}
