extension BodyFormat {
  /// A body before it is decoded.
  public struct Source: Sendable {
    /// The bytes, content coding taken off.
    public var bytes: [UInt8]
    /// The media type it came with, in lower case and without parameters.
    public var mediaType: String? { findMediaType() }
    /// The charset that came with it.
    public var charset: String?
    /// What is said of how it is read: name of an ``Option`` to its value as written.
    public var options: [String: String]

    // Most formats never ask for it.
    private let findMediaType: @Sendable () -> String?

    /// Makes a source.
    public init(
      _ bytes: [UInt8],
      mediaType: @autoclosure @escaping @Sendable () -> String? = nil,
      charset: String? = nil,
      options: [String: String] = [:]
    ) {
      (self.bytes, findMediaType) = (bytes, mediaType)
      (self.charset, self.options) = (charset, options)
    }

    /// The bytes in UTF-8 as far as their charset decodes them.
    var utf8: [UInt8] {
      charset.flatMap { try? TextDecoder.utf8(of: bytes, charset: $0) } ?? bytes
    }
  }
}
