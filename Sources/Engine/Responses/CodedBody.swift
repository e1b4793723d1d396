import Compression
import Diagnostics
import HTTPMessages

/// A body as it came, the coding of which is undone when something asks for what is in it.
struct CodedBody {
  /// The bytes as they came.
  let bytes: [UInt8]
  /// The bytes without their coding, or why there are none.
  let decoded: Result<[UInt8], ResponseContext.DecodingFailure>

  private typealias Failure = ResponseContext.DecodingFailure

  /// The bytes without their coding; where it cannot be undone, as they came.
  var readable: [UInt8] { (try? decoded.get()) ?? bytes }

  /// Decodes a body.
  ///
  /// - Parameters:
  ///   - bytes: the bytes as they came.
  ///   - headers: the fields of the answer.
  ///   - limit: how many bytes it may come to; `nil` for any number.
  init(_ bytes: [UInt8], _ headers: HTTPHeaders, limit: Int?) {
    self.bytes = bytes
    decoded = Result { () throws(Failure) in
      try Self.decode(bytes, Self.codings(headers), limit: limit)
    }
  }

  /// The codings that `Content-Encoding` lists, in the order in which they were applied (RFC 9110, section 8.4).
  private static func codings(_ headers: HTTPHeaders) -> [String] {
    headers.values("Content-Encoding").flatMap { value in
      value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    }.filter { $0 != "identity" }
  }

  private static func decode(
    _ bytes: [UInt8],
    _ names: [String],
    limit: Int?
  ) throws(Failure) -> [UInt8] {
    guard !names.isEmpty, !bytes.isEmpty else { return bytes }
    let codings = try names.map { name throws(Failure) in
      guard let coding = ContentCoding(name: name) else {
        throw Failure(message: "the content encoding \(TerminalText.escaped(name)) is not known")
      }
      return coding
    }
    let list = names.joined(separator: ", ")
    var (output, place) = ([UInt8](), 0)
    var endsEarly = false
    do throws(CompressionError) {
      let decoder = try ContentDecoder(codings)
      while case let count = try decoder.decode(bytes, from: &place), count > 0 {
        unsafe output.append(contentsOf: decoder.output(count))
        if output.count > limit ?? .max { break }
      }
      endsEarly = decoder.endsEarly
    } catch {
      throw Failure(message: "the content encoding \(list) cannot be undone: \(error.message)")
    }
    if let limit, output.count > limit {
      throw Failure(message: "the body has more than \(limit) bytes once decoded", isLimit: true)
    }
    if endsEarly { throw Failure(message: "the \(list) body ended too early") }
    return output
  }
}
