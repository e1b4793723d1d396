/// The routes that give content of a kind, or a part of it.
enum ContentRoutes {
  static func sample(_ kind: String) -> FixtureResponse? {
    switch kind {
    case "json": .json(json)
    case "xml": .text(xml, type: "application/xml")
    case "html": .text(html, type: "text/html; charset=utf-8")
    case "png": .bytes(PNGImage.encode(width: 4, height: 3), type: "image/png")
    case "plist": .text(propertyList, type: "application/x-plist")
    case "gzip":
      .bytes(Gzip.stored(Array(json.utf8)), type: "application/json")
        .adding("Content-Encoding", "gzip")
    default: nil
    }
  }

  /// Bytes of the pattern, whole or as `Range` and `If-Range` ask (RFC 9110, section 14).
  static func pattern(count: Int, _ request: FixtureRequest) -> FixtureResponse {
    let tag = "\"\(request.queryValue("etag") ?? "pattern-\(count)")\""
    let headers = [
      ("Content-Type", "application/octet-stream"), ("Accept-Ranges", "bytes"), ("ETag", tag),
    ]
    let whole = FixtureResponse(200, headers: headers, body: .pattern(0..<count))
    guard let value = request.header("Range"), request.header("If-Range") ?? tag == tag,
      value.hasPrefix("bytes=")
    else { return whole }
    let ends = value.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, !value.contains(",") else { return whole }
    let range: Range<Int>? =
      switch (Int(ends[0]), Int(ends[1])) {
      case (let start?, nil) where ends[1].isEmpty && start < count: start..<count
      case (let start?, let last?) where start <= last && start < count:
        start..<(min(last, count - 1) + 1)
      case (nil, let length?) where ends[0].isEmpty && length > 0: max(0, count - length)..<count
      default: nil
      }
    guard let range else {
      return .status(416, headers: [("Content-Range", "bytes */\(count)")])
    }
    let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
    return FixtureResponse(206, headers: headers, body: .pattern(range))
      .adding("Content-Range", place)
  }

  static func entityTag(_ request: FixtureRequest) -> FixtureResponse {
    let tag = "\"\(request.queryValue("etag") ?? "one")\""
    if let known = request.header("If-None-Match"), known == tag || known == "*" {
      return .status(304, headers: [("ETag", tag)])
    }
    return .json(#"{"tagged": true}"#).adding("ETag", tag).adding("Cache-Control", "max-age=0")
  }

  private static let json = """
    {"slideshow": {"title": "Sample", "slides": [{"title": "One", "pages": 1}, \
    {"title": "Zwei \u{1F426}", "pages": 2.50}], "done": false, "author": null}}
    """

  private static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <catalogue xmlns:p="urn:prices">
      <book id="1" p:price="12.50"><title>One &amp; all</title></book>
      <book id="2" p:price="8.00"><title>Zwei</title></book>
    </catalogue>

    """

  private static let html = """
    <!DOCTYPE html>
    <html><head><title>A page</title></head>
    <body><h1>Fixture</h1><p class=note>One<br>two<ul><li>a<li>b</ul></body></html>

    """

  private static let propertyList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
      <key>name</key><string>fixture</string>
      <key>count</key><integer>3</integer>
      <key>flags</key><array><true/><false/></array>
    </dict></plist>

    """
}
