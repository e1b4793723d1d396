public import Cryptography

/// What a server showed of itself, and how it is judged.
///
/// The judgement is a function, so that a policy can be tested without any connection. The chain of a
/// server that was refused is `SessionError.peerChain`.
public struct ServerTrust: Sendable {
  /// What the server sent, its own certificate first, DER.
  public var sentChain: [[UInt8]]
  /// Judges the chain against the trusted roots, for a host or for none.
  var verify: @Sendable (_ host: String?) -> CertificateVerdict?

  /// What a server sent, judged against roots that are given.
  ///
  /// - Parameters:
  ///   - sentChain: the server's own certificate first, DER; one that is damaged is not believed.
  ///   - anchors: the only certificates that are trusted, DER.
  public init(sentChain: [[UInt8]], anchors: [[UInt8]]) {
    self.sentChain = sentChain
    verify = { Self.verify(sentChain, anchors: anchors, host: $0) }
  }

  /// What a connection showed, judged against the store it was made with.
  public init(_ facts: TLSFacts) {
    sentChain = facts.peerChain
    verify = { host in
      guard let host, facts.verdict.isTrusted, let anchor = facts.verdict.chain.last else {
        return facts.verdict
      }
      return Self.verify(facts.verdict.chain, anchors: [anchor], host: host)
    }
  }

  /// Judges a chain against the given certificates alone; `nil` when one of them is damaged.
  static func verify(
    _ chain: [[UInt8]],
    anchors: [[UInt8]],
    at seconds: Int? = nil,
    host: String?
  ) -> CertificateVerdict? {
    guard let leaf = chain.first else { return nil }
    return try? CertificateChain.verify(
      leaf: leaf,
      intermediates: Array(chain.dropFirst()),
      anchors: anchors,
      at: seconds,
      host: host
    )
  }
}
