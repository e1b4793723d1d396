import Cryptography
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

  @Test
  func `the other alphabet may be filled`() {
    #expect(Base64.decode("Zg==", alphabet: .url) == [0x66])
  }

  @Test(arguments: 0..<100)
  func `any bytes come back`(count: Int) {
    let bytes = SecureRandom.bytes(count: count)
    #expect(bytes.count == count)
    for alphabet in Base64.Alphabet.allCases {
      #expect(Base64.decode(Base64.encode(bytes, alphabet: alphabet), alphabet: alphabet) == bytes)
    }
  }

  @Test(arguments: 0..<3, 0..<20)
  func `the inner digits of a part are the same whatever stands around it`(
    offset: Int,
    count: Int
  ) {
    let part = SecureRandom.bytes(count: count)
    let digits = Base64.innerDigits(of: part, offset: offset)
    let first = offset == 0 ? 0 : offset + 1
    #expect(digits.count == max(0, (offset + count) * 8 / 6 - first))
    for _ in 0..<20 {
      let before = SecureRandom.bytes(count: offset)
      let text = Base64.encode(before + part + SecureRandom.bytes(count: 3))
      #expect(Array(text.utf8).dropFirst(first).prefix(digits.count).elementsEqual(digits))
    }
  }
}
