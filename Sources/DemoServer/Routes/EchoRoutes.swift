import Cryptography
import Documents
import Encodings
import HTTPMessages

/// Requests echoed as JSON.
enum EchoRoutes {
  static let all = [
    Route("*", "/echo/{rest…}", "The request as JSON", echo),
    Route("POST", "/forms", "A urlencoded form as JSON", form),
    Route("GET", "/form", "The query as a urlencoded form") { call in
      HTTPResponse(
        type: "application/x-www-form-urlencoded",
        body: Array((call.request.query ?? "").utf8)
      )
    },
    Route("POST", "/uploads", "The parts of a multipart form as JSON", uploads),
  ]

  private static let maximumShownBytes = 8 << 20
  private static let maximumParts = 10_000

  @Sendable private static func echo(_ call: Call) -> HTTPResponse {
    let request = call.request
    let fields = request.headers.map { (name: $0.name, value: $0.value) }
    let headers = fields.map { (name: $0.name.lowercased(), value: $0.value) }
    // Escaped, a byte may take six.
    let isShown = (1...maximumShownBytes).contains(request.body.count)
    let text = isShown ? String(validating: request.body, as: UTF8.self) : nil
    let base64 = isShown && text == nil ? Base64.encode(request.body) : nil
    let isDecoded = isShown && request.body.count <= Call.maximumDecodedBytes
    let decoded = isDecoded ? try? JSONParser().parse(request.body) : nil
    return .json([
      "method": .string(request.method),
      "path": .string(PercentEncoding.decodeTextLeniently(request.path)),
      "target": .string(request.target), "http": .string("1.\(request.version.minor)"),
      "query": .grouped(request.queryPairs), "query_pairs": .pairs(request.queryPairs),
      "headers": .grouped(headers), "header_pairs": .pairs(fields),
      "content_type": .optional(request.headers["Content-Type"]),
      "length": .integer(request.body.count), "text": .optional(text), "base64": .optional(base64),
      "json": decoded ?? .null, "connection": .integer(call.place.connection),
      "request": .integer(call.place.request),
    ])
  }

  @Sendable private static func form(_ call: Call) throws(Problem) -> HTTPResponse {
    let pairs = try call.form()
    return .json(["fields": .grouped(pairs), "pairs": .pairs(pairs)])
  }

  @Sendable private static func uploads(_ call: Call) throws(Problem) -> HTTPResponse {
    let type = HeaderParameters(call.request.headers["Content-Type"] ?? "")
    guard type.value == "multipart/form-data", let boundary = type["boundary"],
      (1...70).contains(boundary.utf8.count)
    else { throw Problem(415, "expected multipart/form-data with a boundary of 1 to 70 bytes") }
    guard let parts = BodyPart.parts(of: call.request.body, boundary: boundary),
      parts.count <= maximumParts,
      parts.allSatisfy({ $0.disposition?.value == "form-data" && $0.name != nil })
    else { throw Problem(400, "the multipart body is not well-formed") }
    let described = parts.map { part -> JSONValue in
      let content = Array(part.bytes)
      let text = content.count <= 4096 ? String(validating: content, as: UTF8.self) : nil
      return [
        "name": .optional(part.name), "filename": .optional(part.fileName),
        "type": .optional(part.header("content-type")), "size": .integer(content.count),
        "crc32": .string(Hex.text(UInt64(CRC32.checksum(content)), width: 8)),
        "md5": .optional((try? DigestAlgorithm.md5.digest(of: content)).map { Hex.encode($0) }),
        "text": .optional(text),
      ]
    }
    return .json(["count": .integer(parts.count), "parts": .array(described)])
  }
}
