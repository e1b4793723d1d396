import CCurl
import Cryptography
import Encodings
import HTTPMessages

/// One transfer on the loop's thread: its handle and all that libcurl's callbacks touch.
///
/// Kept and used again for later transfers, so that its memory is. Only the loop's thread sees it.
final class Transfer {
  let handle: EasyHandle
  var state = TransferState()
  private(set) var id: UInt64 = 0
  private(set) var options = TransferOptions()
  var sink: TransferSink?
  var collector = HeadCollector()
  var body: [UInt8] = []
  private(set) var bodyReader: (any BodyReader)?
  private(set) var sentHead: SentHead?
  var feed: BodyFeed?
  /// The length of a body that libcurl sends by itself, until its owner has heard of that.
  var smallBodyCount = 0
  var socketError: Int32 = 0
  /// The socket libcurl last waited on for it, or -1.
  var socket: Int32 = -1
  /// When it began, in nanoseconds of the loop's fair time.
  private(set) var began: UInt64 = 0
  /// What the loop had lost by then, in nanoseconds.
  private(set) var lostBefore: UInt64 = 0
  /// When a byte last came or went, in nanoseconds of the loop's fair time.
  var lastActivity: UInt64 = 0
  /// When the next bytes of a body may come, in nanoseconds of the loop's fair time.
  var nextReceipt: UInt64 = 0
  private(set) var method = "GET"
  var sendings = Sendings()
  /// The connection in use, as far as it can be told from others.
  private(set) var connection: ConnectionUse.Key?
  var announcedHead = false
  /// The codings of the body that comes, in lower case, as they were applied.
  var codings: [String] = []
  /// Set from the first byte of a body on that has codings.
  var decoding: BodyDecoding?
  /// Of the TLS handshake that was begun last, if there was one.
  var witness: HandshakeWitness?
  private(set) var startedAt: Int64 = 0
  private(set) var host = ""
  /// The place in the queue of its origin that it holds.
  var originKey: String?

  let mailbox: LoopMailbox
  let poller: Poller
  let timer: LoopTimer
  let connectionUse: ConnectionUse
  private let clientKeys: ClientKeys
  private var scratch = RequestScratch()
  private var url = RememberedURL()
  private var connectTo: RequestScratch?
  // A handle that only ever made plain transfers alike need not be reset between them.
  var mustReset = true
  /// Whether libcurl reports what goes over the wire.
  private var isWatching = false
  /// Whether libcurl was told to speak HTTP/1.1 alone, as with URLs in the clear; `nil` when it was told nothing.
  private var isClear: Bool?
  var progressMark: Int64 = 0
  private var closedConnections = 0

  init(
    multi: borrowing MultiHandle,
    mailbox: LoopMailbox,
    poller: Poller,
    timer: LoopTimer,
    clientKeys: ClientKeys,
    connectionUse: ConnectionUse
  ) throws(CurlError) {
    handle = try EasyHandle()
    self.mailbox = mailbox
    self.poller = poller
    self.timer = timer
    self.clientKeys = clientKeys
    self.connectionUse = connectionUse
    try multi.adopt(handle)
  }

  /// Takes on a new transfer.
  func assign(id: UInt64, sink: TransferSink, startedAt: Int64) {
    self.id = id
    self.sink = sink
    self.startedAt = startedAt
    state = TransferState()
    announcedHead = false
    socketError = 0
    socket = -1
    began = timer.fair
    lostBefore = timer.lost
    lastActivity = timer.fair
    nextReceipt = 0
    sendings = Sendings()
    progressMark = 0
    closedConnections = poller.closedCount
    witness = nil
  }

  /// Sets the handle up for a request that ``TransferRequest/refusal`` has let pass.
  ///
  /// - Parameter request: what is sent.
  /// - Throws: for what cannot be sent.
  func configure(_ request: TransferRequest) throws(CurlError) {
    let canKeep = !mustReset && request.options.isPlainAndSame(as: options)
    mustReset = true
    options = request.options
    bodyReader = request.bodyReader
    bodyReader?.begin()
    sentHead = request.sentHead
    sentHead?.begin()
    if !canKeep {
      isWatching = false
      handle.reset()
      url.forget()
      isClear = nil
      connectTo = nil
      try handle.applyFoundation()
      try handle.install(self, poller: poller)
      try handle.apply(options)
      if options.boxedTLS != nil, !clientKeys.areShareable(options.tls) { try handle.isolate() }
      if options.httpVersion == .http2PriorKnowledge || options.httpVersion == .http2,
        CurlVersion.current.cannotShareClearHTTP2,
        !request.url.lowercased().hasPrefix("https:")
      {
        try handle.isolate()
      }
      if !options.connectTo.isEmpty {
        let lines = options.connectTo.map { Array($0.description.utf8) }
        let extra = lines.reduce(0) { $0 + $1.count + 1 }
        var places = RequestScratch()
        places.begin(headers: TransferHeaders(), lines: lines.count, extra: extra)
        for line in lines { places.append(line: line) }
        try handle.apply(connectTo: places)
        connectTo = consume places
      }
      if options.tls.trust != nil { host = Self.host(of: request.url) }
      try handle.installPrerequest(self)
    }
    method = request.method
    if (sentHead != nil) != isWatching {
      isWatching.toggle()
      try handle.watchWire(isWatching ? self : nil)
    }
    try handle.collectMessage()
    let form = try prepareBody(request)
    try url.set(request.url, of: handle)
    try setVersion(of: request.url)
    try handle.apply(
      method: request.method,
      scratch: scratch,
      body: form
    )
    mustReset = false
  }

