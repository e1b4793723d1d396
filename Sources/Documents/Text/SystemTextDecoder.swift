import Glibc

/// Decodes by the C library's `iconv`, which knows the older charsets.
enum SystemTextDecoder {
  /// The text of `bytes`, with U+FFFD for each byte that cannot be decoded.
  ///
  /// - Parameters:
  ///   - bytes: the whole text.
  ///   - charset: a name that `iconv` knows.
  /// - Returns: `nil` when this system lacks the charset.
  static func decode(_ bytes: ArraySlice<UInt8>, charset: String) -> String? {
    let converter = unsafe iconv_open("UTF-8", charset)
    // `iconv_open` fails with -1 in the shape of a pointer.
    guard Int(bitPattern: converter) != -1 else { return nil }
    defer { unsafe iconv_close(converter) }
    var input = Array(bytes)
    var text: [UInt8] = []
    text.reserveCapacity(input.count + input.count / 2)
    let replacement = Array("\u{FFFD}".utf8)
    var piece = [UInt8](repeating: 0, count: 16_384)
    unsafe input.withUnsafeMutableBytes { input in
      var next = unsafe input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      while left > 0 {
        let (produced, failure) = unsafe convert(converter, &next, &left, into: &piece)
        text += piece[..<produced]
        switch failure {
        case nil, E2BIG: continue
        default:
          text += replacement
          // A sequence that the end cuts off is one mistake; elsewhere the next byte may start
          // anew.
          let skipped = failure == EINVAL ? left : 1
          unsafe next = next?.advanced(by: skipped)
          left -= skipped
        }
      }
    }
    // Some charsets hold a letter back until they know that no accent follows.
    var noInput: UnsafeMutablePointer<CChar>?
    var nothing = 0
    text += unsafe piece[..<convert(converter, &noInput, &nothing, into: &piece).produced]
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - charset: a name that `iconv` knows.
  /// - Returns: `nil` when the charset has not all of its characters, or this system lacks it.
  static func encode(_ text: String, charset: String) -> [UInt8]? {
    let converter = unsafe iconv_open(charset, "UTF-8")
    guard Int(bitPattern: converter) != -1 else { return nil }
    defer { unsafe iconv_close(converter) }
    var input = Array(text.utf8)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    let isWhole = unsafe input.withUnsafeMutableBytes { input in
      var next = unsafe input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      while left > 0 {
        let (produced, failure) = unsafe convert(converter, &next, &left, into: &piece)
        bytes += piece[..<produced]
        if let failure, failure != E2BIG { return false }
      }
      return true
    }
    // Charsets with states go back to the first one at the end.
    var noInput: UnsafeMutablePointer<CChar>?
    var nothing = 0
    bytes += unsafe piece[..<convert(converter, &noInput, &nothing, into: &piece).produced]
    return isWhole ? bytes : nil
  }

  /// Where `bytes` stop being right.
  ///
  /// - Parameters:
  ///   - bytes: the whole text.
  ///   - charset: a name that `iconv` knows.
  /// - Returns: the first byte that cannot be decoded, or that this system lacks the charset;
  ///   `nil` where all is right.
  static func firstFault(
    in bytes: ArraySlice<UInt8>,
    charset: String
  ) -> TextEncoding.Fault? {
    let converter = unsafe iconv_open("UTF-8", charset)
    guard Int(bitPattern: converter) != -1 else { return .unsupported }
    defer { unsafe iconv_close(converter) }
    var input = Array(bytes)
    var piece = [UInt8](repeating: 0, count: 16_384)
    return unsafe input.withUnsafeMutableBytes { input -> TextEncoding.Fault? in
      var next = unsafe input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      while left > 0 {
        let (_, failure) = unsafe convert(converter, &next, &left, into: &piece)
        if let failure, failure != E2BIG { return .byte(bytes.endIndex - left) }
      }
      return nil
    }
  }

  /// Converts until `piece` is full or the input stops it.
  private static func convert(
    _ converter: iconv_t?,
    _ next: inout UnsafeMutablePointer<CChar>?,
    _ left: inout Int,
    into piece: inout [UInt8]
  ) -> (produced: Int, failure: Int32?) {
    unsafe piece.withUnsafeMutableBytes { output in
      var place = unsafe output.baseAddress?.assumingMemoryBound(to: CChar.self)
      var space = output.count
      let status = unsafe iconv(converter, &next, &left, &place, &space)
      let failure = status == -1 ? errno : nil
      return (output.count - space, failure)
    }
  }
}
