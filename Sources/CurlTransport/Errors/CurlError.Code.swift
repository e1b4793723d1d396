extension CurlError {
  /// What happened, as a number that may be one without a name here.
  ///
  /// Below 0x10000 it is libcurl's `CURLcode`, from 0x10000 one of our own, from 0x20000 a
  /// `CURLMcode`.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt32

    /// Makes a code of any number.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// The scheme is neither `http` nor `https`.
    public static var unsupportedProtocol: Self { Self(rawValue: 1) }
    /// libcurl could not be set up.
    public static var failedInit: Self { Self(rawValue: 2) }
    /// The URL cannot be read.
    public static var malformedURL: Self { Self(rawValue: 3) }
    /// This libcurl was built without something that is needed.
    public static var notBuiltIn: Self { Self(rawValue: 4) }
    /// The proxy's name is unknown.
    public static var couldNotResolveProxy: Self { Self(rawValue: 5) }
    /// The server's name is unknown.
    public static var couldNotResolveHost: Self { Self(rawValue: 6) }
    /// No connection could be made.
    public static var couldNotConnect: Self { Self(rawValue: 7) }
    /// The answer is not HTTP.
    public static var badServerResponse: Self { Self(rawValue: 8) }
    /// A fault in the framing of HTTP/2.
    public static var http2Framing: Self { Self(rawValue: 16) }
    /// The body ended before its declared length.
    public static var partialBody: Self { Self(rawValue: 18) }
    /// A callback stopped the response.
    public static var writeFailed: Self { Self(rawValue: 23) }
    /// A callback stopped the request's body.
    public static var readFailed: Self { Self(rawValue: 26) }
    /// Memory ran out.
    public static var outOfMemory: Self { Self(rawValue: 27) }
    /// A time limit passed.
    public static var timedOut: Self { Self(rawValue: 28) }
    /// TLS could not be set up.
    public static var tlsConnectFailed: Self { Self(rawValue: 35) }
    /// A callback stopped the transfer.
    public static var abortedByCallback: Self { Self(rawValue: 42) }
    /// libcurl refused an argument.
    public static var badFunctionArgument: Self { Self(rawValue: 43) }
    /// The network interface cannot be used.
    public static var interfaceFailed: Self { Self(rawValue: 45) }
    /// An option is unknown to this libcurl.
    public static var unknownOption: Self { Self(rawValue: 48) }
    /// The server closed the connection without an answer.
    public static var emptyReply: Self { Self(rawValue: 52) }
    /// Sending failed.
    public static var sendFailed: Self { Self(rawValue: 55) }
    /// Receiving failed.
    public static var receiveFailed: Self { Self(rawValue: 56) }
    /// Our certificate cannot be used.
    public static var badClientCertificate: Self { Self(rawValue: 58) }
    /// The server's identity could not be proved.
    public static var peerVerificationFailed: Self { Self(rawValue: 60) }
    /// The body's compression is unknown or broken.
    public static var badContentEncoding: Self { Self(rawValue: 61) }
    /// The body had to be sent again and could not be rewound.
    public static var bodyNotRewindable: Self { Self(rawValue: 65) }
    /// The file of certificate authorities cannot be read.
    public static var badAuthorityFile: Self { Self(rawValue: 77) }
    /// A fault in one stream of HTTP/2, above all a reset by the server.
    ///
    /// libcurl before 8.1 loses a reset in one case: the body's length is unknown, and the server
    /// ends the connection together with the stream, without the GOAWAY that RFC 9113 section 9.1
    /// asks for. The body that came until then passes as whole, and trailers that come so are lost.
    /// The same holds for a reset with the code `NO_ERROR` at any time. A declared length or gzip shows
    /// the loss all the same.
    public static var http2Stream: Self { Self(rawValue: 92) }
    /// A fault in the framing of HTTP/3.
    public static var http3Framing: Self { Self(rawValue: 95) }
    /// No connection of QUIC, which HTTP/3 is spoken over, could be made.
    public static var quicConnectFailed: Self { Self(rawValue: 96) }
    /// The proxy refused.
    public static var proxyFailed: Self { Self(rawValue: 97) }
    /// The server wants a certificate of ours.
    public static var clientCertificateRequired: Self { Self(rawValue: 98) }
    /// Something is longer than libcurl takes, above all a head (libcurl 8.6 and later).
    public static var tooLarge: Self { Self(rawValue: 100) }

    /// The transfer was cancelled.
    public static var cancelled: Self { Self(rawValue: 0x1_0001) }
    /// The body is longer than its limit.
    public static var bodyTooLarge: Self { Self(rawValue: 0x1_0002) }
    /// The head is longer than its limit.
    public static var headTooLarge: Self { Self(rawValue: 0x1_0003) }
    /// No byte came or went for the idle time.
    public static var idleTimedOut: Self { Self(rawValue: 0x1_0004) }
    /// The libcurl at run time lacks what was asked for.
    public static var unsupported: Self { Self(rawValue: 0x1_0005) }
    /// The request cannot be sent as it is.
    public static var invalidRequest: Self { Self(rawValue: 0x1_0006) }
    /// A body source gave fewer or more bytes than it said.
    public static var bodyLengthMismatch: Self { Self(rawValue: 0x1_0007) }
    /// A body source or file failed.
    public static var bodySourceFailed: Self { Self(rawValue: 0x1_0008) }
    /// The trust evaluation said no.
    public static var trustRejected: Self { Self(rawValue: 0x1_0009) }
    /// The process may not open more descriptors.
    public static var tooManyOpenFiles: Self { Self(rawValue: 0x1_000A) }
    /// The identity of a proxy that is spoken to over TLS could not be proved.
    public static var proxyVerificationFailed: Self { Self(rawValue: 0x1_000C) }
    /// The loop was shut down.
    public static var loopShutDown: Self { Self(rawValue: 0x1000B) }
    /// The proxy wants to know who asks.
    public static var proxyAuthenticationRequired: Self { Self(rawValue: 0x1_000D) }

    static func multi(_ value: Int32) -> Self {
      Self(rawValue: 0x20000 + UInt32(truncatingIfNeeded: max(0, value)))
    }
  }
}
