import CurlTransport

extension SessionError {
  /// What the transport's error means to a session; the original lies beneath.
  init(_ error: CurlError, request: SessionRequest) {
    if [.peerVerificationFailed, .proxyVerificationFailed, .trustRejected].contains(error.code) {
      self = .untrusted(error, request: request)
      return
    }
    self.init(
      code: Self.code(of: error.code),
      message: error.message,
      failingURL: request.url.displayText,
      underlyingErrors: [error]
    )
    if let answer = error.answer {
      response = answer.head.map {
        SessionResponse($0, metrics: nil, url: request.url.withoutUserInfo)
      }
      data = response == nil || answer.body.isEmpty ? nil : answer.body
    }
    if error.code == .invalidRequest { domain = .requestSerialization }
  }

  /// How often the request was sent again before it failed, because the kept connection it went out on
  /// broke before any answer, or its server refused it.
  public var resends: Int {
    underlyingErrors.reduce(0) { most, error in
      let own =
        switch error {
        case let error as CurlError: error.resends
        case let error as SessionError: error.resends
        case _: 0
        }
      return max(most, own)
    }
  }

  /// The code that is reported for a transport's one.
  private static func code(of code: CurlError.Code) -> Code {
    switch code {
    case .unsupportedProtocol: .unsupportedURL
    case .malformedURL: .badURL
    case .couldNotResolveProxy, .couldNotResolveHost: .cannotFindHost
    case .couldNotConnect, .quicConnectFailed, .proxyFailed, .proxyAuthenticationRequired,
      .interfaceFailed:
      .cannotConnectToHost
    case .timedOut, .idleTimedOut: .timedOut
    case .tlsConnectFailed, .badAuthorityFile: .secureConnectionFailed
    case .badClientCertificate: .clientCertificateRejected
    case .clientCertificateRequired: .clientCertificateRequired
    case .partialBody, .emptyReply, .sendFailed, .receiveFailed, .http2Framing, .http2Stream,
      .http3Framing:
      .networkConnectionLost
    case .badServerResponse, .headTooLarge, .tooLarge: .cannotParseResponse
    case .badContentEncoding: .cannotDecodeRawData
    case .bodyNotRewindable, .bodySourceFailed, .bodyLengthMismatch, .readFailed:
      .requestBodyStreamExhausted
    case .writeFailed: .cannotWriteToFile
    case .bodyTooLarge: .dataLengthExceedsMaximum
    case .cancelled, .abortedByCallback, .loopShutDown: .cancelled
    case .unsupported, .notBuiltIn, .unknownOption, .tooManyOpenFiles: .resourceUnavailable
    case .invalidRequest: .cannotDecodeContentData
    case _: .unknown
    }
  }

  /// AFNetworking says -1202 of every server it does not trust; the finer code lies beneath, with the reason in words.
  private static func untrusted(_ error: CurlError, request: SessionRequest) -> SessionError {
    let host = request.url.host ?? ""
    var underlying: [any Error] = [error]
    if let code = finerCode(error.verifyResult) {
      underlying = [
        SessionError(
          code: code,
          message: error.message,
          failingURL: request.url.displayText,
          underlyingErrors: [error]
        )
      ]
    }
    let isProxy = error.code == .proxyVerificationFailed
    var untrusted = SessionError(
      code: .serverCertificateUntrusted,
      message: isProxy
        ? "The certificate for the proxy is invalid: \(error.message)"
        : """
        The certificate for this server is invalid. You might be connecting to a server that is \
        pretending to be \u{201C}\(host)\u{201D} which could put your confidential information \
        at risk.
        """,
      failingURL: request.url.displayText,
      underlyingErrors: underlying
    )
    untrusted.peerChain = error.peerChain
    return untrusted
  }

  /// OpenSSL's verdicts (`X509_V_ERR_…`) that have a code of their own.
  private static func finerCode(_ verdict: Int) -> Code? {
    switch verdict {
    case 9: .serverCertificateNotYetValid
    case 10: .serverCertificateHasBadDate
    case 2, 18, 19, 20, 21: .serverCertificateHasUnknownRoot
    case _: nil
    }
  }
}
