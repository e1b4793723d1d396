/// A scheme whose credentials depend on the request as it goes out.
protocol RequestSigner: AuthenticationScheme {
  /// The URL in the form that is signed: what is sent in its place.
  ///
  /// - Parameter url: of the exchange.
  /// - Returns: a URL that stands for the same; its canonical form is itself.
  func canonicalURL(of url: URI) -> URI

  /// Signs one exchange; asked anew for each, redirects and retries included.
  ///
  /// - Parameters:
  ///   - request: as it is sent, but for cookies and for what the transport adds itself.
  ///   - context: clock and session.
  /// - Returns: the fields to send with it, in place of those of the same names.
  /// - Throws: `SessionError`, which ends the request.
  func signature(
    of request: SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) -> HTTPHeaders
}
