import HTTPMessages

/// Writes answers as HTTP/1.1 bytes.
struct HTTPResponseWriter {
  /// Whether the connection stays open after the answer.
  var keepsAlive: Bool
  /// Whether only the head is wanted.
  var isHead: Bool
  var version: HTTPRequest.Version
  /// The value of the `Date` header.
  var date: String

  /// Whether the answer's pieces are framed as chunks; HTTP/1.0 gets them bare.
  var sendsChunks: Bool { version != .http10 }

  /// Whether a body follows the head.
  func sendsBody(_ response: HTTPResponse) -> Bool {
    !isHead && response.status != 204 && response.status != 304
  }

  /// The head of an answer, with what frames its body.
  func head(_ response: HTTPResponse) -> [UInt8] {
    let reason = HTTPResponse.reason(response.status)
    var text = "HTTP/1.1 \(response.status) \(reason)\r\nDate: \(date)\r\nServer: curlew-demo\r\n"
    for field in response.headers {
      text += "\(Self.line(field.name)): \(Self.line(field.value))\r\n"
    }
    if response.status != 204, response.status != 304 {
      switch response.body {
      case .bytes(let bytes): text += "Content-Length: \(bytes.count)\r\n"
      case .pieces, .endless:
        if sendsChunks { text += "Transfer-Encoding: chunked\r\n" }
      }
    }
    if !keepsAlive {
      text += "Connection: close\r\n"
    } else if version == .http10 {
      text += "Connection: keep-alive\r\n"
    }
    text += "\r\n"
    return Array(text.utf8)
  }

  /// A piece of a body of unknown length.
  func piece(_ bytes: [UInt8]) -> [UInt8] {
    guard sendsChunks else { return bytes }
    guard !bytes.isEmpty else { return [] }
    return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
  }

  /// What ends a body of unknown length.
  var lastPiece: [UInt8] { sendsChunks ? Array("0\r\n\r\n".utf8) : [] }

  /// A header's text without what would end its line.
  private static func line(_ text: String) -> String {
    let isControl = { (byte: UInt8) in (byte < 0x20 && byte != 0x09) || byte == 0x7F }
    guard text.utf8.contains(where: isControl) else { return text }
    return String(decoding: text.utf8.map { isControl($0) ? 0x20 : $0 }, as: UTF8.self)
  }
}
