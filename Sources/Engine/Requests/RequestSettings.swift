import CurlTransport
import SessionCore

/// What `options` come to for one request.
struct RequestSettings: Sendable {
  /// Limits, versions, proxy and TLS.
  var transport: TransferOptions
  /// What `tls.pin` wants of the server.
  var pin: SecurityPolicy?
  /// Other places to connect to than the URL's.
  var places: [TransferOptions.ConnectTo] = []
  /// The addresses to connect to instead of hosts.
  var addresses: [TransferOptions.ConnectTo] = []
  /// How redirects are followed.
  var redirects = RedirectPolicy.never
  /// Whether `.` and `..` stay in the path of the URL.
  var keepsDotSegments = false
  /// Whether the coding of the body is undone by what asks for it, not while it comes.
  var decodesLate = false
  /// Where the name and the password of a request without `auth` are looked for.
  var netrc: Netrc?
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
  /// The files of `netrc` that were read in the run.
  let netrcFiles: NetrcFiles

  /// The settings of a request without options: 30 s in all, 10 s to connect, at most 64 MiB of body.
  ///
  /// - Parameters:
  ///   - tlsFiles: remembers the files of `tls`.
  ///   - netrcFiles: remembers the files of `netrc`.
  init(tlsFiles: TLSFiles, netrcFiles: NetrcFiles) {
    self.tlsFiles = tlsFiles
    self.netrcFiles = netrcFiles
    transport = TransferOptions()
    transport.timeout = .seconds(30)
    transport.connectTimeout = .seconds(10)
    transport.bodyLimit = 64 << 20
  }

  /// The transfer's options with the places and the pins in them.
  fileprivate var finishedTransport: TransferOptions {
    var options = transport
    if decodesLate {
      options.asksForCodings = transport.asksForCodings ?? transport.decodesContent
      options.decodesContent = false
    }
    if !places.isEmpty || !addresses.isEmpty { options.connectTo = finishedPlaces }
    guard var pin else { return options }
    pin.allowsInvalidCertificates = transport.tls.insecure
    pin.validatesDomainName = !transport.tls.insecure
    pin.apply(to: &options)
    return options
  }

  /// The places, those among them that have another address at that.
  private var finishedPlaces: [TransferOptions.ConnectTo] {
    places.map { place in
      let (host, port) = (place.toHost?.lowercased(), place.toPort ?? place.port)
      let address = addresses.first { $0.host?.lowercased() == host && $0.port == port }
      guard host != nil, let address else { return place }
      var place = place
      (place.toHost, place.toPort) = (address.toHost, address.toPort)
      return place
    } + addresses
  }
}

/// Settings to which nothing comes any more, held once by all that look at them.
final class FinishedSettings: Sendable {
  let settings: RequestSettings
  /// The transfer's options with the places and the pins in them.
  let transport: TransferOptions

  init(_ settings: RequestSettings) {
    self.settings = settings
    transport = settings.finishedTransport
  }
}
