public import CurlTransport

/// What a request sends behind its head.
public enum RequestBody: Sendable {
  /// Nothing.
  case none
  /// Bytes in memory.
  case bytes([UInt8])
  /// A file, read while it is sent.
  case file(path: String)
  /// A source of bytes; without a length they go in chunks.
  case source(any BodySource)
  /// A form in parts.
  case multipart(MultipartFormData)
}

extension RequestBody {
  /// Whether the body can be sent a second time without asking anybody.
  ///
  /// A source may still be able to rewind; that shows when it is asked to.
  public var isReplayable: Bool {
    switch self {
    case .none, .bytes, .file: true
    case .source(let source): (source as? CompressedBodySource)?.isReplayable ?? false
    case .multipart(let form):
      form.parts.allSatisfy { part in
        if case .source = part.content { false } else { true }
      }
    }
  }

  /// The number of bytes, `nil` when it is not known without opening a file or at all.
  public var length: Int64? {
    switch self {
    case .none: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .file: nil
    case .source(let source): source.length
    case .multipart(let form): form.contentLength
    }
  }

  /// Goes back to the first byte, if that can be done.
  func rewind() -> Bool {
    switch self {
    case .none, .bytes, .file: true
    case .source(let source): source.rewind()
    case .multipart(let form): MultipartSource(form).rewind()
    }
  }

  /// The body as the transport takes it.
  var transferBody: TransferBody {
    switch self {
    case .none: .none
    case .bytes(let bytes): .bytes(bytes)
    case .file(let path): .file(path: path)
    case .source(let source): .source(source)
    case .multipart(let form): .source(MultipartSource(form))
    }
  }
}
