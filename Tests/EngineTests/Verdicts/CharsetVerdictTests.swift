import TestSupport
import Testing

/// Text that does not decode by its charset.
@Suite(.timeLimit(.minutes(5))) struct CharsetVerdictTests {
  private static let broken: [UInt8] = [0x61, 0x62, 0xE9, 0x63]

  @Test(
    arguments: [
      ("text/plain; charset=utf-8", broken, "byte 2, 0xE9"), ("text/plain", broken, "byte 2, 0xE9"),
      ("application/octet-stream", broken, "byte 2, 0xE9"),
      ("text/plain; charset=nonsense", Array("abc".utf8), "\"nonsense\" is unknown"),
      ("text/plain; charset=utf-16le", [0x61, 0x00, 0x00, 0xDC], "byte 2, 0x00"),
      ("text/plain; charset=utf-16be", [0x00, 0x61, 0x00], "byte 2, 0x00"),
      ("text/plain; charset=shift_jis", [0x61, 0x82], "byte 1, 0x82"),
      ("text/plain; charset=iso-2022-kr", Array("abc".utf8), "cannot be decoded"),
      ("text/plain", [0xEF, 0xBB, 0xBF, 0x61, 0xFF], "byte 4, 0xFF"),
    ] as [(String, [UInt8], String)]
  )
  func `every assertion on it fails and names the byte or the charset`(
    type: String,
    body: [UInt8],
    message: String
  ) async throws {
    let table = VerdictTable(response: .bytes(body, type: type))
    let differences = try await table.differences([
      ("text: { contains: a }", "failed"), ("text: { not: { contains: z } }", "failed"),
      ("text: { exists: false }", "failed"), ("text: { length: { gt: 0 } }", "failed"),
      ("that: \"${contains(response.text, 'a')}\"", "failed"),
      ("that: \"${!contains(response.text, 'z')}\"", "failed"),
      ("headers: { Content-Type: { not: \"${response.text}\" } }", "failed"),
      ("bytes: { length: { gt: 0 } }", "passed"), ("that: \"${response.size > 0}\"", "passed"),
    ])
    #expect(differences == [])
    let found = try await table.message("text: { contains: a }")
    #expect(found.contains(message), "\(found)")
  }

  @Test func `what decodes by its charset is decoded`() async throws {
    let rows: [(String, [UInt8], String)] = [
      ("text/plain; charset=iso-8859-1", Self.broken, "abéc"),
      ("text/plain; charset=windows-1252", [0x80], "€"), ("text/plain", Array("é".utf8), "é"),
      ("text/plain; charset=utf-16le", [0xE9, 0x00], "é"),
      ("text/plain; charset=koi8-r", [0xC1], "а"), ("text/html", Self.broken, "abéc"),
      ("text/plain; charset=nonsense", [], ""),
    ]
    for (type, body, text) in rows {
      let table = VerdictTable(response: .bytes(body, type: type))
      #expect(try await table.differences([("text: '\(text)'", "passed")]) == [], "\(type)")
    }
  }

  @Test func `a page and a document of a broken or unknown charset fail`() async throws {
    let page = Array("<title>a".utf8) + [0xE9] + Array("</title>".utf8)
    let html = VerdictTable(response: .bytes(page, type: "text/html; charset=utf-8"))
    #expect(
      try await html.differences([
        ("html: { //title: { contains: a } }", "failed"),
        ("html: { //none: { exists: false } }", "failed"),
      ]) == []
    )
    let found = try await html.message("html: { //title: a }")
    #expect(found.contains("byte 8, 0xE9"), "\(found)")
    let meta = Array("<meta charset=nonsense><title>a</title>".utf8)
    let named = VerdictTable(response: .bytes(meta, type: "text/html"))
    #expect(try await named.differences([("html: { //title: a }", "failed")]) == [])
    let xml = VerdictTable(
      response: .bytes(Array("<a>x</a>".utf8), type: "application/xml; charset=nonsense")
    )
    #expect(try await xml.differences([("xml: { /a: x }", "failed")]) == [])
    // Without a word about its charset a page is what the HTML Standard says.
    let silent = VerdictTable(response: .bytes(page, type: "text/html"))
    #expect(try await silent.differences([("html: { //title: aé }", "passed")]) == [])
  }

  @Test func `a property list of broken text fails`() async throws {
    let body: [UInt8] = [0xFF, 0xFE] + [0x7B, 0x00, 0x7D]
    let table = VerdictTable(response: .bytes(body, type: "application/x-plist"))
    #expect(try await table.differences([("plist: { $: { equals: {} } }", "failed")]) == [])
  }

  @Test func `a fault of another kind is no failure of the text`() async throws {
    let table = VerdictTable(response: .bytes(Self.broken, type: "text/plain"))
    #expect(
      try await table.differences([
        ("that: \"${1 / 0 == 1}\"", "errored"), ("bytes: { length: \"${'a' * 2}\" }", "errored"),
      ]) == []
    )
  }
}
