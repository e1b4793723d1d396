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

  @Test(
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ]
  )
  func `digests are those of RFC 1321`(text: String, digest: String) {
    #expect(MD5.hex(Array(text.utf8)) == digest)
  }

  @Test(arguments: 50..<70)
  func `a digest of any length around a block is made`(count: Int) {
    #expect(MD5.hex([UInt8](repeating: 0x61, count: count)).count == 32)
  }
}
