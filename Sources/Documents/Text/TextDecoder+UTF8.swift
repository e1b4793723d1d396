extension TextDecoder {
  /// The UTF-8 of a text in the charset that its Content-Type gives.
  ///
  /// - Parameters:
  ///   - bytes: the whole text; a byte order mark counts more than the charset, and is left out of
  ///     what is decoded.
  ///   - charset: the value of the header's `charset` parameter.
  /// - Returns: the bytes as they are where the charset is UTF-8, valid or not.
  /// - Throws: when the charset is unknown, or does not decode the bytes.
  public static func utf8(
    of bytes: [UInt8],
    charset: String
  ) throws(TextDecodingError) -> [UInt8] {
    let encoding = TextEncodingMark(bytes)?.encoding ?? TextEncoding(label: charset)
    if encoding == .utf8 { return bytes }
    return Array(try decodeStrictly(bytes, contentTypeCharset: charset, kind: .text).text.utf8)
  }
}
