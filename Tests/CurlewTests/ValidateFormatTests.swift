import TestSupport
import Testing

/// `format` in `curlew validate`.
@Suite(.timeLimit(.minutes(5))) struct ValidateFormatTests {
  @Test func `format is an assertion unless --no-formats is given`() async throws {
    let project = try CommandProject([
      "schema.json": #"{"properties": {"id": {"format": "uuid"}}}"#, "a.json": #"{"id": "nope"}"#,
    ])
    let ending = try await project.run("validate", "schema.json", "a.json")
    #expect(ending.status == 1)
    #expect(ending.output.contains("/id: ") && ending.output.contains("uuid"), "\(ending.all)")
    let annotated = try await project.run("validate", "--no-formats", "schema.json", "a.json")
    #expect(annotated.status == 0)
    #expect(annotated.all == "")
  }
}
