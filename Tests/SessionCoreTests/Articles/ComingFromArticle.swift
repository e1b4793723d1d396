import SessionCore

struct Order: Codable, Sendable {
  var id: Int
  var sku: String
}

func getsOrders(_ api: HTTPSessionManager, page: Int, tags: [String]) async throws -> [Order] {
  api.get("orders", parameters: ["page": page, "tags": tags]) { result in
    print(result.response?.status ?? 0, result.data.count, result.error?.message ?? "fine")
  }
  return try await api.get("orders", parameters: ["page": page, "tags": tags], as: [Order].self)
}

struct Problem: Decodable, Sendable {
  var title: String
}

func placesAnOrder(_ api: HTTPSessionManager, _ order: Order) async throws {
  do throws(SessionError) {
    try await api.post("orders", parameters: .encoding(order))
  } catch {
    guard error.code == .badServerResponse else { throw error }
    if let json = error.object as? SessionTypes.JSONValue { print(json) }
    print(try error.decodeBody(as: Problem.self).title)
  }
}

func readsATextAndAnImage(_ api: HTTPSessionManager) async throws {
  let text = try await api.serializing(with: StringResponseSerializer()).get("status.txt").object
  let images = api.serializing(with: ImageResponseSerializer())
  images.get("logo.png") { print($0.error?.message ?? "an image, as good as \(text ?? "")") }
}

func pins(_ certificates: Set<[UInt8]>) throws -> HTTPSessionManager {
  var configuration = SessionConfiguration()
  configuration.securityPolicy = SecurityPolicy(pinning: .publicKey, to: certificates)
  configuration.redirects = .limited(3)
  let session = URLSessionManager(configuration: configuration)
  return try HTTPSessionManager(baseURL: "https://api.example.com", session: session)
}

func runsAnOperation(_ request: SessionRequest, _ output: some BodyOutput) async {
  let operation = HTTPRequestOperation(request: request, output: output)
  operation.setRedirectHandler { _, response, next in response.status == 301 ? nil : next }
  operation.setChallengeHandler { _, challenge in
    challenge.previousFailureCount == 0 ? .credential(user: "ada", password: "secret") : .reject
  }
  let queue = RequestOperationQueue(maxConcurrentOperationCount: 2)
  queue.add(operation)
  await operation.waitUntilFinished()
}
