import Cryptography
import Testing

@Suite(.timeLimit(.minutes(5))) struct CertificateChainTests {
  /// What one check is given and what comes of it.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var leaf = TestCertificates.leaf
    var intermediates = [TestCertificates.intermediate]
    var anchors = [TestCertificates.root]
    var seconds = 1_893_456_000  // 2030
    var host: String? = "example.test"
    var code: CertificateVerdict.Code
    var chainLength: Int?
  }

  static let cases: [Case] = [
    Case(testDescription: "a whole chain", code: .trusted, chainLength: 3),
    Case(testDescription: "no host asked for", host: nil, code: .trusted),
    Case(testDescription: "a wildcard", host: "a.example.test", code: .trusted),
    Case(testDescription: "an IPv4 address", host: "192.0.2.1", code: .trusted),
    Case(testDescription: "an IPv6 address", host: "[2001:db8::1]", code: .trusted),
    Case(
      testDescription: "a wildcard over two labels",
      host: "a.b.example.test",
      code: .hostMismatch
    ),
    Case(testDescription: "another host", host: "other.test", code: .hostMismatch),
    Case(testDescription: "another address", host: "192.0.2.2", code: .addressMismatch),
    Case(testDescription: "no intermediate", intermediates: [], code: .unknownIssuer),
    Case(testDescription: "no anchor", anchors: [], code: .unknownIssuer),
    Case(
      testDescription: "the root was sent but is no anchor",
      intermediates: [TestCertificates.intermediate, TestCertificates.root],
      anchors: [],
      code: .selfSignedInChain
    ),
    Case(
      testDescription: "the intermediate is the anchor",
      intermediates: [],
      anchors: [TestCertificates.intermediate],
      code: .trusted,
      chainLength: 2
    ),
    Case(
      testDescription: "the leaf is the anchor",
      intermediates: [],
      anchors: [TestCertificates.leaf],
      code: .trusted,
      chainLength: 1
    ),
    Case(
      testDescription: "a self-signed leaf",
      leaf: TestCertificates.selfSigned,
      host: "self.test",
      code: .selfSigned
    ),
    Case(
      testDescription: "a self-signed leaf that is the anchor",
      leaf: TestCertificates.selfSigned,
      anchors: [TestCertificates.selfSigned],
      host: "self.test",
      code: .trusted
    ),
    Case(testDescription: "too late", leaf: TestCertificates.expired, code: .expired),
    Case(testDescription: "too early", seconds: 1_000_000_000, code: .notYetValid),
    Case(testDescription: "only for clients", leaf: TestCertificates.client, code: .invalidPurpose),
    Case(
      testDescription: "signed by a leaf",
      leaf: TestCertificates.signedByLeaf,
      intermediates: [TestCertificates.leaf, TestCertificates.intermediate],
      host: "evil.test",
      code: .invalidAuthority
    ),
  ]

  @Test(arguments: cases)
  func `a chain is judged`(example: Case) throws {
    let verdict = try CertificateChain.verify(
      leaf: TestCertificates.der(example.leaf),
      intermediates: example.intermediates.map(TestCertificates.der),
      anchors: example.anchors.map(TestCertificates.der),
      at: example.seconds,
      host: example.host
    )
    #expect(verdict.code == example.code)
    #expect(verdict.isTrusted == (example.code == .trusted))
    #expect(!verdict.message.isEmpty)
    if let length = example.chainLength { #expect(verdict.chain.count == length) }
    #expect(try verdict.chain.first == TestCertificates.der(example.leaf))
  }

  @Test
  func `a changed signature is noticed`() throws {
    var leaf = try TestCertificates.der(TestCertificates.leaf)
    leaf[leaf.count - 1] ^= 1
    let verdict = try CertificateChain.verify(
      leaf: leaf,
      intermediates: [TestCertificates.der(TestCertificates.intermediate)],
      anchors: [TestCertificates.der(TestCertificates.root)],
      at: 1_893_456_000
    )
    #expect(verdict.code == .badSignature)
  }

  @Test
  func `what is no certificate is an error and no verdict`() throws {
    let leaf = try TestCertificates.der(TestCertificates.leaf)
    #expect(throws: CryptographyError.self) { try CertificateChain.verify(leaf: [], anchors: []) }
    #expect(throws: CryptographyError.self) {
      try CertificateChain.verify(leaf: leaf, anchors: [[1, 2, 3]])
    }
    #expect(throws: CryptographyError.self) {
      try CertificateChain.verify(leaf: leaf, intermediates: [[]], anchors: [])
    }
    #expect(throws: CryptographyError.self) {
      try CertificateChain.verify(leaf: leaf, anchors: [leaf], host: "a\u{0}b")
    }
  }
}
