import Contracts
import CurlTransport
import Documents
import Files
import HTTPMessages
import SessionCore

extension ContractExchange {
  /// An exchange of a step.
  ///
  /// - Parameters:
  ///   - hop: the request as it was sent, and the head of its response.
  ///   - path: the path of the request below the contract.
  ///   - response: the response with its body; `nil` for a redirect, whose body is not kept.
  init(_ hop: SessionMetrics.Hop, path: String, response: ResponseContext?) {
    let request = hop.request
    self.init(
      method: request.method,
      path: path,
      base: [],
      query: request.url.query,
      requestHeaders: request.headers.map { ($0.name, $0.value) },
      requestBody: ContractBody(request),
      status: hop.response.status,
      responseHeaders: hop.response.headers.map { ($0.name, $0.value) },
      responseBody: ContractBody(
        hop.response,
        response,
        isStillCoded: request.transport?.decodesContent == false
          && hop.response.headers["Content-Encoding"] != nil && response?.coded == nil
      ),
      knowsResponseBody: response != nil || hop.response.headers["Content-Length"] != nil
    )
  }
}

extension ContractBody {
  /// How many bytes a body may have that is put together or read from a file to be checked.
  private static let largestRead = 4 << 20
  /// How many bytes a body may come to that is decoded for the check alone.
  private static let largestCoded = 64 << 20

  /// The body of a request; `nil` when there is none.
  fileprivate init?(_ request: SessionRequest) {
    let type = request.headers["Content-Type"]
    // What was compressed to be sent is not what the document is about.
    let isCoded = request.headers["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false
    switch request.body {
    case .none:
      return nil
    case .bytes(let bytes):
      self.init(contentType: type, bytes: bytes, isComplete: !isCoded, json: nil)
    case .multipart(let form):
      let bytes = form.bytes(atMost: Self.largestRead)
      self.init(
        contentType: type ?? form.contentType,
        bytes: bytes ?? [],
        isComplete: bytes != nil,
        json: nil
      )
    case .file(let path):
      let bytes = isCoded ? nil : try? FileSystem.read(path, limit: Self.largestRead)
      self.init(contentType: type, bytes: bytes ?? [], isComplete: bytes != nil, json: nil)
    case .source:
      self.init(contentType: type, bytes: [], isComplete: false, json: nil)
    }
  }

  /// The body of a response; `nil` when it is empty.
  fileprivate init?(
    _ head: SessionResponse,
    _ response: ResponseContext?,
    isStillCoded: Bool
  ) {
    let type = head.headers["Content-Type"]
    guard let response else {
      // The body of a redirect is not kept; its fields say what it was.
      guard head.headers["Content-Length"].map({ $0 != "0" }) ?? (type != nil) else { return nil }
      self.init(contentType: type, bytes: [], isComplete: false, json: nil)
      return
    }
    guard response.bodyCount > 0 else { return nil }
    if isStillCoded {
      // The step leaves the coding as it is; the contract is about what it stands for.
      let coded = CodedBody(response.body, head.headers, limit: Self.largestCoded)
      let bytes = try? coded.decoded.get()
      self.init(contentType: type, bytes: bytes ?? [], isComplete: bytes != nil, json: nil)
      return
    }
    self.init(
      contentType: type,
      bytes: response.body,
      isComplete: response.body.count == response.bodyCount,
      json: Self.json(response, head.mimeType)
    )
  }

  /// The value of a JSON body, which assertions may have decoded before.
  private static func json(
    _ response: ResponseContext,
    _ type: String?
  ) -> (@Sendable () -> JSONValue?)? {
    guard let type, type.hasSuffix("/json") || type.hasSuffix("+json"),
      case .tree(let value)? = (try? response.decoded(as: .json))?.content
    else { return nil }
    return { value }
  }
}
