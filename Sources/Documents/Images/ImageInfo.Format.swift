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

    /// Finds the format by the first bytes, whatever a header or a file name says.
    public init?(sniffing bytes: [UInt8]) {
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
        self = .png
      } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
        self = .jpeg
      } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
        self = .gif
      } else if bytes.starts(with: "BM".utf8) {
        self = .bmp
      } else if bytes.starts(with: [0x49, 0x49, 0x2A, 0x00])
        || bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A])
      {
        self = .tiff
      } else if bytes.starts(with: [0x00, 0x00, 0x01, 0x00]) {
        self = .ico
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
