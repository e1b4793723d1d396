/// Images that are drawn when they are asked for.
enum ImageRoutes {
  static let all = [
    Route("GET", "/image.png", "A drawn PNG: ?width=32&height=16", png),
    Route("GET", "/image.gif", "A drawn GIF: ?width=32&height=16&frames=1", gif),
  ]

  @Sendable private static func png(_ call: Call) throws(Problem) -> HTTPResponse {
    let width = try call.integer("width", default: 32, in: 1...1024)
    let height = try call.integer("height", default: 16, in: 1...1024)
    return HTTPResponse(type: "image/png", body: PNGDrawing.draw(width: width, height: height))
  }

  @Sendable private static func gif(_ call: Call) throws(Problem) -> HTTPResponse {
    let width = try call.integer("width", default: 32, in: 1...512)
    let height = try call.integer("height", default: 16, in: 1...512)
    let frames = try call.integer("frames", default: 1, in: 1...16)
    let body = GIFDrawing.draw(width: width, height: height, frames: frames)
    return HTTPResponse(type: "image/gif", body: body)
  }
}
