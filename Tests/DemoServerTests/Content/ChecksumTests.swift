import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct ChecksumTests {
  @Test(
    arguments: [
      ("", 0, 1), ("123456789", 0xCBF4_3926, 0x091E_01DE),
      ("Wikipedia", 0xADAA_C02E, 0x11E6_0398),
    ] as [(String, UInt32, UInt32)]
  )
  func `checksums are those of the standards`(text: String, crc: UInt32, adler: UInt32) {
    #expect(CRC32.checksum(Array(text.utf8)) == crc)
    #expect(Adler32.checksum(Array(text.utf8)) == adler)
  }
}
