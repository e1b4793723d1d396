import Cryptography
import Testing

@Suite(.timeLimit(.minutes(5))) struct PEMTests {
  @Test
  func `certificates are found among other text`() throws {
    let text = """
      subject: x\r
      \(TestCertificates.leaf.replacing("\n", with: "\r\n"))
      -----BEGIN PUBLIC KEY-----
      AQID
      -----END PUBLIC KEY-----
      \(TestCertificates.root)
      """
    let certificates = try PEM.blocks(in: text).filter { $0.label == "CERTIFICATE" }.map(\.bytes)
    #expect(certificates.count == 2)
    #expect(try certificates.first == TestCertificates.der(TestCertificates.leaf))
    #expect(try PEM.blocks(in: text)[1] == PEM.Block(label: "PUBLIC KEY", bytes: [1, 2, 3]))
  }

  @Test
  func `a block that was written is read again`() throws {
    let block = PEM.Block(label: "CERTIFICATE", bytes: SecureRandom.bytes(count: 1000))
    #expect(try PEM.blocks(in: PEM.encode(block)) == [block])
    let text = PEM.encode(PEM.Block(label: "X", bytes: [1]))
    #expect(text == "-----BEGIN X-----\nAQ==\n-----END X-----\n")
  }

  @Test(arguments: ["", "no block", "-----BEGIN -----", "-----BEGIN-----", "-----END X-----"])
  func `a text without blocks has none`(text: String) throws {
    #expect(try PEM.blocks(in: text).isEmpty)
  }

  @Test(arguments: [
    "-----BEGIN X-----\nAQ==", "-----BEGIN X-----\nA!\n-----END X-----",
    "-----BEGIN X-----\nProc-Type: 4,ENCRYPTED\n-----END X-----",
    "-----BEGIN X-----\nAQ==\n-----END Y-----",
  ])
  func `a damaged block is an error`(text: String) {
    #expect(throws: CryptographyError.self) { try PEM.blocks(in: text) }
  }
}
