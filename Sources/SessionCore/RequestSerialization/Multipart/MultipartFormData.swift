public import CurlTransport

/// A form in parts (RFC 7578), framed byte for byte as AFNetworking does.
///
/// Files and streams are read while they are sent, so a form may be larger than memory; its length
/// is known beforehand all the same. Quotes and line breaks in names are percent-encoded, as
/// browsers do; AFNetworking lets them through, and so lets a name forge headers.
///
/// ```swift
/// var form = MultipartFormData()
/// form.append("hello", name: "greeting")
/// try form.append(file: "photo.png", name: "photo")
/// ```
public struct MultipartFormData: Sendable {
  /// What separates the parts.
  public var boundary: String { framing.boundary }
  let framing: MultipartFraming
  private(set) var parts: [Part] = []
  private(set) var throttle: Throttle?

  /// How slowly a form is sent: a pause after every so many bytes.
  struct Throttle: Sendable {
    var packetSize: Int
    var delay: Duration
  }

  struct Part: Sendable {
    var name: String
    var fileName: String?
    var mimeType: String?
    var head: [UInt8]
    var content: Content

    enum Content: Sendable {
      case bytes([UInt8])
      case file(path: String, length: Int64)
      case source(any BodySource, length: Int64)
    }

    var contentLength: Int64 {
      switch content {
      case .bytes(let bytes): Int64(bytes.count)
      case .file(_, let length), .source(_, let length): length
      }
    }
  }

  /// Creates an empty form.
  ///
  /// - Parameters:
  ///   - boundary: must not occur in any part.
  ///   - type: a `multipart` media type without boundary, such as `multipart/mixed`; `nil` for `multipart/form-data`.
  public init(boundary: String = MultipartFormData.randomBoundary(), type: String? = nil) {
    framing = MultipartFraming(boundary: boundary, type: type ?? MultipartFraming.formType)
  }

  /// A boundary that no part contains but by a chance of 2⁻⁶⁴: `Boundary+` and 16 digits.
  public static func randomBoundary() -> String { MultipartFraming.randomBoundary() }

  /// Whether there is no part.
  public var isEmpty: Bool { parts.isEmpty }

  /// The value of the `Content-Type` header.
  public var contentType: String { framing.contentType }

  /// The number of bytes of the whole body.
  public var contentLength: Int64 {
    guard !parts.isEmpty else { return 0 }
    var length = Int64(framing.finalDelimiter.count)
    for (index, part) in parts.enumerated() {
      length += Int64(framing.delimiter(isFirst: index == 0).count + part.head.count)
      length += part.contentLength
    }
    return length
  }

  /// The whole body, for who looks at it; files are read at once.
  ///
  /// - Parameter limit: how many bytes it may have.
  /// - Returns: the bytes as they are sent; `nil` when there are more, when a part is a stream, or when a file
  ///   cannot be read or has another length by now.
  public func bytes(atMost limit: Int) -> [UInt8]? {
    if isEmpty { return [] }
    let length = contentLength
    guard length <= limit, RequestBody.multipart(self).isReplayable else { return nil }
    // With room for one byte more, so that all of it comes at once and every file's end is seen.
    return try? MultipartSource(self, isPaced: false).next(Int(length) + 1).bytes
  }
}

extension MultipartFormData {
  /// Adds a text without content type.
  public mutating func append(_ text: String, name: String) {
    append(Array(text.utf8), name: name)
  }

  /// Adds bytes.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - name: of the form's field.
  ///   - fileName: of the file that the bytes stand for, `nil` for none.
  ///   - mimeType: the part's content type, `nil` for none.
  public mutating func append(
    _ bytes: [UInt8],
    name: String,
    fileName: String? = nil,
    mimeType: String? = nil
  ) {
    append(.bytes(bytes), name: name, fileName: fileName, mimeType: mimeType)
  }

