import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct TextDecoderTests {
  @Test(arguments: [
    ("UTF-8", "utf-8"), (" utf8\t", "utf-8"), ("latin1", "windows-1252"), ("ASCII", "windows-1252"),
    ("iso-8859-1", "windows-1252"), ("ISO-8859-15", "iso-8859-15"), ("l2", "iso-8859-2"),
    ("cp1251", "windows-1251"), ("koi8-r", "koi8-r"), ("sjis", "shift_jis"), ("gb2312", "gbk"),
    ("big5", "big5"), ("euc-kr", "euc-kr"), ("utf-16", "utf-16le"), ("utf-16be", "utf-16be"),
    ("iso-2022-kr", "replacement"), ("x-user-defined", "x-user-defined"), ("mac", "macintosh"),
    ("tis-620", "windows-874"), ("x-mac-ukrainian", "x-mac-cyrillic"), ("logical", "iso-8859-8-i"),
    ("iso-8859-9", "windows-1254"), ("visual", "iso-8859-8"), ("866", "ibm866"),
    ("no-such", "utf-8"), ("", "utf-8"),
  ])
  func `a label names its WHATWG encoding`(label: String, name: String) {
    #expect(TextDecoder.decode([], contentTypeCharset: label, kind: .text).charset == name)
  }

  @Test(arguments: [
    ("utf-8", [0xE9, 0x41], "\u{FFFD}A"), ("utf-8", [0xF0, 0x9F, 0x98], "\u{FFFD}"),
    ("utf-8", [0xEF, 0xBB, 0xBF, 0x41], "A"), ("latin1", [0x80, 0x81, 0xE9], "€\u{81}é"),
    ("iso-8859-15", [0xA4], "€"), ("iso-8859-2", [0xB1], "ą"), ("windows-1251", [0xCF], "П"),
    ("koi8-r", [0xC1], "а"), ("koi8-u", [0xA4], "є"), ("ibm866", [0x80], "А"),
    ("macintosh", [0x8E], "é"), ("x-mac-cyrillic", [0x80], "А"), ("windows-874", [0xA1], "ก"),
    ("shift_jis", [0x82, 0xA0], "あ"), ("euc-jp", [0xA4, 0xA2], "あ"), ("gbk", [0xC4, 0xE3], "你"),
    ("gb18030", [0x81, 0x30, 0x81, 0x30], "\u{80}"), ("big5", [0xA7, 0x41], "你"),
    ("euc-kr", [0xB0, 0xA1], "가"), ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x24, 0x22], "あ"),
    ("utf-16le", [0x41, 0x00, 0x00, 0xD8], "A\u{FFFD}"),
    ("utf-16be", [0xD8, 0x3D, 0xDE, 0x00], "😀"),
    ("utf-16le", [0x41, 0x00, 0x42], "A\u{FFFD}"), ("shift_jis", [0x82], "\u{FFFD}"),
    ("x-user-defined", [0x41, 0x80, 0xFF], "A\u{F780}\u{F7FF}"),
    ("iso-2022-kr", [0x41], "\u{FFFD}"),
    ("windows-1255", [0xE0], "א"), ("windows-1258", [0x41], "A"), ("big5", [0x88, 0x62], "Ê̄"),
    ("windows-1257", [0xE0], "ą"), ("iso-8859-7", [0xE1], "α"), ("iso-8859-6", [0xC7], "ا"),
  ])
  func `bytes become text, and what is wrong becomes U+FFFD`(
    charset: String,
    bytes: [UInt8],
    text: String
  ) {
    #expect(TextDecoder.decode(bytes, contentTypeCharset: charset, kind: .text).text == text)
  }

  @Test(arguments: [
    ([0xEF, 0xBB, 0xBF, 0x41], "utf-8", "A"), ([0xFF, 0xFE, 0x41, 0], "utf-16le", "A"),
    ([0xFE, 0xFF, 0, 0x41], "utf-16be", "A"),
  ])
  func `a byte order mark stands over the header`(bytes: [UInt8], charset: String, text: String) {
    let decoded = TextDecoder.decode(bytes, contentTypeCharset: "koi8-r", kind: .text)
    #expect(decoded == (text, charset))
  }

  @Test(arguments: [
    ("<meta charset=koi8-r>", "koi8-r"), ("<META CHARSET='Latin1'>", "windows-1252"),
    ("<meta http-equiv=Content-Type content='text/html; charset=sjis'>", "shift_jis"),
    ("<meta content='text/html; charset=sjis'>", "utf-8"),
    ("<!-- <meta charset=koi8-r> --><meta charset=big5>", "big5"),
    ("<!--><meta charset=koi8-r>", "koi8-r"), ("<p title='<meta charset=koi8-r>'>", "utf-8"),
    ("<metax charset=koi8-r>", "utf-8"), ("<meta charset=utf-16>", "utf-8"),
    ("<meta/charset=\"koi8-r\"/>", "koi8-r"), ("<meta", "utf-8"), ("<meta charset=", "utf-8"),
    ("<meta a charset = koi8-r >", "koi8-r"),
    ("<? <meta charset=big5><meta charset=l2>", "iso-8859-2"),
    ("<a></a x='><meta charset=koi8-r>'><meta charset=l2>", "iso-8859-2"),
    (String(repeating: " ", count: 1100) + "<meta charset=koi8-r>", "utf-8"),
  ])
  func `a page names its charset in its start`(html: String, charset: String) {
    let decoded = TextDecoder.decode(Array(html.utf8), contentTypeCharset: nil, kind: .html)
    #expect(decoded.charset == charset)
    #expect(
      TextDecoder.decode(Array(html.utf8), contentTypeCharset: nil, kind: .text).charset == "utf-8"
    )
  }

  @Test(arguments: [
    ("<?xml version='1.0' encoding='koi8-r'?><a/>", "koi8-r"), ("<a/>", "utf-8"),
    ("<?xml encoding = \"latin1\" ?>", "windows-1252"), ("<?xml encoding='utf-16'?>", "utf-8"),
    ("<?xml encoding='?>", "utf-8"), ("<?xml", "utf-8"),
  ])
  func `XML names its charset in its declaration`(xml: String, charset: String) {
    let decoded = TextDecoder.decode(Array(xml.utf8), contentTypeCharset: nil, kind: .xml)
    #expect(decoded.charset == charset)
  }

  @Test
  func `XML in UTF-16 shows it without a mark`() {
    let bytes: [UInt8] = [0x3C, 0, 0x3F, 0]
    #expect(TextDecoder.decode(bytes, contentTypeCharset: nil, kind: .xml) == ("<?", "utf-16le"))
  }

  @Test
  func `without any word of it a text is UTF-8 when that is possible`() {
    let latin = TextDecoder.decode([0xE9], contentTypeCharset: nil, kind: .text)
    #expect(latin == ("é", "windows-1252"))
    let utf8 = TextDecoder.decode([0xC3, 0xA9], contentTypeCharset: nil, kind: .html)
    #expect(utf8 == ("é", "utf-8"))
    let xml = TextDecoder.decode([0xE9], contentTypeCharset: nil, kind: .xml)
    #expect(xml == ("\u{FFFD}", "utf-8"))
  }

  @Test(arguments: [
    ("text/html; charset=utf-8", "utf-8"), ("text/html;charset=\"a b\"", "a b"), ("text/html", nil),
    ("text/html; Charset = x ; q=1", "x"), ("charset", nil), ("charset=\"x", nil),
    ("charset=", nil),
    ("charset charset=y", "y"),
  ])
  func `a header's parameter is found`(contentType: String, charset: String?) {
    #expect(TextDecoder.charset(inContentType: contentType) == charset)
  }

  @Test
  func `a long text of a system charset is decoded whole`() {
    let bytes = [UInt8](repeating: 0xC1, count: 100_000)
    let text = TextDecoder.decode(bytes, contentTypeCharset: "koi8-r", kind: .text).text
    #expect(text.count == 100_000)
    #expect(text.allSatisfy { $0 == "а" })
  }

  @Test
  func `random bytes of every charset end in text`() {
    var generator = SystemRandomNumberGenerator()
    for label in [
      "gbk", "big5", "sjis", "euc-jp", "iso-2022-jp", "euc-kr", "windows-1258", "utf-16",
    ] {
      for length in [1, 2, 3, 100, 40_000] {
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let decoded = TextDecoder.decode(bytes, contentTypeCharset: label, kind: .text)
        #expect(decoded.text.utf8.count <= 6 * length + 3)
      }
    }
  }
}
