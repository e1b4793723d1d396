import SessionCore
import Testing

/// Names of other modules, in a file that imports none of them.
@Suite(.timeLimit(.minutes(5))) struct SessionTypesTests {
  private struct Names: Sendable {
    var value: SessionTypes.JSONValue?
    var members: SessionTypes.JSONObject?
    var number: SessionTypes.JSONNumber?
    var decoder: SessionTypes.JSONValueDecoder?
    var writing: SessionTypes.JSONWritingOptions?
    var list: SessionTypes.PropertyListValue?
    var format: SessionTypes.PropertyListFormat?
    var options: SessionTypes.TransferOptions?
    var loop: SessionTypes.TransferLoop?
    var headers: SessionTypes.TransferHeaders?
    var sent: SessionTypes.SentHead?
    var metrics: SessionTypes.TransferMetrics?
    var trust: SessionTypes.TrustEvaluation?
    var decision: SessionTypes.TrustDecision?
    var facts: SessionTypes.TLSFacts?
    var source: (any SessionTypes.BodySource)?
    var reader: (any SessionTypes.BodyReader)?
    var image: SessionTypes.ImageInfo?
    var verdict: SessionTypes.CertificateVerdict?
    var error: SessionTypes.CurlError?
  }

  @Test
  func `one import is enough to name what the API names`() throws {
    var names = Names()
    let configuration = SessionConfiguration()
    let session = URLSessionManager(configuration: configuration)
    names.options = configuration.transport
    names.loop = session.loop
    #expect(names.loop === session.loop)
    names.headers = HTTPHeaders().transferHeaders
    names.sent = SessionRequest(url: try URI("http://h/")).sentHead
    #expect(names.headers?.isEmpty == true)
    #expect(names.sent == nil)
    let response = SessionResponse(url: try URI("http://h/"), status: 200)
    names.value = JSONResponseSerializer().serialize(response, data: Array("{}".utf8)).object
    #expect(names.value == nil)
  }
}
