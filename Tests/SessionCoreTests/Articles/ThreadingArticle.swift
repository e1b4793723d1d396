import SessionCore

func loadsTwoPagesAtOnce(_ api: HTTPSessionManager) async throws -> [SessionTypes.JSONValue] {
  async let first = api.get("orders", parameters: ["page": 1])
  async let second = api.get("orders", parameters: ["page": 2])
  return try await [first.object, second.object].compactMap { $0 }
}

func asksWithoutHoldingUpTheSession(
  _ session: URLSessionManager,
  ask: @escaping @Sendable (@escaping @Sendable (String, String) -> Void) -> Void
) {
  session.updateEvents {
    $0.didReceiveChallenge = { _, challenge in
      if challenge.previousFailureCount > 0 { return .performDefault }
      let answer = DeferredChallengeAnswer()
      ask { user, password in answer.give(.credential(user: user, password: password)) }
      return .deferred(answer)
    }
  }
}

func cancelsWhatTakesTooLong(_ session: URLSessionManager, _ request: SessionRequest) async {
  let task = session.dataTask(with: request) { print($0.error?.message ?? "done") }
  task.resume()
  Task {
    try await Task.sleep(for: .seconds(5))
    task.cancel()
  }
  await session.waitForAll()
}

func changesSettings(_ api: HTTPSessionManager, token: String) {
  api.requestSerializer.settings.headers["Authorization"] = "Bearer \(token)"
  api.updateRequestSettings { $0.attributes.timeoutInterval = .seconds(20) }
  api.responseSerializer.removesKeysWithNullValues = true
}

actor Orders {
  private(set) var count = 0

  func add(_ more: Int) { count += more }
}

func countsOnAnActor(_ session: URLSessionManager, _ request: SessionRequest, _ orders: Orders) {
  session.dataTask(with: request) { result in
    let count = result.data.count
    Task { await orders.add(count) }
  }.resume()
}
