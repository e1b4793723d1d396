import Cryptography
import Documents
import Encodings

/// Files that are uploaded in parts, each to where the answer before points.
enum FileRoutes {
  static let all = [
    Route("POST", "/files", "Starts a file; Location says where its next part goes", start),
    Route("PATCH", "/files/{id}", "Appends a part: ?offset= the bytes so far", append),
    Route("PUT", "/files/{id}", "Ends a file: ?sha256= its digest", finish),
    Route("GET", "/files/{id}", "A file that is ended", read),
  ]

  /// The most bytes of a file.
  private static let maximumBytes = 1 << 20

  @Sendable private static func start(_ call: Call) -> HTTPResponse {
    let file = DemoState.File(id: call.state.identifiers.uuid())
    call.state.files[file.id] = file
    return next(file)
  }

  @Sendable private static func append(_ call: Call) throws(Problem) -> HTTPResponse {
    var file = try find(call)
    let offset = try call.integer("offset", default: -1, in: 0...maximumBytes)
    guard !file.isEnded, offset == file.bytes.count else {
      let state = file.isEnded ? "the file is ended" : "the file has \(file.bytes.count) bytes"
      throw Problem(409, state)
    }
    guard file.bytes.count + call.request.body.count <= maximumBytes else {
      throw Problem(413, "a file may have \(maximumBytes) bytes at most")
    }
    file.bytes += call.request.body
    call.state.files[file.id] = file
    return next(file)
  }

  @Sendable private static func finish(_ call: Call) throws(Problem) -> HTTPResponse {
    var file = try find(call)
    guard let digest = try? DigestAlgorithm.sha256.digest(of: file.bytes) else {
      throw Problem(501, "this system has no SHA-256")
    }
    let sha256 = Hex.encode(digest)
    if let wanted = call.query("sha256"), wanted.lowercased() != sha256 {
      throw .invalid("sha256", "the bytes that came have the digest \(sha256)")
    }
    file.isEnded = true
    call.state.files[file.id] = file
    let answer: JSONValue = [
      "id": .string(file.id), "length": .integer(file.bytes.count), "sha256": .string(sha256),
    ]
    return .json(answer, status: 201).with("Location", "/files/\(file.id)")
  }

  @Sendable private static func read(_ call: Call) throws(Problem) -> HTTPResponse {
    let file = try find(call)
    guard file.isEnded else { throw Problem(404, "the file \(file.id) is not ended") }
    return HTTPResponse(type: "application/octet-stream", body: file.bytes)
  }

  private static func next(_ file: DemoState.File) -> HTTPResponse {
    .empty(202).with("Location", "/files/\(file.id)?offset=\(file.bytes.count)")
  }

  private static func find(_ call: Call) throws(Problem) -> DemoState.File {
    guard let file = call.state.files[call.parameter("id")] else {
      throw Problem(404, "no file \(call.parameter("id"))")
    }
    return file
  }
}
