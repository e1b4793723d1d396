import CurlTransport
import SessionCore

/// What `options` come to for one request.
struct RequestSettings: Sendable {
  /// Limits, versions, proxy and TLS.
  var transport: TransferOptions
  /// What `tls.pin` wants of the server.
  var pin: SecurityPolicy?
  /// How redirects are followed.
  var redirects = RedirectPolicy.never
  /// How lists are written in queries and forms.
  var arrays = QueryEncoder.Arrays.brackets
  /// How many requests are sent in which time.
  var rate: RequestRate?
  /// Where that is written; whatever else it reaches shares it.
  var ratePlace: RequestPaces.Place?
  /// The `User-Agent` field.
  var userAgent = "curlew"

  /// The files of `tls` that were found good in the run.
  let tlsFiles: TLSFiles

  /// The settings of a request without options: 30 s in all, 10 s to connect, at most 64 MiB of body.
  ///
  /// - Parameter tlsFiles: remembers the files of `tls`.
  init(tlsFiles: TLSFiles) {
    self.tlsFiles = tlsFiles
    transport = TransferOptions()
    transport.timeout = .seconds(30)
    transport.connectTimeout = .seconds(10)
    transport.bodyLimit = 64 << 20
  }

  /// The transfer's options with the pins in them.
  var transportWithPin: TransferOptions {
    guard var pin else { return transport }
    pin.allowsInvalidCertificates = transport.tls.insecure
    pin.validatesDomainName = !transport.tls.insecure
    var options = transport
    pin.apply(to: &options)
    return options
  }
}
