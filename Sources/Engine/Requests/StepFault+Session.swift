import CurlTransport
import RunEvents
import SessionCore

extension StepFault {
  /// What a session's error means for a step.
  ///
  /// - Parameters:
  ///   - error: why no whole response came.
  ///   - interruption: tells a request that was cut off by a stop from one that failed by itself.
  init(_ error: SessionError, interruption: Interruption) {
    guard error.code == .cancelled else {
      self.init(Self.kind(of: error), error.message, hint: Self.hint(for: error))
      return
    }
    self.init(interruption)
  }

  /// What it means for a step that it was cut off.
  ///
  /// - Parameter interruption: tells a time limit from a stop of the run.
  init(_ interruption: Interruption) {
    switch interruption.cause {
    case .timeout(let limit): self.init(.timeout, "the time limit of \(limit) passed")
    case .stop(let reason): self.init(.interrupted, reason.sentence)
    case nil: self.init(.interrupted, "the step was cancelled")
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
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .clientCertificateRequired:
      .tls
    case .requestBodyStreamExhausted, .fileDoesNotExist, .cannotOpenFile: .file
    case _: .request
    }
  }

  private static func hint(for error: SessionError) -> String? {
    switch error.code {
    case .dataLengthExceedsMaximum: "raise options.max-body if the body is meant to be that long"
    case .timedOut: "raise options.timeout if the answer is meant to take that long"
    case .serverCertificateUntrusted:
      "give the authority in options.tls.ca, or trust any server with --insecure"
    case _: nil
    }
  }
}
