public import Foundation
public import SessionCore

extension RequestBody {
  /// Bytes that Foundation holds.
  public static func data(_ data: Data) -> RequestBody { .bytes(Array(data)) }

  /// A file by its URL.
  ///
  /// - Throws: ``SessionError`` (-1000) for a URL that is not that of a file.
  public static func file(at url: URL) throws(SessionError) -> RequestBody {
    guard url.isFileURL else {
      throw SessionError(
        code: .badURL,
        message: "Expected URL to be a file URL",
        failingURL: url.absoluteString
      )
    }
    return .file(path: url.path(percentEncoded: false))
  }
}

extension SessionData {
  /// The body as Foundation has it.
  public var body: Data { Data(data) }
}

extension DataResponse {
  /// The body as Foundation has it.
  public var body: Data { Data(data) }
}

extension SessionError {
  /// The body of the answer as Foundation has it, if one came.
  public var body: Data? { data.map { Data($0) } }
}

extension ParameterValue {
  /// Bytes that Foundation holds.
  public init(_ data: Data) { self = .data(Array(data)) }

  /// A point in time.
  public init(_ date: Date) { self = .date(date.timeIntervalSince1970) }
}

extension MultipartFormData {
  /// Adds bytes that Foundation holds.
  ///
  /// - Parameters:
  ///   - data: the content.
  ///   - name: of the form's field.
  ///   - fileName: of the file that the bytes stand for, `nil` for none.
  ///   - mimeType: the part's content type, `nil` for none.
  public mutating func append(
    data: Data,
    name: String,
    fileName: String? = nil,
    mimeType: String? = nil
  ) {
    append(Array(data), name: name, fileName: fileName, mimeType: mimeType)
  }
}
