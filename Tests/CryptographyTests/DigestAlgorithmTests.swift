import Cryptography
import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct DigestAlgorithmTests {
  @Test(arguments: [
    (DigestAlgorithm.md5, "900150983cd24fb0d6963f7d28e17f72"),
    (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      .sha384,
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      .sha512,
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
  ])
  func `the digests of abc are those of the standards`(
    algorithm: DigestAlgorithm,
    digest: String
  ) throws {
    #expect(Hex.encode(try algorithm.digest(of: "abc")) == digest)
    #expect(digest.count == 2 * algorithm.length)
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
  func `digests are those of RFC 1321`(text: String, digest: String) throws {
    #expect(Hex.encode(try DigestAlgorithm.md5.digest(of: text)) == digest)
  }

  @Test(arguments: DigestAlgorithm.allCases)
  func `a digest in pieces is the digest of the whole`(algorithm: DigestAlgorithm) throws {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    var stream = try DigestStream(algorithm)
    try stream.update([])
    try stream.update(Array(bytes[..<333]))
    try stream.update(bytes.span.extracting(333..<1000))
    #expect(try stream.finish() == algorithm.digest(of: bytes))
  }

  @Test(arguments: [
    // RFC 4231, test cases 1, 2, 6.
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `keyed hashes are those of RFC 4231`(key: [UInt8], text: String, code: String) throws {
    let bytes = try DigestAlgorithm.sha256.authenticationCode(of: Array(text.utf8), key: key)
    #expect(Hex.encode(bytes) == code)
  }

  @Test
  func `keyed hashes of long blocks are those of RFC 4231`() throws {
    let bytes = try DigestAlgorithm.sha512.authenticationCode(
      of: Array("what do ya want for nothing?".utf8),
      key: Array("Jefe".utf8)
    )
    #expect(Hex.encode(bytes).hasPrefix("164b7a7bfcf819e2e395fbe73b56e0a3"))
    let empty = try DigestAlgorithm.md5.authenticationCode(of: [], key: [])
    #expect(Hex.encode(empty) == "74e6f7298a9c2d168935f58c001bad88")
  }
}
