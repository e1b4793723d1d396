extension TextDecoder {
  /// Why a text is not what its charset says.
  public struct CharsetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, a fragment in lower case.
    public var description: String
  }

  /// The UTF-8 of a text in the charset that its Content-Type gives.
  ///
  /// - Parameters:
  ///   - bytes: the whole text; a byte order mark stands over the charset, and is left out of what is
  ///     decoded.
  ///   - charset: the value of the header's `charset` parameter.
  /// - Returns: the bytes as they are where the charset is UTF-8, valid or not.
  /// - Throws: when the charset is unknown, or does not decode the bytes.
  public static func utf8(
    of bytes: [UInt8],
    charset: String
  ) throws(CharsetError) -> [UInt8] {
    let mark = TextEncodingMark(bytes)
    guard let encoding = mark?.encoding ?? TextEncoding(label: charset) else {
      throw CharsetError(description: "the charset \"\(charset)\" is not known")
    }
    if encoding == .utf8 { return bytes }
    guard let text = encoding.decodeStrictly(bytes[(mark?.length ?? 0)...]) else {
      throw CharsetError(description: "the bytes are not \(encoding.name)")
    }
    return Array(text.utf8)
  }
}