  /// Adds a file, which is read while the form is sent.
  ///
  /// - Parameters:
  ///   - file: a path or a `file` URL.
  ///   - name: of the form's field.
  ///   - fileName: by default that of the file.
  ///   - mimeType: by default that of the file's extension.
  /// - Throws: `SessionError` (-1000) when it is no regular file that can be read.
  public mutating func append(
    file: String,
    name: String,
    fileName: String? = nil,
    mimeType: String? = nil
  ) throws(SessionError) {
    let path = try FilePath.path(of: file)
    let length = try FilePath.lengthOfReadableFile(path)
    append(
      .file(path: path, length: length),
      name: name,
      fileName: fileName ?? path.split(separator: "/").last.map(String.init) ?? path,
      mimeType: mimeType ?? MediaType.ofFile(named: path)
    )
  }

  /// Adds a stream.
  ///
  /// - Parameters:
  ///   - source: gives the bytes.
  ///   - length: how many bytes it gives; another number ends the transfer with an error, where
  ///     AFNetworking sends a broken form.
  ///   - name: of the form's field.
  ///   - fileName: of the file that the stream stands for.
  ///   - mimeType: the part's content type.
  public mutating func append(
    source: any BodySource,
    length: Int64,
    name: String,
    fileName: String? = nil,
    mimeType: String = MediaType.octetStream
  ) {
    append(
      .source(source, length: max(0, length)),
      name: name,
      fileName: fileName,
      mimeType: mimeType
    )
  }

  /// Sends the form slowly, as `throttleBandwidthWithPacketSize:delay:` does.
  ///
  /// AFNetworking sleeps on the stream's thread after each read of a part, however short; here the
  /// pause follows every full packet of the whole body, and other transfers go on meanwhile. What
  /// is written to a file is not slowed down.
  ///
  /// - Parameters:
  ///   - packetSize: bytes between two pauses, at least 1; AFNetworking suggests 16384 for 3G.
  ///   - delay: the length of a pause; AFNetworking suggests 0.2 seconds.
  public mutating func throttleBandwidth(
    packetSize: Int = 16_384,
    delay: Duration = .milliseconds(200)
  ) {
    throttle = Throttle(packetSize: max(1, packetSize), delay: delay)
  }

  /// Writes the whole body to a file, to be sent from there.
  ///
  /// - Parameter path: of a file that does not exist yet.
  /// - Returns: the body that reads the file.
  /// - Throws: `SessionError` when a part cannot be read or the file not be written.
  public func write(to path: String) throws(SessionError) -> RequestBody {
    try FormFile.write(MultipartSource(self, isPaced: false), to: path)
    return .file(path: path)
  }

  /// The same without holding up the caller, for forms of large files.
  ///
  /// - Parameter path: of a file that does not exist yet.
  /// - Returns: the body that reads the file.
  /// - Throws: `SessionError` as the one that blocks does, and -999 when the calling task is
  ///   cancelled; a file that is not complete is removed.
  @concurrent
  public func writeInBackground(to path: String) async throws(SessionError) -> RequestBody {
    try await FormFile.writeInPieces(MultipartSource(self, isPaced: false), to: path)
    return .file(path: path)
  }

  /// The same with a completion, as `requestWithMultipartFormRequest:writingStreamContentsToFile:`.
  ///
  /// - Parameters:
  ///   - path: of a file that does not exist yet.
  ///   - completion: called exactly once, on no thread in particular.
  public func write(
    to path: String,
    completion: @escaping @Sendable (Result<RequestBody, SessionError>) -> Void
  ) {
    Task.detached {
      let result = await Result { () async throws(SessionError) in
        try await writeInBackground(to: path)
      }
      completion(result)
    }
  }

  /// Adds parameters as AFNetworking does: nested names in brackets, each value a part.
  mutating func append(
    parameters: ParameterValue?,
    encoder: QueryEncoder
  ) throws(SessionError) {
    guard let parameters else { return }
    for pair in try encoder.pairs(of: parameters) {
      append(pair.bytes, name: pair.name)
    }
  }

  private mutating func append(
    _ content: Part.Content,
    name: String,
    fileName: String?,
    mimeType: String?
  ) {
    parts.append(
      Part(
        name: name,
        fileName: fileName,
        mimeType: mimeType,
        head: framing.head(name: name, fileName: fileName, mimeType: mimeType),
        content: content
      )
    )
  }
}
