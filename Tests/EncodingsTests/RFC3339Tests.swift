import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct RFC3339Tests {
  @Test(
    arguments: [
      ("2026-01-31 12:00:00Z", "2026-01-31T12:00:00Z"),
      ("2026-01-31T12:00:00", "2026-01-31T12:00:00Z"),
      ("2026-01-31 12:00:00.5", "2026-01-31T12:00:00.5Z"),
      ("2026-01-31T12:00:00.879545+0100", "2026-01-31T12:00:00.879545+01:00"),
      ("2026-01-31T12:00:00-05", "2026-01-31T12:00:00-05:00"),
      ("2026-01-31", nil), ("2026-02-30T12:00:00", nil), ("tomorrow at 12:00", nil), ("", nil),
      ("Z", nil), ("2026-01-31 é", nil),
    ] as [(String, String?)]
  )
  func `another form of ISO 8601 is written as RFC 3339 has it`(text: String, wanted: String?) {
    #expect(RFC3339.dateTime(nearTo: text) == wanted)
  }
}
