extension ImageInfo {
  /// The formats that are known.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    case png
    case jpeg
    case gif
    case bmp
    case tiff
    case ico
    case xbm
    case webp

    /// What the files of most formats start with.
    private static let starts: [(format: Self, bytes: [UInt8])] = [
      (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), (.jpeg, [0xFF, 0xD8, 0xFF]),
      (.gif, Array("GIF87a".utf8)), (.gif, Array("GIF89a".utf8)), (.bmp, Array("BM".utf8)),
      (.tiff, [0x49, 0x49, 0x2A, 0x00]), (.tiff, [0x4D, 0x4D, 0x00, 0x2A]),
      (.ico, [0x00, 0x00, 0x01, 0x00]),
    ]

    /// Finds the format by the first bytes, whatever a header or a file name says.
    public init?(sniffing bytes: [UInt8]) {
      if let start = Self.starts.first(where: { bytes.starts(with: $0.bytes) }) {
        self = start.format
      } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
        self = .webp
      } else if Self.startsLikeXBM(bytes) {
        self = .xbm
      } else {
        return nil
      }
    }

    private static func startsLikeXBM(_ bytes: [UInt8]) -> Bool {
      var text = bytes.prefix(4096).drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      while text.starts(with: "/*".utf8) {
        guard let end = text.indices.first(where: { text[$0...].starts(with: "*/".utf8) }) else {
          return false
        }
        text = text[(end + 2)...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      }
      return text.starts(with: "#define".utf8)
    }
  }
}
