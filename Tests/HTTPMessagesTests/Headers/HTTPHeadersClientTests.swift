import HTTPMessages
import Testing

@Suite(.timeLimit(.minutes(5))) struct HTTPHeadersClientTests {
  @Test
  func `row 17: at most six languages with falling weights`() {
    #expect(
      HTTPHeaders.acceptLanguage(["en", "fr", "de", "it", "es", "pt", "nl"])
        == "en;q=1, fr;q=0.9, de;q=0.8, it;q=0.7, es;q=0.6, pt;q=0.5"
    )
    #expect(HTTPHeaders.acceptLanguage(["en"]) == "en;q=1")
  }

  @Test(arguments: [
    (["LANGUAGE": "de_AT:fr", "LANG": "en_GB.UTF-8"], ["de-AT", "fr", "en-GB"]),
    (["LANG": "de_DE.UTF-8@euro"], ["de-DE"]), (["LANGUAGE": "de", "LANG": "C"], ["en"]),
    (["LC_ALL": "fr_FR", "LANG": "de_DE"], ["fr-FR"]), ([:], ["en"]), (["LANG": "POSIX"], ["en"]),
    (["LANG": "x\r\nEvil: 1"], ["en"]),
  ])
  func `row 17: languages come from the environment`(
    environment: [String: String],
    languages: [String]
  ) {
    #expect(HTTPHeaders.preferredLanguages { environment[$0] } == languages)
  }
}
