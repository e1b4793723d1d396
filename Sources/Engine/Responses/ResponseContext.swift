import Assertions
import Cryptography
import Diagnostics
import Documents
import RunEvents
import SessionCore

/// A response as assertions, captures and expressions look at it: each decoded form is made when first asked for, and once.
///
/// Belongs to one attempt of one step, so it needs no lock.
final class ResponseContext {
  /// The head.
  let response: SessionResponse
  /// The body, its content coding taken off; only its start when there are ``facts``.
  let body: [UInt8]
  /// The body as it came, where its coding is undone by what asks for it.
  let coded: CodedBody?
  /// How many bytes the whole body has.
  let bodyCount: Int
  /// What is known of a body that is not in memory as a whole.
  let facts: BodyFacts?
  /// Every exchange that was needed.
  let metrics: SessionMetrics
  /// How long the attempt took, redirects included, in seconds.
  let duration: Double
  /// Which attempt it is, from 1.
  let attempt: Int
  /// When it came, in seconds since 1970.
  let receivedAt: Double

  /// What the body was decoded to so far, by format and options; few enough to be searched one after the other.
  private var decodings:
    [(format: BodyFormat, options: [String: String], body: Result<DecodedBody, DecodingFailure>)] =
      []
  private var decodedImage: Result<ImageInfo, DecodingFailure>?
  private var decodedText: Result<String, DecodingFailure>?
  /// Why the last expression that asked for the text could not have it.
  private var textFailure: DecodingFailure?

  init(
    _ data: SessionData,
    read: StreamedBody? = nil,
    coded: CodedBody? = nil,
    duration: Double,
    attempt: Int,
    receivedAt: Double
  ) {
    response = data.response
    facts = read?.facts()
    self.coded = coded
    body = coded?.readable ?? facts?.start ?? read?.whole ?? data.data
    bodyCount = facts?.count ?? body.count
    metrics = data.metrics
    self.duration = duration
    self.attempt = attempt
    self.receivedAt = receivedAt
  }

  /// Why a body cannot be decoded.
  struct DecodingFailure: Error, Sendable, Hashable {
    /// What is wrong, a fragment in lower case.
    var message: String
    /// Whether the body breaks a limit of ours rather than the rules of its kind: there is no verdict then.
    var isLimit = false
  }

  /// Checks that the body could be decoded.
  ///
  /// - Throws: why its coding cannot be undone.
  func checkCoding() throws(DecodingFailure) {
    if case .failure(let failure)? = coded?.decoded { throw failure }
  }

  /// The certificate of the server that answered last, if it was asked for and can be read.
  private(set) lazy var certificateFacts = metrics.hops.last?.tls?.peerChain.first
    .flatMap { try? CertificateFacts(der: $0) }

  /// What was found odd about the body while it was decoded.
  private(set) var oddities: [String] = []

  /// The body as a format decodes it.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - options: what is said of how it is read.
  /// - Returns: what it stands for.
  /// - Throws: why it cannot be decoded.
  func decoded(
    as format: BodyFormat,
    _ options: [String: String] = [:]
  ) throws(DecodingFailure) -> DecodedBody {
    try checkCoding()
    for known in decodings where known.format === format && known.options == options {
      return try known.body.get()
    }
    let body = Result { () throws(BodyFormat.Failure) in
      try format.decode(source(options))
    }.mapError { failure in
      let message = TerminalText.escaped(failure.message(of: format))
      return DecodingFailure(message: message, isLimit: failure.isLimit)
    }
    decodings.append((format, options, body))
    let decoded = try body.get()
    if let oddity = decoded.oddity { oddities.append(oddity) }
    return decoded
  }

  /// The body with what is known of it.
  func source(_ options: [String: String]) -> BodyFormat.Source {
    // The source asks it later, and it alone can be passed on.
    let response = response
    return BodyFormat.Source(
      body,
      mediaType: response.mimeType,
      charset: response.textEncodingName,
      options: options
    )
  }

  /// The body for readers: of one that is in another charset than UTF-8 more of the start than they are shown.
  var shownStart: [UInt8] {
    guard let charset = response.textEncodingName, charset != "utf-8",
      body.contains(0) || String(validating: body, as: UTF8.self) == nil
    else { return body }
    let start = Array(body.prefix(1 << 14))
    return Array(TextDecoder.decode(start, contentTypeCharset: charset, kind: .text).text.utf8)
  }

  /// What the body's header says of the image it is.
  func image() throws(DecodingFailure) -> ImageInfo {
    try checkCoding()
    if let decodedImage { return try decodedImage.get() }
    let serialized = ImageResponseSerializer(validation: .anything).serialize(response, data: body)
    let reason = serialized.error?.message ?? "the body is empty, expected an image"
    let isLimit = serialized.error?.code == .documentTooLarge
    let image: Result<ImageInfo, DecodingFailure> =
      serialized.object.map { .success($0) }
      ?? .failure(DecodingFailure(message: reason, isLimit: isLimit))
    decodedImage = image
    return try image.get()
  }

  /// The body as text, by its charset.
  ///
  /// - Parameter forExpression: whether an expression asks, whose assertion then fails of it.
  /// - Returns: the text, without a byte order mark.
  /// - Throws: where a byte is none of the charset, with its place, or the charset is unknown.
  func text(forExpression: Bool = false) throws(DecodingFailure) -> String {
    if decodedText == nil, case .failure(let failure)? = coded?.decoded {
      decodedText = .failure(failure)
    } else if decodedText == nil {
      decodedText = Result { () throws(TextDecodingError) in
        try TextDecoder.decodeStrictly(
          body,
          contentTypeCharset: response.textEncodingName,
          kind: textKind
        ).text
      }.mapError { DecodingFailure(message: $0.message) }
    }
    guard case .failure(let failure)? = decodedText else { return try decodedText?.get() ?? "" }
    if forExpression { textFailure = failure }
    throw failure
  }

  /// Why an expression could not have the text, reported once.
  func takeTextFailure() -> DecodingFailure? {
    defer { textFailure = nil }
    return textFailure
  }

  /// Where else than in the header the charset may be named.
  private var textKind: TextDecoder.Kind {
    switch response.mimeType {
    case "text/html", "application/xhtml+xml": .html
    case .some(let type) where type.hasSuffix("/xml") || type.hasSuffix("+xml"): .xml
    case _: .text
    }
  }
}

extension ResponseValidation {
  /// Every status and every content type: the engine judges both itself.
  static let anything = ResponseValidation(
    acceptableStatusCodes: nil,
    acceptableContentTypes: nil
  )
}
