import SessionCore

/// Gets, posts and uploads, from a server whose certificate is pinned.
func tourOfTheSessionCore(server: String, certificate: [UInt8], photo: String) async throws {
  var configuration = SessionConfiguration()
  // Only a chain that leads to this certificate is believed; nothing is sent to others.
  configuration.securityPolicy = SecurityPolicy(pinning: .certificate, to: [certificate])
  configuration.securityPolicy?.allowsInvalidCertificates = true
  // What fails for a moment is sent again, twice at most: after 0.5 and 1 seconds.
  configuration.retries = RetryPolicy()
  let session = URLSessionManager(configuration: configuration)
  let api = try HTTPSessionManager(baseURL: server + "/v1", session: session)

  let orders = try await api.get("orders", parameters: ["page": 2])  // …/v1/orders?page=2
  if let list = orders.object { print(list) }

  api.requestSerializer = JSONRequestSerializer()
  do throws(SessionError) {
    try await api.post("orders", parameters: ["sku": "ABC-1", "quantity": 2])
  } catch {
    print(error.message)  // Request failed: Unprocessable Content (422)
  }

  let upload = try api.request("PUT", "photos/17", headers: ["Content-Type": "image/png"])
  let task = session.uploadTask(
    with: upload,
    from: .file(path: photo),
    serializer: HTTPResponseSerializer(),
    progress: { print("\(Int($0.fractionCompleted * 100)) % sent") },
    completion: { print($0.response?.status ?? 0, $0.error ?? "stored") }
  )
  task.resume()
  await session.waitForAll()
}
