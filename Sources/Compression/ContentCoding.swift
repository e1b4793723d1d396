/// How a body is compressed (RFC 9110, section 8.4.1).
public enum ContentCoding: String, Sendable, Hashable, CaseIterable {
  /// zlib's format, or deflate data without its frame, which some servers send by that name.
  case deflate
  /// Members of RFC 1952, one behind the other.
  case gzip
  /// RFC 7932.
  case brotli = "br"
  /// Frames of RFC 8878, one behind the other.
  case zstandard = "zstd"

  /// Finds a coding by a name from `Content-Encoding`, in any case.
  ///
  /// - Parameter name: without white space around it.
  public init?(name: some StringProtocol) {
    let name = name.lowercased()
    self.init(rawValue: name == "x-gzip" ? "gzip" : name)
  }

  /// The name in `Accept-Encoding` and `Content-Encoding`.
  public var name: String { rawValue }

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
