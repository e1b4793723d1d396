/// Why bytes cannot be compressed, or compressed bytes not be decoded.
public struct CompressionError: Error, Sendable, Hashable {
  /// A fragment of a sentence, in the words of zlib where it has some.
  public let message: String

  init(_ message: String) { self.message = message }
}
