/// Why a transfer gave no response.
public struct CurlError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What happened.
  public var code: Code
  /// What happened in words: libcurl's own of this case where it has some.
  public var message: String
  /// The system's `errno` of the failed call, or 0.
  public var systemError: Int32
  /// OpenSSL's verdict on the chain and its names (`X509_V_ERR_…`), or 0.
  public var verifyResult: Int
  /// How often the request had been sent again by then; see ``TransferMetrics/resends``.
  public var resends = 0
  /// What a peer that is not trusted has sent of itself, its own certificate first, DER; else empty.
  public var peerChain: [[UInt8]]

  /// What had come of the answer; `nil` when no byte had.
  public var answer: PartialAnswer?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: what happened.
  ///   - message: a lowercase fragment without full stop.
  ///   - systemError: the `errno`, or 0.
  ///   - verifyResult: OpenSSL's verdict on the chain, or 0.
  ///   - peerChain: the certificates of a peer that is not trusted, DER.
  public init(
    code: Code,
    message: String,
    systemError: Int32 = 0,
    verifyResult: Int = 0,
    peerChain: [[UInt8]] = []
  ) {
    self.code = code
    self.message = message
    self.systemError = systemError
    self.verifyResult = verifyResult
    self.peerChain = peerChain
  }

  /// The message.
  public var description: String { message }

  /// Whether both say the same, whatever had come of the answer.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.message == right.message
      && left.systemError == right.systemError && left.verifyResult == right.verifyResult
  }

  /// Feeds what ``==(_:_:)`` compares to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
    hasher.combine(systemError)
    hasher.combine(verifyResult)
  }
}
