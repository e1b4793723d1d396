import Compression
import Documents
import Encodings
import HTTPMessages

/// What HTTP adds to content: encodings, caching, headers.
enum TransferRoutes {
  static let all = [
    Route("GET", "/gzip", "JSON with Content-Encoding: gzip") { _ in
      encoded("gzip", .gzip)
    },
    Route("GET", "/deflate", "JSON with Content-Encoding: deflate") { _ in
      encoded("deflate", .zlib)
    },
    Route("GET", "/cacheable", "JSON with ETag and Last-Modified: ?key=K&max-age=60", cacheable),
    Route("GET", "/headers", "An answer with a repeated header") { _ in
      HTTPResponse.json([:]).with("X-Tag", "one").with("X-Tag", "two").with("X-Number", "42")
        .with("Link", "</catalogue>; rel=\"related\"")
    },
  ]

  private static func encoded(_ name: String, _ format: Deflater.Format) -> HTTPResponse {
    let message = String(repeating: "curlew ", count: 20).trimmed
    let body: JSONValue = ["encoding": .string(name), "message": .string(message)]
    return HTTPResponse(type: "application/json", body: Deflater.whole(body.serialized(), format))
      .with("Content-Encoding", name).with("Vary", "Accept-Encoding")
  }

  @Sendable private static func cacheable(_ call: Call) throws(Problem) -> HTTPResponse {
    let age = try call.integer("max-age", default: 60, in: 0...31_536_000)
    let key = try Call.key(call.query("key") ?? "", named: "key")
    let tag = "\"v1\""
    let modified = "Sat, 31 Jan 2026 12:00:00 GMT"
    let validators = { (response: HTTPResponse) in
      response.with("ETag", tag).with("Last-Modified", modified)
        .with("Cache-Control", "max-age=\(age)")
    }
    let headers = call.request.headers
    // RFC 9110, 13.1.3: the date counts only without If-None-Match.
    let isCurrent =
      headers["If-None-Match"] == nil
      ? headers["If-Modified-Since"] == modified : call.hasCurrent(entityTag: tag)
    if isCurrent { return validators(.empty(304)) }
    let served = (call.state.served[key] ?? 0) + 1
    call.state.served[key] = served
    return validators(.json(["version": 1, "key": .string(key)])).with("X-Served", String(served))
  }
}
