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
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    let isKnown = convert(bytes, from: charset, to: "UTF-8") {
      text += $0
    } skip: { left, isCut in
      text += "\u{FFFD}".utf8
      // A sequence that the end cuts off is one mistake; elsewhere the next byte may start anew.
      return isCut ? left : 1
    }
    return isKnown ? String(decoding: text, as: UTF8.self) : nil
  }

  /// The bytes of a text.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - charset: a name that `iconv` knows.
  /// - Returns: `nil` when the charset has not all of its characters, or this system lacks it.
  static func encode(_ text: String, charset: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var isWhole = true
    let isKnown = convert(text.utf8, from: "UTF-8", to: charset) {
      bytes += $0
    } skip: { left, _ in
      isWhole = false
      return left
    }
    return isKnown && isWhole ? bytes : nil
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
    var fault: TextEncoding.Fault?
    let isKnown = convert(bytes, from: charset, to: "UTF-8") {
      _ = $0
    } skip: { left, _ in
      fault = .byte(bytes.endIndex - left)
      return left
    }
    return isKnown ? fault : .unsupported
  }

  /// Converts a whole text.
  ///
  /// - Parameters:
  ///   - input: the text.
  ///   - charset: the name that `iconv` has for its charset.
  ///   - other: the name of the other charset.
  ///   - take: gets what the text becomes, piece by piece.
  ///   - skip: is told how many bytes are left where one cannot be converted, and whether they are the
  ///     start of a sequence that the end cuts off; gives how many of them are passed over.
  /// - Returns: whether this system has the charsets.
  private static func convert(
    _ input: some Sequence<UInt8>,
    from charset: String,
    to other: String,
    _ take: (ArraySlice<UInt8>) -> Void,
    skip: (_ left: Int, _ isCut: Bool) -> Int
  ) -> Bool {
    let converter = unsafe iconv_open(other, charset)
    // `iconv_open` fails with -1 in the shape of a pointer.
    guard Int(bitPattern: converter) != -1 else { return false }
    defer { unsafe iconv_close(converter) }
    var input = Array(input)
    var piece = [UInt8](repeating: 0, count: 16_384)
    unsafe input.withUnsafeMutableBytes { input in
      var next = unsafe input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      while left > 0 {
        let (produced, failure) = unsafe convert(converter, &next, &left, into: &piece)
        take(piece[..<produced])
        guard let failure, failure != E2BIG else { continue }
        let skipped = skip(left, failure == EINVAL)
        unsafe next = next?.advanced(by: skipped)
        left -= skipped
      }
    }
    // Some charsets hold a letter back until they know that no accent follows; those with states go back
    // to the first one at the end.
    var noInput: UnsafeMutablePointer<CChar>?
    var nothing = 0
    take(unsafe piece[..<convert(converter, &noInput, &nothing, into: &piece).produced])
    return true
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
