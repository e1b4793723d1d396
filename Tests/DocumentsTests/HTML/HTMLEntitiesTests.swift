import Testing

@testable import Documents

@Suite(.timeLimit(.minutes(5))) struct HTMLEntitiesTests {
  @Test(arguments: [
    ("a & b", "a & b"), ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&eacute;&Eacute", "éÉ"),
    ("&amp", "&"), ("&ampx", "&x"), ("&copycat;", "©cat;"), ("&there4;", "∴"),
    ("&there4", "&there4"),
    ("&notin;&notin&not;", "∉¬in¬"), ("&acE;", "∾\u{333}"),
    ("&CounterClockwiseContourIntegral;", "∳"),
    ("&#65;&#x41;&#X4a;&#65", "AAJA"), ("&#;&#x;&;&", "&#;&#x;&;&"),
    ("&#0;&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&#99999999999999999999;", "\u{FFFD}"), ("&#128;&#x9F;", "€Ÿ"),
    ("&nosuch;&éacute;", "&nosuch;&éacute;"),
    ("&amp;amp;", "&amp;"), ("", ""), ("😀&hearts;", "😀♥"), ("&nbsp;", "\u{A0}"),
    ("&frac12&sup1", "½¹"),
  ])
  func `character references are replaced`(text: String, meant: String) {
    #expect(HTMLEntities.unescape(text) == meant)
  }

  @Test func `what is escaped means the text again`() {
    let text = "<a href=\"x?a=1&b=2\">Tom's é</a> &amp;"
    let escaped = "&lt;a href=&quot;x?a=1&amp;b=2&quot;&gt;Tom&#x27;s é&lt;/a&gt; &amp;amp;"
    #expect(HTMLEntities.escape(text) == escaped)
    #expect(HTMLEntities.unescape(escaped) == text)
  }

  @Test func `the table has all names of the standard`() {
    let words = HTMLEntities.table.split { $0.isWhitespace }
    #expect(words.count == 2125)
    #expect(words.count { $0.contains("!=") } == 106)
    for word in words {
      let name = word.prefix { $0 != "!" && $0 != "=" }
      #expect(HTMLEntities.unescape("&\(name);") != "&\(name);")
    }
  }
}
