import CurlTransport
import Diagnostics
import RunEvents
import SessionCore

extension StepFault {
  /// What a session's error means for a step.
  ///
  /// - Parameters:
  ///   - error: why no whole response came.
  ///   - interruption: distinguishes a request that was cut off by a stop from one that failed by itself.
  init(_ error: SessionError, interruption: Interruption) {
    guard error.code == .cancelled else {
      self.init(Self.kind(of: error), Self.message(of: error), hint: Self.hint(for: error))
      return
    }
    self.init(interruption)
  }

  /// What it means for a step that it was cut off.
  ///
  /// - Parameters:
  ///   - interruption: distinguishes a time limit from a stop of the run.
  ///   - range: the place in the scenario that it is about.
  init(_ interruption: Interruption, at range: SourceRange? = nil) {
    switch interruption.cause {
    case .timeout?: self.init(.timeout, interruption.sentence, at: range)
    case .stop?, .grace?, nil: self.init(.interrupted, interruption.sentence, at: range)
    }
  }

  private static func kind(of error: SessionError) -> Kind {
    switch error.code {
    case .cannotFindHost: .dns
    case .cannotConnectToHost: .connect
    case .timedOut: .timeout
    case .networkConnectionLost: .reset
    case .cannotDecodeRawData, .cannotParseResponse: .protocol
    case .dataLengthExceedsMaximum: .bodyTooLarge
    case .httpTooManyRedirects: .tooManyRedirects
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .clientCertificateRequired:
      .tls
    case .requestBodyStreamExhausted, .fileDoesNotExist, .cannotOpenFile: .file
    case _: .request
    }
  }

  /// AFNetworking's words for a server that is not trusted leave the reason out.
  private static func message(of error: SessionError) -> String {
    guard error.code == .serverCertificateUntrusted, let cause = error.transportError else {
      return error.message
    }
    let peer = cause.code == .proxyVerificationFailed ? "proxy" : "server"
    let distrust = "the \(peer) is not trusted: \(cause.message)"
    guard error.isOfTokenRequest, let url = error.failingURL else { return distrust }
    return "no token from \(url): \(distrust)"
  }

  /// What helps when a proxy answers 407, whether to a request or to `CONNECT`.
  static let proxyLoginHint =
    "the proxy wants to know who asks: options.proxy takes http://user:password@host:port"

  private static func hint(for error: SessionError) -> String? {
    switch error.code {
    case .httpTooManyRedirects:
      "raise options.follow-redirects, or write follow-redirects: false to look at the redirect itself"
    case .dataLengthExceedsMaximum: "raise options.max-body if the body is meant to be that long"
    case .timedOut: "raise options.timeout if the answer is meant to take that long"
    case .serverCertificateUntrusted: error.transportError.flatMap(hint(forDistrusted:))
    case .clientCertificateRequired: "give one in options.tls.certificate, and its key in key"
    case .cannotConnectToHost where error.transportError?.code == .proxyAuthenticationRequired:
      proxyLoginHint
    case _: nil
    }
  }

  private static func hint(forDistrusted cause: CurlError) -> String? {
    let isProxy = cause.code == .proxyVerificationFailed
    if cause.code == .trustRejected {
      return "give the files of what the server is meant to show in options.tls.pin"
    }
    switch cause.verifyResult {
    case 62, 64:
      return isProxy
        ? "use a name of the certificate in options.proxy"
        : "use a name of the certificate; options.resolve tells where to find it"
    case 9: return "look at this machine's clock, or wait"
    case 10: return "renew the certificate, or trust any server with --insecure"
    case _:
      return
        "give the authority in options.tls.ca, or trust any \(isProxy ? "proxy" : "server") with --insecure"
    }
  }
}

extension StepFault.Kind {
  /// The word for it behind `error` of `expect`.
  var asTransferError: String { self == .bodyTooLarge ? "too-large" : rawValue }
}

extension SessionError {
  /// What the transport said, one or two levels beneath.
  var transportError: CurlError? {
    (underlying ?? self).underlyingErrors.first as? CurlError
  }
}