  /// Keeps a request in the clear from connections on which another one speaks HTTP/2 by prior knowledge.
  ///
  /// libcurl would send it there as well, and the server may know nothing of HTTP/2.
  private func setVersion(of url: String) throws(CurlError) {
    guard options.httpVersion == .automatic else { return }
    let fifth = url.utf8.dropFirst("http".utf8.count).first
    let isClear = fifth != UInt8(ascii: "s") && fifth != UInt8(ascii: "S")
    guard isClear != self.isClear else { return }
    self.isClear = isClear
    try handle.useHTTP2(!isClear)
  }

  private func prepareBody(_ request: TransferRequest) throws(CurlError) -> EasyHandle.BodyForm {
    let headers = request.headers
    var small: [UInt8]?
    switch request.body {
    case .none:
      feed = nil
    case .bytes(let bytes) where bytes.count <= RequestScratch.smallBody:
      small = bytes
      feed = nil
    case .bytes(let bytes):
      feed = BodyFeed(bytes)
    case .file(let path):
      feed = BodyFeed(try FileBodySource(path: path), declared: nil)
    case .source(let source):
      let declared = headers.first(named: "Content-Length").flatMap(Int64.init)
      feed = BodyFeed(source, declared: declared.flatMap { $0 >= 0 ? $0 : nil })
    }
    smallBodyCount = small?.count ?? 0
    let hasBody = feed != nil || small != nil
    // libcurl writes the length of what it sends itself; a second one would contradict it.
    let writesLength =
      small != nil || feed?.length != nil
      || (!hasBody && ["POST", "PUT", "PATCH"].contains(request.method))
    let codings = Self.acceptEncodingLine
    let omitted =
      request.omittedHeaders.isEmpty
      ? [] : request.omittedHeaders.subtracting(Self.neededHeaders)
    scratch.begin(
      headers: headers,
      lines: 8 + omitted.count,
      extra: omitted.reduce(64 + codings.count + (small?.count ?? 0)) { $0 + $1.utf8.count + 2 }
    )
    let asksForCodings = options.asksForCodings ?? options.decodesContent
    var namesCodings = !asksForCodings || omitted.contains("accept-encoding")
    var namesType = false
    var namesExpectation = false
    for entry in headers.entries {
      if writesLength && headers.matches(entry, "Content-Length") { continue }
      namesCodings = namesCodings || headers.matches(entry, "Accept-Encoding")
      namesType = namesType || headers.matches(entry, "Content-Type")
      namesExpectation = namesExpectation || headers.matches(entry, "Expect")
      scratch.append(entry, of: headers)
    }
    // A name and a colon alone keep libcurl from adding the field.
    for name in omitted where !headers.contains(name: name) {
      scratch.append(line: Array("\(name):".utf8))
    }
    // libcurl would add the same, but puts its text together anew for each request.
    if !namesCodings { scratch.append(line: codings) }
    // What libcurl would add to a body of its own accord.
    if hasBody || writesLength {
      if !namesType { scratch.append("Content-Type:") }
      if !namesExpectation { scratch.append("Expect:") }
    }
    if let small { return unsafe .copied(scratch.append(body: small), count: small.count) }
    guard let feed else { return .none }
    return .read(length: feed.length)
  }

  /// Without these a request is no request of HTTP.
  private static let neededHeaders: Set<String> = ["host", "content-length", "transfer-encoding"]

  /// Notes which connection the request goes out on.
  func use(_ key: ConnectionUse.Key?) {
    guard key != connection else { return }
    if let connection { connectionUse.end(connection) }
    connection = key
    if let key { connectionUse.begin(key) }
  }

  /// Lets go of what the transfer held.
  func clear() {
    sink = nil
    feed = nil
    body = []
    bodyReader = nil
    sentHead = nil
    collector = HeadCollector()
    originKey = nil
    use(nil)
    forgetDecoding()
    if mayHaveBeenRepeated || sendings.isBegunAgain { mustReset = true }
  }

  /// Whether libcurl may have sent the request anew, because the connection it had for it was dead.
  ///
  /// libcurl does so five times, but counts over the whole life of a handle: the sixth dead
  /// connection is an error, however many transfers lie between, unless a reset has ended the count.
  private var mayHaveBeenRepeated: Bool {
    poller.closedCount != closedConnections || handle.number(CURLINFO_NUM_CONNECTS) > 0
  }

  static func host(of url: String) -> String {
    let host = URIReference(url).authority?.host ?? ""
    return host.first == "[" ? String(host.dropFirst().prefix { $0 != "]" }) : host
  }

  /// The port that a URL names, or the one of its scheme.
  static func port(of url: String) -> Int {
    let standard = url.lowercased().hasPrefix("https:") ? 443 : 80
    return URIReference(url).authority?.port.flatMap { Int($0) } ?? standard
  }
}

extension TransferOptions.ConnectTo {
  /// libcurl's form, `HOST:PORT:TO-HOST:TO-PORT`.
  package var description: String {
    func text(_ host: String?) -> String {
      guard let host else { return "" }
      return host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    }
    func text(_ port: Int?) -> String { port.map(String.init) ?? "" }
    return "\(text(host)):\(text(port)):\(text(toHost)):\(text(toPort))"
  }
}
