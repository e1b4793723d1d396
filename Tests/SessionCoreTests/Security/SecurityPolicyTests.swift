import Foundation
import TestSupport
import Testing

@testable import SessionCore

/// Certificates made once for all rows.
private struct Chains: Sendable {
  static let shared = Result { try Chains() }

  let root: [UInt8]
  let intermediate: [UInt8]
  let leaf: [UInt8]
  let sent: [[UInt8]]
  let otherSent: [[UInt8]]
  let wildcardSent: [[UInt8]]
  let anchors: [[UInt8]]
  /// CN=foobar.com without alternative names.
  let named: [UInt8]
  /// foobar.com as alternative name alone.
  let alternative: [UInt8]
  /// No host at all.
  let nameless: [UInt8]
  /// Signed by nobody of the above, named as the real intermediate is.
  let forgedSent: [[UInt8]]

  init() throws {
    let authority = try CertificateAuthority(name: "Policy Root")
    let middle = try authority.intermediate(name: "Policy Intermediate")
    let identity = try middle.issue(.server(["httpbin.org"], addresses: []))
    let other = try CertificateAuthority(name: "Other Root")
    root = authority.certificate.der
    intermediate = middle.certificate.der
    leaf = identity.certificate.der
    sent = identity.sentChain.map(\.der)
    otherSent = try other.issue(.server(["httpbin.org"], addresses: [])).sentChain.map(\.der)
    wildcardSent = try middle.issue(.server(["*.httpbin.org"], addresses: [])).sentChain.map(\.der)
    anchors = [root, other.certificate.der]
    named = try CertificateAuthority.selfSigned(.init(commonName: "foobar.com")).certificate.der
    var request = CertificateRequest(commonName: nil)
    request.dnsNames = ["foobar.com"]
    alternative = try CertificateAuthority.selfSigned(request).certificate.der
    nameless = try CertificateAuthority.selfSigned(.init(commonName: nil)).certificate.der
    let false1 = try CertificateAuthority(name: "Policy Intermediate")
    forgedSent =
      [try false1.issue(.server(["httpbin.org"], addresses: [])).certificate.der, intermediate]
  }

  func trust(_ chain: [[UInt8]]) -> ServerTrust { ServerTrust(sentChain: chain, anchors: anchors) }
}

