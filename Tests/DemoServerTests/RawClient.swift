import Documents
import Glibc

/// A client of nothing but a socket, so that a test sees every byte.
final class RawClient {
  enum Failure: Error {
    case connect(Int32)
    case ended
    case malformed(String)
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // `deinit` closes it here, too: a second close could hit a file of another test.
    guard status == 0 else { throw Failure.connect(errno) }
    // A server that hangs fails the test instead of holding it.
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }

  deinit {
    close(descriptor)
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends as much as the server takes.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let rest = Array(bytes[sent...])
      let count = unsafe Glibc.send(descriptor, rest, rest.count, Int32(MSG_NOSIGNAL))
      if count <= 0 { return }
      sent += count
    }
  }

  /// Ends the sending, as a client that closes half of its connection.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads some more.
  ///
  /// - Returns: false at the end, and after a reset.
  func receive() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    buffer += chunk[..<count]
    return true
  }

  /// All bytes until the server closes.
  func rest() -> [UInt8] {
    while receive() {}
    defer { buffer = [] }
    return buffer
  }

  func line() throws -> String {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line.hasSuffix("\r") ? String(line.dropLast()) : line
      }
      searched = buffer.count
      guard receive() else { throw Failure.ended }
    }
  }

  func bytes(_ count: Int) throws -> [UInt8] {
    while buffer.count < count {
      guard receive() else { throw Failure.ended }
    }
    defer { buffer.removeSubrange(..<count) }
    return Array(buffer[..<count])
  }

  /// Reads one answer.
  func answer(isHead: Bool = false) throws -> RawAnswer {
    let statusLine = try line().split(separator: " ", maxSplits: 2)
    guard statusLine.count == 3, let status = Int(statusLine[1]) else {
      throw Failure.malformed(statusLine.joined(separator: " "))
    }
    var answer = RawAnswer(status: status)
    while true {
      let line = try line()
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: ":") else { throw Failure.malformed(line) }
      let name = line[..<colon].lowercased()
      answer.headers.append((name, String(line[line.index(colon, offsetBy: 2)...])))
    }
    if isHead || status == 204 || status == 304 || status == 100 { return answer }
    if answer["transfer-encoding"] == "chunked" {
      while let size = Int(try line(), radix: 16), size > 0 {
        answer.body += try bytes(size)
        _ = try line()
      }
      _ = try line()
    } else {
      answer.body = try bytes(Int(answer["content-length"] ?? "0") ?? 0)
    }
    return answer
  }

  /// Sends a request with a body, if there is one, and reads the answer.
  func exchange(
    _ method: String,
    _ target: String,
    _ headers: [String: String] = [:],
    body: String? = nil
  ) throws -> RawAnswer {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: demo\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
    send(text + "\r\n" + (body ?? ""))
    return try answer(isHead: method == "HEAD")
  }

  /// Sends a JSON body.
  func json(
    _ method: String,
    _ target: String,
    _ body: JSONValue,
    _ headers: [String: String] = [:]
  ) throws -> RawAnswer {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return try exchange(method, target, headers, body: body.description)
  }
}

/// An answer as it came.
struct RawAnswer {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// The first value of a header, by its lower-case name.
  subscript(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON; null when it is none.
  var json: JSONValue { (try? JSONParser().parse(body)) ?? .null }
}
