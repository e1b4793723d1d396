import Documents

/// The demo API: its routes and its memory, confined to the server's thread.
final class DemoAPI {
  private let state: DemoState
  private let router = Router(RouteCatalogue.all)

  /// - Parameter url: the base of the server's URLs.
  init(url: String) {
    state = DemoState(url: url)
  }

  /// Answers one request.
  func answer(_ request: HTTPRequest, _ place: ServerLoop.Place) -> HTTPResponse {
    if request.path == "*" { return Self.allow(Self.everyMethod) }
    switch router.match(method: request.method, path: request.path) {
    case .route(let route, let parameters):
      let call = Call(request: request, parameters: parameters, place: place, state: state)
      do throws(Problem) {
        return try route.answer(call)
      } catch {
        return error.response
      }
    case .otherMethods(let methods):
      if request.method == "OPTIONS" { return Self.allow(methods) }
      let list = methods.joined(separator: ", ")
      let detail = "\(request.path) takes \(list), not \(request.method)"
      return Problem(405, detail, headers: [("Allow", list)]).response
    case .unknownPath:
      return Problem(404, "no route for \(request.path); / lists all of them").response
    }
  }

  private static let everyMethod = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  private static func allow(_ methods: [String]) -> HTTPResponse {
    .empty().with("Allow", methods.joined(separator: ", "))
  }
}
