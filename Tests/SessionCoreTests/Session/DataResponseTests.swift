import Documents
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct DataResponseTests {
  private func response(_ status: Int, _ text: String) async throws -> DataResponse<JSONValue> {
    let server = try await FixtureServer.start { _ in .json(text, status: status) }
    return await URLSessionManager().response(
      for: SessionRequest(url: try URI(server.url)),
      serializer: JSONResponseSerializer()
    )
  }

  @Test
  func `row 103: an object is mapped, everything else stays`() async throws {
    let response = try await response(200, #"{"a": 7}"#)
    let mapped = response.map { $0["a"] == 7 }
    #expect(mapped.object == true)
    #expect(mapped.response == response.response)
    #expect(mapped.data == response.data)
    #expect(mapped.metrics?.hops.count == 1)
    #expect(mapped.serializationDuration == response.serializationDuration)
    #expect(mapped.error == nil)
  }

  @Test
  func `row 103: a mapping that fails has the answer's error beneath`() async throws {
    let response = try await response(404, "[1]")
    let failure = SessionError(code: .init(rawValue: 7), message: "mine")
    let mapped = response.tryMap { (_) throws(SessionError) -> Int in throw failure }
    #expect(mapped.object == nil)
    #expect(mapped.error?.code.rawValue == 7)
    #expect(mapped.error?.underlying?.code.rawValue == -1011)
    let fine = response.tryMap { (value) throws(SessionError) in value == [1] }
    #expect(fine.object == true)
    #expect(fine.error?.code.rawValue == -1011)
    #expect(fine.mapError { _ in failure }.error?.code.rawValue == 7)
  }

  @Test
  func `row 103: without an object nothing is mapped`() async throws {
    let response = try await response(500, "{")
    let mapped = response.tryMap { (_) throws(SessionError) -> Int in 1 }
    #expect(mapped.object == nil)
    #expect(mapped.error?.code.rawValue == 3840)
    #expect(response.map { _ in 1 }.object == nil)
  }
}
