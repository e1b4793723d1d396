import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct Base64Tests {
  @Test(arguments: [
    ("", "", ""), ("f", "Zg==", "Zg"), ("fo", "Zm8=", "Zm8"), ("foo", "Zm9v", "Zm9v"),
    ("foob", "Zm9vYg==", "Zm9vYg"), ("fooba", "Zm9vYmE=", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy", "Zm9vYmFy"), ("~~~???", "fn5+Pz8/", "fn5-Pz8_"),
  ])
  func `texts are those of RFC 4648`(text: String, standard: String, url: String) {
    let bytes = Array(text.utf8)
    #expect(Base64.encode(bytes) == standard)
    #expect(Base64.encode(bytes, alphabet: .url) == url)
    #expect(Base64.decode(standard) == bytes)
    #expect(Base64.decode(url, alphabet: .url) == bytes)
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm 9v", "Zm9v\n", "Zm9-", "====", "=Zg=",
    "Zg==Zg==",
    "Zg=a", "é===",
  ])
  func `what is not strictly Base64 is refused`(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test(arguments: ["Zm9+", "Z", "Zg=", "Zh", "Zg==="])
  func `what is not strictly of the other alphabet is refused`(text: String) {
    #expect(Base64.decode(text, alphabet: .url) == nil)
  }

  @Test(arguments: [
    (" Zm\n9v\t", "foo"), ("Z g = =", "f"), ("Zh==", "f"), ("Zm9=", "fo"), ("", ""), (" ", ""),
  ])
  func `a lenient reader takes white space and unused bits`(text: String, bytes: String) {
    #expect(Base64.decode(text, allowing: [.whitespace, .unusedBits]) == Array(bytes.utf8))
  }

  @Test(arguments: ["Zg=x", "Z", "====", "Zm9v!", "Zg===", "Zg", "Z=g="])
  func `what a lenient reader refuses all the same`(text: String) {
    #expect(Base64.decode(text, allowing: [.whitespace, .unusedBits]) == nil)
  }

  @Test
  func `white space alone does not allow unused bits`() {
    #expect(Base64.decode(" Zg==", allowing: .whitespace) == [0x66])
    #expect(Base64.decode(" Zh==", allowing: .whitespace) == nil)
    #expect(Base64.decode("Z g==", allowing: .unusedBits) == nil)
  }

  private static func randomBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in .random(in: .min ... .max) }
  }

  @Test
  func `the other alphabet may be filled`() {
    #expect(Base64.decode("Zg==", alphabet: .url) == [0x66])
  }

  @Test(arguments: 0..<100)
  func `any bytes come back`(count: Int) {
    let bytes = Self.randomBytes(count)
    for alphabet in Base64.Alphabet.allCases {
      #expect(Base64.decode(Base64.encode(bytes, alphabet: alphabet), alphabet: alphabet) == bytes)
    }
  }

  @Test(arguments: 0..<3, 0..<20)
  func `the inner digits of a part are the same whatever stands around it`(
    offset: Int,
    count: Int
  ) {
    let part = Self.randomBytes(count)
    let digits = Base64.innerDigits(of: part)[offset]
    let first = offset == 0 ? 0 : offset + 1
    #expect(digits.count == max(0, (offset + count) * 8 / 6 - first))
    for _ in 0..<20 {
      let before = Self.randomBytes(offset)
      let text = Base64.encode(before + part + Self.randomBytes(3))
      #expect(Array(text.utf8).dropFirst(first).prefix(digits.count).elementsEqual(digits))
    }
  }
}
