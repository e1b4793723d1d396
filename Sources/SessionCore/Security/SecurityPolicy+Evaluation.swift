import Cryptography

extension SecurityPolicy {
  /// Whether a server is believed, by AFNetworking's rule (`evaluateServerTrust:forDomain:`).
  ///
  /// ```swift
  /// let trust = ServerTrust(sentChain: [leaf, intermediate], anchors: [root])
  /// policy.evaluate(trust, domain: "example.com")
  /// ```
  ///
  /// AFNetworking does not look at the host when a key is pinned and invalid certificates are
  /// allowed; here it does, unless ``validatesDomainName`` is off.
  ///
  /// - Parameters:
  ///   - trust: what the server showed.
  ///   - domain: the host that was asked for, `nil` to leave it out.
  /// - Returns: whether the request may be sent.
  public func evaluate(_ trust: ServerTrust, domain: String?) -> Bool {
    let hasKeys =
      pinningMode == .publicKey && !(pinnedPublicKeys.isEmpty && pinnedPublicKeyDigests.isEmpty)
    let isPinless = pinningMode == .none || pinnedCertificates.isEmpty && !hasKeys
    if domain != nil, allowsInvalidCertificates, validatesDomainName, isPinless { return false }
    let host = validatesDomainName ? domain : nil
    if pinningMode == .none {
      return allowsInvalidCertificates || trust.verify(host)?.isTrusted == true
    }
    if isPinless { return false }
    if !allowsInvalidCertificates, trust.verify(host)?.isTrusted != true { return false }
    switch pinningMode {
    case .none: return false
    case .certificate: return matchesCertificates(trust, host: host)
    case .publicKey: return matchesKeys(trust, host: host)
    }
  }

  /// The pins become the only roots; the chain that is built then ends in one of them.
  private func matchesCertificates(_ trust: ServerTrust, host: String?) -> Bool {
    let verdict = ServerTrust.verify(
      trust.sentChain + (trust.verify(nil)?.chain ?? []),
      anchors: Array(decodablePins.keys),
      host: host
    )
    guard let verdict, verdict.isTrusted else { return false }
    return verdict.chain.contains { pinnedCertificates.contains($0) }
  }

  private func matchesKeys(_ trust: ServerTrust, host: String?) -> Bool {
    let keys = Set(decodablePins.values).union(pinnedPublicKeys)
    if !allowsInvalidCertificates {
      return trust.verify(host)?.chain.contains { hasPinnedKey($0, keys) } == true
    }
    return matchesKeysOfInvalidChain(trust, keys, host: host)
  }

  /// The leaf's key has signed the handshake; that of an issuer counts only if its signatures lead
  /// down to the leaf, whatever the dates say.
  private func matchesKeysOfInvalidChain(
    _ trust: ServerTrust,
    _ keys: Set<[UInt8]>,
    host: String?
  ) -> Bool {
    guard let leaf = trust.sentChain.first, let facts = try? CertificateFacts(der: leaf) else {
      return false
    }
    return trust.sentChain.contains { certificate in
      guard hasPinnedKey(certificate, keys) else { return false }
      return ServerTrust.verify(
        trust.sentChain,
        anchors: [certificate],
        at: facts.notBefore,
        host: host
      )?.isTrusted == true
    }
  }

  /// Whether a certificate's key is one of these, or has a pinned digest.
  private func hasPinnedKey(_ certificate: [UInt8], _ keys: Set<[UInt8]>) -> Bool {
    guard let key = Self.key(of: certificate) else { return false }
    if keys.contains(key) { return true }
    guard !pinnedPublicKeyDigests.isEmpty, let digest = try? DigestAlgorithm.sha256.digest(of: key)
    else { return false }
    return pinnedPublicKeyDigests.contains(digest)
  }

  /// The pins that can be read, with their keys.
  private var decodablePins: [[UInt8]: [UInt8]] {
    var pins: [[UInt8]: [UInt8]] = [:]
    for certificate in pinnedCertificates {
      if let key = Self.key(of: certificate) { pins[certificate] = key }
    }
    return pins
  }

  private static func key(of certificate: [UInt8]) -> [UInt8]? {
    (try? CertificateFacts(der: certificate))?.publicKeyInfo
  }
}
