import Cryptography
import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct CertificateFactsTests {
  @Test
  func `a certificate says whose it is`() throws {
    let facts = try CertificateFacts(der: TestCertificates.der(TestCertificates.leaf))
    #expect(facts.subject == #"CN=example.test,O=Cürlew\, Inc."#)
    #expect(facts.issuer == "CN=Test Intermediate,O=Curlew")
    #expect(facts.commonName == "example.test")
    #expect(facts.dnsNames == ["example.test", "*.example.test"])
    #expect(facts.ipAddresses == ["192.0.2.1", "2001:db8::1"])
    #expect(facts.serialNumber == "1234ab")
    #expect(facts.notBefore == 1_795_255_784)
    #expect(facts.notAfter - facts.notBefore == 36_500 * 86_400)
    #expect(
      Hex.encode(facts.publicKeyDigest)
        == "d3df9316bd5a6f35c8fefa5e0a5ed03721c37c1f4f4174d44ac6a53aae7d2566"
    )
    #expect(facts.publicKeyInfo.first == 0x30)
    #expect(!facts.isSelfSigned)
    #expect(!facts.isAuthority)
  }

  @Test(arguments: [
    (TestCertificates.root, true, true), (TestCertificates.intermediate, false, true),
    (TestCertificates.selfSigned, true, true), (TestCertificates.leaf, false, false),
  ])
  func `a certificate is self-signed, an authority, both or neither`(
    pem: String,
    isSelfSigned: Bool,
    isAuthority: Bool
  ) throws {
    let facts = try CertificateFacts(der: TestCertificates.der(pem))
    #expect(facts.isSelfSigned == isSelfSigned)
    #expect(facts.isAuthority == isAuthority)
  }

  @Test
  func `every beginning of a certificate is refused, and so is more than one`() throws {
    let der = try TestCertificates.der(TestCertificates.leaf)
    for length in 0..<der.count {
      let error = #expect(throws: CryptographyError.self) {
        try CertificateFacts(der: Array(der[..<length]))
      }
      #expect(error?.code == .malformedInput)
    }
    #expect(throws: CryptographyError.self) { try CertificateFacts(der: der + der) }
    #expect(throws: CryptographyError.self) { try CertificateFacts(der: der + [0]) }
  }

  @Test
  func `no changed byte crashes`() throws {
    let der = try TestCertificates.der(TestCertificates.leaf)
    for offset in der.indices {
      for value: UInt8 in [0, 0x30, 0x7F, 0x80, 0xFF] {
        var bytes = der
        bytes[offset] = value
        if let facts = try? CertificateFacts(der: bytes) { #expect(facts.der == bytes) }
      }
    }
  }
}
