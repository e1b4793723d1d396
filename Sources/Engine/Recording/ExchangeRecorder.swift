import CurlTransport
import RunEvents
import SessionCore

/// Turns a request and its response into what reports may see: masked and cut.
struct ExchangeRecorder {
  /// How many bytes of a body reports get.
  static let bodyLimit = 64 << 10

  let context: RunContext

  /// The exchange of a response, the redirects before it included.
  func exchange(_ response: ResponseContext) -> Exchange {
    var hops = response.metrics.hops.map { hop in
      Exchange(
        request: request(hop.request, sent: hop.sentHeaders),
        response: self.response(hop.response, body: [], count: 0),
        timings: timings(hop),
        address: hop.transfer.remoteAddress.isEmpty ? nil : hop.transfer.remoteAddress,
        curl: curl(hop.request)
      )
    }
    guard var last = hops.popLast() else {
      return Exchange(request: .init(method: "", url: context.mask.masking(response.response.url)))
    }
    last.response = self.response(
      response.response,
      body: response.body,
      count: response.bodyCount
    )
    last.redirects = hops
    return last
  }

  /// The exchange of a request that got no whole response.
  ///
  /// - Parameters:
  ///   - request: what was sent.
  ///   - error: why no whole response came, with the part of it that came.
  ///   - duration: how long it took, in seconds.
  /// - Returns: the exchange, with as much of a response as came.
  func exchange(
    _ request: SessionRequest,
    _ error: SessionError,
    failedAfter duration: Double
  ) -> Exchange {
    // The fields of the request for a token are not known here, and those of the step were never sent.
    let isOfToken = error.isOfTokenRequest
    var sent =
      isOfToken
      ? Exchange.Request(
        method: "POST",
        url: error.failingURL.map { context.mask.masking($0) } ?? ""
      )
      : self.request(request, sent: request.headersOnTheWire)
    let body = error.data ?? []
    var answer = error.response.map { response($0, body: body, count: body.count) }
    // The body did not come whole.
    answer?.body.count = nil
    if let url = error.response?.url { sent.url = context.mask.masking(sent: url) }
    return Exchange(
      request: sent,
      response: answer,
      timings: .init(total: duration),
      curl: isOfToken ? nil : curl(request),
      isHeadCut: answer == nil && error.hasPartialHead
    )
  }

  /// The command line of a request, when somebody asked for those.
  private func curl(_ request: SessionRequest) -> String? {
    guard context.options.curlLines else { return nil }
    let mask = context.mask
    return CurlCommandLine(request)
      .replacing(word: { mask.masking($0) }, input: { mask.masking($0) }).text
  }

  private func request(_ request: SessionRequest, sent: HTTPHeaders?) -> Exchange.Request {
    let mask = context.mask
    return Exchange.Request(
      method: mask.masking(request.method),
      url: mask.masking(sent: request.url),
      fields: fields(sent ?? request.headers),
      body: body(request.body, type: request.headers["Content-Type"])
    )
  }

  private func response(
    _ response: SessionResponse,
    body: [UInt8],
    count: Int
  ) -> Exchange.Response {
    Exchange.Response(
      status: response.status,
      reason: context.mask.masking(
        response.reason.isEmpty ? response.statusPhrase : response.reason
      ),
      version: response.version,
      fields: fields(response.headers),
      body: cut(body, of: count, type: mediaType(of: response))
    )
  }

  /// The media type of a response, in lower case unless it holds a secret.
  private func mediaType(of response: SessionResponse) -> String? {
    guard let field = response.headers["Content-Type"], context.mask.masking(field) != field else {
      return response.mimeType.map { context.mask.masking($0) }
    }
    return context.mask.maskingMediaType(field)
  }

  private func fields(_ headers: HTTPHeaders) -> [Exchange.Field] {
    headers.map { Exchange.Field(context.mask.masking($0.name), context.mask.masking($0.value)) }
  }

  private func body(_ body: RequestBody, type: String?) -> Exchange.Body? {
    let type = type.map { context.mask.maskingMediaType($0) }
    switch body {
    case .none: return nil
    case .bytes(let bytes): return cut(bytes, of: bytes.count, type: type)
    case .file, .source, .multipart:
      return Exchange.Body(bytes: [], count: body.length, mediaType: type)
    }
  }

  private func cut(_ bytes: [UInt8], of count: Int, type: String?) -> Exchange.Body {
    // A secret that the cut would split is masked before.
    let (masked, isCut) = context.mask.masking(prefixOf: bytes, limit: Self.bodyLimit)
    let isPart = isCut || count > bytes.count
    return Exchange.Body(
      bytes: masked,
      count: Int64(isPart ? max(count, masked.count + 1) : masked.count),
      mediaType: type
    )
  }

  private func timings(_ hop: SessionMetrics.Hop) -> Exchange.Timings {
    let transfer = hop.transfer
    return Exchange.Timings(
      nameLookup: Double(transfer.nameLookup) / 1e6,
      connect: Double(transfer.connect) / 1e6,
      tls: Double(transfer.appConnect) / 1e6,
      requestStart: Double(transfer.preTransfer) / 1e6,
      responseStart: Double(transfer.startTransfer) / 1e6,
      total: Double(transfer.total) / 1e6,
      reusedConnection: transfer.reusedConnection
    )
  }
}

extension SessionRequest {
  /// The fields as they went out, unless the last exchange was about another URL.
  fileprivate var headersOnTheWire: HTTPHeaders? {
    guard let target = sentHead?.target else { return nil }
    let own = (url.path.isEmpty ? "/" : url.path) + (url.query.map { "?\($0)" } ?? "")
    // A proxy is asked for the whole URL.
    guard target == own || target == url.requestText else { return nil }
    return sentHead?.headers.map { HTTPHeaders($0) }
  }
}

extension SessionError {
  /// Whether the answer began and its head did not come whole.
  fileprivate var hasPartialHead: Bool {
    guard let cause = transportError, let answer = cause.answer else {
      return false
    }
    return answer.head == nil
  }
}
