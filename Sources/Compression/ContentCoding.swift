/// How a body is compressed (RFC 9110, section 8.4.1).
public enum ContentCoding: Sendable, Hashable, CaseIterable {
  /// zlib's format, or deflate data without its frame, which some servers send by that name.
  case deflate
  /// Members of RFC 1952, one behind the other.
  case gzip
  /// RFC 7932.
  case brotli
  /// Frames of RFC 8878, one behind the other.
  case zstandard

  /// Finds a coding by a name from `Content-Encoding`, in any case.
  ///
  /// - Parameter name: without white space around it.
  public init?(name: some StringProtocol) {
    switch name.lowercased() {
    case "deflate": self = .deflate
    case "gzip", "x-gzip": self = .gzip
    case "br": self = .brotli
    case "zstd": self = .zstandard
    default: return nil
    }
  }

  /// The name in `Accept-Encoding` and `Content-Encoding`.
  public var name: String {
    switch self {
    case .deflate: "deflate"
    case .gzip: "gzip"
    case .brotli: "br"
    case .zstandard: "zstd"
    }
  }

  /// A stage that decodes it.
  func stage() throws(CompressionError) -> any DecodingStage {
    switch self {
    case .deflate: DeflateStage()
    case .gzip: try InflateStage(.gzip)
    case .brotli: try BrotliStage()
    case .zstandard: try ZstandardStage()
    }
  }
}
