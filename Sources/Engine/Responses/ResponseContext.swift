import Assertions
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

  private var decodedJSON: Result<JSONValue, DecodingFailure>?
  private var decodedPropertyList: Result<JSONValue, DecodingFailure>?
  private var decodedXML: Result<XMLDocument, DecodingFailure>?
  private var decodedHTML: Result<HTMLDocument, DecodingFailure>?
  private var decodedImage: Result<ImageInfo, DecodingFailure>?
  private var decodedText: Result<String, DecodingFailure>?
  /// Why the last expression that asked for the text could not have it.
  private var textFailure: DecodingFailure?

  init(
    _ data: SessionData,
    read: StreamedBody? = nil,
    duration: Double,
    attempt: Int,
    receivedAt: Double
  ) {
    response = data.response
    facts = read?.facts()
    body = facts?.start ?? read?.whole ?? data.data
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

  /// What was found odd about the body while it was decoded.
  private(set) var oddities: [String] = []

  /// The body as JSON.
  func json() throws(DecodingFailure) -> JSONValue {
    if let decodedJSON { return try decodedJSON.get() }
    let body: [UInt8]
    do throws(TextDecodingError) {
      body = try utf8()
    } catch {
      let failure = DecodingFailure(message: "the body is not JSON: \(error)")
      decodedJSON = .failure(failure)
      throw failure
    }
    // The serializer says what is wrong with a body, but not which keys it has twice.
    if let result = try? JSONParser().parseReportingDuplicates(body) {
      decodedJSON = .success(result.value)
      if let first = result.duplicateKeys.first {
        let others = result.duplicateKeyCount - 1
        oddities.append(
          "duplicate key in the JSON body: \(first.path) is there again at line \(first.line), "
            + "column \(first.column); the last value counts"
            + (others > 0 ? " (and \(others) more)" : "")
        )
      }
      return result.value
    }
    let serializer = JSONResponseSerializer(validation: .anything, allowsFragments: true)
    return try decode(&decodedJSON, "JSON", body, with: serializer) { $0 }
  }

  /// The body in UTF-8, decoded by the charset that its content type gives.
  private func utf8() throws(TextDecodingError) -> [UInt8] {
    guard let charset = response.textEncodingName else { return body }
    return try TextDecoder.utf8(of: body, charset: charset)
  }

  /// The body in UTF-8 as far as its charset decodes it, for excerpts.
  var bodyAsUTF8: [UInt8] { (try? utf8()) ?? body }

  /// The body as a property list, projected on JSON.
  func propertyList() throws(DecodingFailure) -> JSONValue {
    let serializer = PropertyListResponseSerializer(validation: .anything)
    return try decode(&decodedPropertyList, "a property list", with: serializer) { $0.json }
  }

  /// The body as XML.
  func xml() throws(DecodingFailure) -> XMLDocument {
    if let charset = response.textEncodingName, !XMLDocument.isKnown(charset: charset) {
      throw DecodingFailure(message: TextDecodingError(unknown: charset).message)
    }
    let serializer = XMLDocumentResponseSerializer(validation: .anything)
    return try decode(&decodedXML, "XML", with: serializer) { $0 }
  }

  /// The body as HTML.
  func html() throws(DecodingFailure) -> HTMLDocument {
    if decodedHTML == nil {
      // The parser would put U+FFFD in the place of what cannot be decoded.
      do throws(TextDecodingError) {
        _ = try TextDecoder.decodeStrictly(
          body,
          contentTypeCharset: response.textEncodingName,
          kind: .html
        )
      } catch {
        decodedHTML = .failure(DecodingFailure(message: error.message))
      }
    }
    let serializer = HTMLDocumentResponseSerializer(validation: .anything)
    return try decode(&decodedHTML, "HTML", with: serializer) { $0 }
  }

  /// What the body's header says of the image it is.
  func image() throws(DecodingFailure) -> ImageInfo {
    let serializer = ImageResponseSerializer(validation: .anything)
    return try decode(&decodedImage, "an image", with: serializer) { $0 }
  }

  /// The body as text, by its charset.
  ///
  /// - Parameter forExpression: whether an expression asks, whose assertion then fails of it.
  /// - Returns: the text, without a byte order mark.
  /// - Throws: where a byte is none of the charset, with its place, or the charset is unknown.
  func text(forExpression: Bool = false) throws(DecodingFailure) -> String {
    if decodedText == nil {
      do throws(TextDecodingError) {
        let decoded = try TextDecoder.decodeStrictly(
          body,
          contentTypeCharset: response.textEncodingName,
          kind: textKind
        )
        decodedText = .success(decoded.text)
      } catch {
        decodedText = .failure(DecodingFailure(message: error.message))
      }
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

  private func decode<Serializer: ResponseSerializer, Value>(
    _ memory: inout Result<Value, DecodingFailure>?,
    _ kind: String,
    _ content: [UInt8]? = nil,
    with serializer: Serializer,
    _ project: (Serializer.Output) -> Value
  ) throws(DecodingFailure) -> Value {
    if let memory { return try memory.get() }
    let serialized = serializer.serialize(response, data: content ?? body)
    let result: Result<Value, DecodingFailure>
    if let object = serialized.object {
      result = .success(project(object))
    } else {
      let reason =
        serialized.error?.message ?? "the body is empty, expected \(kind)"
      result = .failure(
        DecodingFailure(
          message: reason,
          isLimit: serialized.error?.code == .documentTooLarge
        )
      )
    }
    memory = result
    return try result.get()
  }
}

extension ResponseValidation {
  /// Every status and every content type: the engine judges both itself.
  static let anything = ResponseValidation(
    acceptableStatusCodes: nil,
    acceptableContentTypes: nil
  )
}
