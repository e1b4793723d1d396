import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct PercentEncodingTests {
  @Test(arguments: [
    ("", ""), ("a b&c", "a%20b%26c"), ("a b&é~", "a%20b%26%C3%A9~"), ("-._~", "-._~"),
    ("/?#[]@!$&'()*+,;=%", "%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25"),
  ])
  func `all but unreserved bytes are encoded and come back`(text: String, encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
    #expect(PercentEncoding.decodeText(encoded) == text)
    let lower = PercentEncoding.encode(Array(text.utf8), isUppercase: false)
    #expect(PercentEncoding.decode(String(decoding: lower, as: UTF8.self)) == Array(text.utf8))
  }

  @Test
  func `one byte may be kept, and digits may be of either case`() {
    let bytes = Array("a/é".utf8)
    let encoded = PercentEncoding.encode(bytes, keeping: UInt8(ascii: "/"), isUppercase: false)
    #expect(encoded == Array("a/%c3%a9".utf8))
  }

  @Test(arguments: ["%", "a%", "%2", "%2g", "%g2", "%%20", "%-1", "%+1"])
  func `a broken escape is refused, and stays for a lenient reader`(text: String) {
    #expect(PercentEncoding.decode(text) == nil)
    #expect(PercentEncoding.decodeText(text) == nil)
    let lenient = PercentEncoding.decodeLeniently(text.replacing("%20", with: "%25"))
    #expect(lenient == Array(text.replacing("%20", with: "%").utf8))
  }

  @Test
  func `bytes that are not UTF-8 are bytes and no text`() {
    #expect(PercentEncoding.decode("%FFa") == [0xFF, 0x61])
    #expect(PercentEncoding.decodeText("%FFa") == nil)
    #expect(PercentEncoding.decodeTextLeniently("%FFa") == "\u{FFFD}a")
  }

  @Test
  func `a lenient reader may take a plus for a space`() {
    let read = { (text: String, plusIsSpace: Bool) in
      PercentEncoding.decodeTextLeniently(text, plusIsSpace: plusIsSpace)
    }
    #expect(read("a%20b+c%C3%A9%", false) == "a b+cé%")
    #expect(read("a+b%2", true) == "a b%2")
    #expect(read("a%2Bb", true) == "a+b")
  }
}
