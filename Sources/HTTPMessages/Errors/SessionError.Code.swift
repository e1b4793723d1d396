extension SessionError {
  /// What happened, as a number within its domain; unknown numbers are kept.
  ///
  /// The numbers of ``Domain/url`` are those of `URLError`; ``Domain/responseSerialization`` uses
  /// two of them, ``badServerResponse`` and ``cannotDecodeContentData``.
  public struct Code: RawRepresentable, Sendable, Hashable, Codable {
    /// The number.
    public var rawValue: Int

    /// Takes any number, also one that has no constant here.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }
}

extension SessionError.Code {
  /// Nothing more is known.
  public static var unknown: Self { .init(rawValue: -1) }
  /// The task was cancelled, by its owner or with its session.
  public static var cancelled: Self { .init(rawValue: -999) }
  /// The URL cannot be parsed.
  public static var badURL: Self { .init(rawValue: -1000) }
  /// A time limit passed.
  public static var timedOut: Self { .init(rawValue: -1001) }
  /// The URL's scheme is not `http` or `https`.
  public static var unsupportedURL: Self { .init(rawValue: -1002) }
  /// The host's name has no address.
  public static var cannotFindHost: Self { .init(rawValue: -1003) }
  /// The connection was refused, or the host cannot be reached.
  public static var cannotConnectToHost: Self { .init(rawValue: -1004) }
  /// The connection ended in the middle.
  ///
  /// One that was kept from an earlier request and died before a byte of the answer came is none:
  /// libcurl makes the request again on a new connection, up to five times, and rewinds the body
  /// for it. It does so whatever the method, though RFC 9110 section 9.2.2 would have a POST fail.
  /// With libcurl before 8.1 a stream of HTTP/2 without a declared length can end in the middle unseen,
  /// see `CurlError.Code.http2Stream` of `CurlTransport`.
  public static var networkConnectionLost: Self { .init(rawValue: -1005) }
  /// More redirects than the limit allows.
  public static var httpTooManyRedirects: Self { .init(rawValue: -1007) }
  /// What is asked for is not available here.
  public static var resourceUnavailable: Self { .init(rawValue: -1008) }
  /// A redirect leads to something that cannot be requested.
  public static var redirectToNonExistentLocation: Self { .init(rawValue: -1010) }
  /// The status is not acceptable.
  public static var badServerResponse: Self { .init(rawValue: -1011) }
  /// A challenge's handler cancelled.
  public static var userCancelledAuthentication: Self { .init(rawValue: -1012) }
  /// Credentials are needed and there are none.
  public static var userAuthenticationRequired: Self { .init(rawValue: -1013) }
  /// The body is empty, though a document was expected (``SessionError/Domain/responseSerialization``).
  public static var zeroByteResource: Self { .init(rawValue: -1014) }
  /// The content coding of the body is broken.
  public static var cannotDecodeRawData: Self { .init(rawValue: -1015) }
  /// The content type is not acceptable, or parameters cannot be encoded.
  public static var cannotDecodeContentData: Self { .init(rawValue: -1016) }
  /// The response is not HTTP.
  public static var cannotParseResponse: Self { .init(rawValue: -1017) }
  /// The network may not be used for this request.
  public static var dataNotAllowed: Self { .init(rawValue: -1020) }
  /// The body must be sent again and cannot be.
  public static var requestBodyStreamExhausted: Self { .init(rawValue: -1021) }
  /// There is no such file.
  public static var fileDoesNotExist: Self { .init(rawValue: -1100) }
  /// The body is larger than allowed.
  public static var dataLengthExceedsMaximum: Self { .init(rawValue: -1103) }
  /// TLS could not be agreed on.
  public static var secureConnectionFailed: Self { .init(rawValue: -1200) }
  /// The certificate has expired.
  public static var serverCertificateHasBadDate: Self { .init(rawValue: -1201) }
  /// The certificate is not trusted.
  public static var serverCertificateUntrusted: Self { .init(rawValue: -1202) }
  /// The certificate's issuer is not known.
  public static var serverCertificateHasUnknownRoot: Self { .init(rawValue: -1203) }
  /// The certificate is not valid yet.
  public static var serverCertificateNotYetValid: Self { .init(rawValue: -1204) }
  /// The server refused the client's certificate.
  public static var clientCertificateRejected: Self { .init(rawValue: -1205) }
  /// The server wants a client's certificate.
  public static var clientCertificateRequired: Self { .init(rawValue: -1206) }
  /// A file cannot be created.
  public static var cannotCreateFile: Self { .init(rawValue: -3000) }
  /// A file cannot be opened.
  public static var cannotOpenFile: Self { .init(rawValue: -3001) }
  /// A file cannot be written.
  public static var cannotWriteToFile: Self { .init(rawValue: -3003) }
  /// A file cannot be moved to its destination.
  public static var cannotMoveFile: Self { .init(rawValue: -3005) }
  /// A document is larger or deeper than is decoded (in ``SessionError/Domain/cocoa``).
  public static var documentTooLarge: Self { .init(rawValue: 263) }
  /// A document cannot be parsed (in ``SessionError/Domain/cocoa``).
  public static var corruptDocument: Self { .init(rawValue: 3840) }
  /// A document does not make a value of the type (in ``SessionError/Domain/cocoa``).
  public static var undecodableValue: Self { .init(rawValue: 4864) }
}
