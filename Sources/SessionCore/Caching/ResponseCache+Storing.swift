import CurlTransport

extension ResponseCache {
  /// What of an exchange would be kept, if anything (RFC 9111 section 3).
  ///
  /// - Parameters:
  ///   - response: the head of the answer.
  ///   - data: its body.
  ///   - request: what it answers, as it was sent.
  ///   - options: how it was sent.
  ///   - times: when the request went and when the answer came, seconds since 1970.
  /// - Returns: `nil` for what must not be kept.
  static func proposal(
    _ response: SessionResponse,
    _ data: [UInt8],
    to request: SessionRequest,
    options: TransferOptions,
    times: (request: Double, response: Double)
  ) -> CachedResponse? {
    guard request.method == "GET", case .none = request.body, mayStore(response, to: request),
      let names = CacheSelector.varyNames(of: response),
      let selector = CacheSelector(request, options: options)?.digest(of: names)
    else { return nil }
    var response = response
    response.headers = response.headers.withoutConnectionFields
    return CachedResponse(
      response: response,
      data: data,
      requestTime: times.request,
      responseTime: times.response,
      varyNames: names,
      selector: selector
    )
  }

  private static func mayStore(_ response: SessionResponse, to request: SessionRequest) -> Bool {
    switch response.status {
    // Parts are not put together here, a 304 is no answer of its own, and a challenge is for one
    // request alone.
    case ..<200, 206, 304, 401, 407: return false
    // What was not there, was not so or could not be cut answers a condition, not the URL.
    case 200: break
    case _: if !request.canBeAnsweredByCache { return false }
    }
    if CacheControl(request.headers).contains("no-store") { return false }
    let control = CacheControl(response.headers)
    if control.contains("must-understand") {
      guard CacheFreshness.canBeGuessed(response.status) else { return false }
    } else if control.contains("no-store") {
      return false
    }
    return control.contains("max-age") || control.contains("public") || control.contains("private")
      || response.headers.contains("Expires") || CacheFreshness.canBeGuessed(response.status)
  }

  /// Forgets what an unsafe request has made untrue (RFC 9111 section 4.4).
  func invalidate(after response: SessionResponse, to request: SessionRequest) {
    switch request.method {
    case "GET", "HEAD", "OPTIONS", "TRACE": return
    case _: break
    }
    guard (200..<400).contains(response.status) else { return }
    removeResponses(of: request.url)
    for name in ["Location", "Content-Location"] {
      guard let reference = response.headers[name],
        let url = try? request.url.withoutUserInfo.resolving(reference),
        url.hasSameOrigin(as: request.url)
      else { continue }
      removeResponses(of: url)
    }
  }
}
