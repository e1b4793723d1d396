import Encodings
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

  @Test
  func `white space is ignored where that is asked for`() {
    #expect(Hex.decode(" ca\nF E\t", ignoresWhitespace: true) == [0xCA, 0xFE])
    #expect(Hex.decode("ca f", ignoresWhitespace: true) == nil)
    #expect(Hex.decode("ca\u{A0}fe", ignoresWhitespace: true) == nil)
  }

  @Test(
    arguments: [
      (0, 4, "0000", "0000"), (0xAB, 4, "00ab", "00AB"), (0x12345, 4, "12345", "12345"),
      (.max, 16, "ffffffffffffffff", "FFFFFFFFFFFFFFFF"),
    ] as [(UInt64, Int, String, String)]
  )
  func `a number has zeros in front`(number: UInt64, width: Int, lower: String, upper: String) {
    #expect(Hex.text(number, width: width) == lower)
    #expect(Hex.text(number, width: width, isUppercase: true) == upper)
  }
}
