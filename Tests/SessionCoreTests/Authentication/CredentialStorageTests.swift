import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CredentialStorageTests {
  private func session(_ storage: CredentialStorage) -> URLSessionManager {
    var configuration = SessionConfiguration()
    configuration.credentials = storage
    return URLSessionManager(configuration: configuration)
  }

  @Test(arguments: ["basic-auth", "digest-auth"])
  func `a challenge is answered with what the storage knows`(route: String) async throws {
    let server = try await FixtureServer.start()
    let request = SessionRequest(url: try URI("\(server.url)/\(route)/u/p"))
    let storage = CredentialStorage()
    let session = session(storage)
    #expect(try await session.data(for: request).response.status == 401)
    storage.set(user: "u", password: "p", for: ProtectionSpace(of: request.url))
    #expect(try await session.data(for: request).response.status == 200)
    storage.remove(for: ProtectionSpace(of: request.url))
    #expect(try await session.data(for: request).response.status == 401)
  }

  @Test
  func `a credential is for its server, realm and scheme alone`() async throws {
    let server = try await FixtureServer.start()
    let other = try await FixtureServer.start()
    let request = SessionRequest(url: try URI("\(server.url)/basic-auth/u/p"))
    let storage = CredentialStorage()
    let session = session(storage)
    storage.set(
      user: "u",
      password: "p",
      for: ProtectionSpace(of: request.url, realm: "fixture", scheme: "Basic")
    )
    #expect(try await session.data(for: request).response.status == 200)
    let elsewhere = SessionRequest(url: try URI("\(other.url)/basic-auth/u/p"))
    #expect(try await session.data(for: elsewhere).response.status == 401)
    let digest = SessionRequest(url: try URI("\(server.url)/digest-auth/u/p"))
    #expect(try await session.data(for: digest).response.status == 401)
    storage.removeAll()
    storage.set(user: "u", password: "p", for: ProtectionSpace(of: request.url, realm: "x"))
    #expect(try await session.data(for: request).response.status == 401)
  }

  @Test
  func `a refused credential is tried once, and a request may leave the storage out`()
    async throws
  {
    let server = try await FixtureServer.start()
    var request = SessionRequest(url: try URI("\(server.url)/basic-auth/u/p"))
    let storage = CredentialStorage()
    let session = session(storage)
    storage.set(user: "u", password: "wrong", for: ProtectionSpace(of: request.url))
    #expect(try await session.data(for: request).response.status == 401)
    #expect(server.counts.requests == 2)
    storage.set(user: "u", password: "p", for: ProtectionSpace(of: request.url))
    request.usesCredentialStorage = false
    #expect(try await session.data(for: request).response.status == 401)
    #expect(server.counts.requests == 3)
  }

  @Test(arguments: [true, false])
  func `an operation asks the storage unless it should not`(should: Bool) async throws {
    let server = try await FixtureServer.start()
    let storage = CredentialStorage()
    storage.set(user: "u", password: "p", for: ProtectionSpace(of: try URI(server.url)))
    let manager = try HTTPRequestOperationManager(baseURL: server.url, session: session(storage))
    #expect(manager.shouldUseCredentialStorage)
    manager.shouldUseCredentialStorage = should
    let operation = try #require(manager.get("basic-auth/u/p"))
    #expect(operation.shouldUseCredentialStorage == should)
    await operation.waitUntilFinished()
    #expect(operation.response?.status == (should ? 200 : 401))
  }
}
