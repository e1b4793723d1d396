import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct ChecksumTests {
  @Test(
    arguments: [("", 0), ("123456789", 0xCBF4_3926), ("Wikipedia", 0xADAA_C02E)]
      as [(String, UInt32)]
  )
  func `checksums are those of the standards`(text: String, crc: UInt32) {
    #expect(CRC32.checksum(Array(text.utf8)) == crc)
  }
}