@Suite(.timeLimit(.minutes(5))) struct SecurityPolicyTests {
  private let chains: Chains

  init() throws { chains = try Chains.shared.get() }

  private func check(
    _ policy: SecurityPolicy,
    _ chain: [[UInt8]],
    _ domain: String?,
    _ expected: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      policy.evaluate(chains.trust(chain), domain: domain) == expected,
      sourceLocation: sourceLocation
    )
  }

  @Test
  func `row 92 (1 to 8): the default believes in roots and checks the host`() {
    let policy = SecurityPolicy()
    #expect(policy.pinningMode == .none)
    #expect(!policy.allowsInvalidCertificates)
    #expect(policy.validatesDomainName)
    #expect(policy.pinnedCertificates.isEmpty)
    check(policy, chains.sent, nil, true)
    check(policy, chains.sent, "httpbin.org", true)
    check(policy, [chains.nameless], nil, false)
    check(policy, chains.sent, "apple.com", false)
  }

  @Test(arguments: [SecurityPolicy.PinningMode.publicKey, .certificate])
  func `row 92 (9 to 32): pins of leaf, intermediate and root are found`(
    mode: SecurityPolicy.PinningMode
  ) {
    func policy(_ pins: [UInt8]...) -> SecurityPolicy {
      SecurityPolicy(pinning: mode, to: Set(pins))
    }
    check(policy(chains.leaf), chains.sent, nil, true)
    check(policy(chains.intermediate), chains.sent, nil, true)
    check(policy(chains.root), chains.sent, nil, true)
    check(policy(chains.leaf, chains.intermediate, chains.root), chains.sent, nil, true)
    check(policy(chains.leaf, chains.nameless), chains.sent, nil, true)
    check(policy(chains.leaf), chains.sent, "httpbin.org", true)
    check(policy(), chains.sent, nil, false)
    check(policy(chains.leaf), chains.otherSent, nil, false)
    check(policy(chains.leaf), chains.sent, "invaliddomainname.com", false)
    check(policy(chains.leaf, chains.nameless), chains.otherSent, nil, false)
    check(policy([1, 2, 3]), chains.sent, nil, false)
  }

  @Test
  func `row 92 (9, 10, 21, 22): the certificates of a directory are pins, each once`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(chains.leaf, to: "leaf.cer")
    _ = try folder.write(chains.leaf, to: "again.cer")
    _ = try folder.write(chains.root, to: "root.cer")
    _ = try folder.write(chains.intermediate, to: "intermediate.der")
    _ = try folder.write("no certificate", to: "broken.cer")
    _ = try folder.write([], to: "empty.cer")
    try FileManager.default.createDirectory(
      atPath: folder.path("folder.cer"),
      withIntermediateDirectories: false
    )
    #expect(unsafe mkfifo(folder.path("pipe.cer"), 0o600) == 0)
    let pins = try SecurityPolicy.certificates(inDirectory: folder.path)
    #expect(pins == [chains.leaf, chains.root])
    check(SecurityPolicy(pinning: .publicKey, to: pins), chains.sent, "httpbin.org", true)
    let error = #expect(throws: SessionError.self) {
      try SecurityPolicy.certificates(inDirectory: folder.path("missing"))
    }
    #expect(error?.code.rawValue == -3001)
    #expect(error?.message.contains("missing cannot be read: no such file") == true)
  }

  @Test
  func `row 92 (33 to 37): the domain is checked where it must be`() {
    var policy = SecurityPolicy()
    policy.validatesDomainName = false
    check(policy, chains.sent, "invalid.org", true)
    var keys = SecurityPolicy(pinning: .publicKey, to: [chains.named])
    keys.allowsInvalidCertificates = true
    check(keys, [chains.named], "foobar.com", true)
    keys.pinnedCertificates = [chains.alternative]
    check(keys, [chains.alternative], "foobar.com", true)
    check(SecurityPolicy(), chains.sent, "invalid.org", false)
    var certificates = SecurityPolicy(pinning: .certificate, to: [chains.nameless])
    certificates.allowsInvalidCertificates = true
    check(certificates, [chains.nameless], "foobar.com", false)
    check(SecurityPolicy(), chains.wildcardSent, "test.httpbin.org", true)
    check(SecurityPolicy(), chains.wildcardSent, "a.test.httpbin.org", false)
  }

  @Test
  func `row 92 (38 to 44): self-signed certificates need exceptions and pins`() {
    let chain = [chains.alternative]
    var open = SecurityPolicy()
    open.allowsInvalidCertificates = true
    check(open, chain, nil, true)
    check(open, chain, "foobar.com", false)
    open.pinnedCertificates = [chains.alternative]
    check(open, chain, "foobar.com", false)
    open.validatesDomainName = false
    check(open, chain, "foobar.com", true)
    check(SecurityPolicy(), chain, nil, false)
    var keys = SecurityPolicy(pinning: .publicKey, to: [chains.alternative])
    keys.allowsInvalidCertificates = true
    check(keys, chain, "foobar.com", true)
    keys.pinnedCertificates = []
    check(keys, chain, "foobar.com", false)
  }

  @Test
  func `row 92 (45): a copy keeps everything`() {
    var policy = SecurityPolicy(pinning: .publicKey, to: [chains.leaf])
    let copy = policy
    policy.pinnedCertificates = []
    check(copy, chains.sent, "httpbin.org", true)
  }

  @Test(arguments: [SecurityPolicy.PinningMode.none, .publicKey, .certificate])
  func `row 92 (46): an archive keeps everything`(mode: SecurityPolicy.PinningMode) throws {
    var policy = SecurityPolicy(pinning: mode, to: [chains.leaf, chains.root])
    policy.allowsInvalidCertificates = true
    policy.validatesDomainName = false
    let archive = try JSONEncoder().encode(policy)
    #expect(try JSONDecoder().decode(SecurityPolicy.self, from: archive) == policy)
    let list = try PropertyListEncoder().encode(SecurityPolicy())
    #expect(try PropertyListDecoder().decode(SecurityPolicy.self, from: list) == SecurityPolicy())
    let unknown = Data(
      String(decoding: archive, as: UTF8.self)
        .replacing("\"pinningMode\":\(mode.rawValue)", with: "\"pinningMode\":9").utf8
    )
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SecurityPolicy.self, from: unknown)
    }
  }

  @Test
  func `a pinned issuer whose signature is forged is not believed`() {
    for mode in [SecurityPolicy.PinningMode.publicKey, .certificate] {
      var policy = SecurityPolicy(pinning: mode, to: [chains.intermediate])
      policy.allowsInvalidCertificates = true
      check(policy, chains.forgedSent, "httpbin.org", false)
      check(policy, [chains.nameless, chains.intermediate], nil, false)
      check(policy, chains.sent, "httpbin.org", true)
    }
  }

  @Test
  func `a key pinned with invalid certificates allowed still checks the host`() {
    var policy = SecurityPolicy(pinning: .publicKey, to: [chains.alternative])
    policy.allowsInvalidCertificates = true
    check(policy, [chains.alternative], "other.com", false)
    policy.validatesDomainName = false
    check(policy, [chains.alternative], "other.com", true)
  }
}
