import Cryptography
import Testing

@Suite(.timeLimit(.minutes(5))) struct HexTests {
  @Test(arguments: [([UInt8](), ""), ([0], "00"), ([0xCA, 0xFE, 0x01], "cafe01")])
  func `bytes are pairs of lowercase digits and come back`(bytes: [UInt8], text: String) {
    #expect(Hex.encode(bytes) == text)
    #expect(Hex.decode(text) == bytes)
    #expect(Hex.decode(text.uppercased()) == bytes)
  }

  @Test(arguments: ["0", "0g", "00 ", "é0", "0x00", "-1"])
  func `anything else is refused`(text: String) {
    #expect(Hex.decode(text) == nil)
  }
}
