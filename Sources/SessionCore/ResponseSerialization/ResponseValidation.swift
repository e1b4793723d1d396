import Encodings

/// AFNetworking's rule for what answers are acceptable.
///
/// Content type first, then status; when both fail, the error is that of the status (-1011) and the
/// other one (-1016) lies beneath it.
public struct ResponseValidation: Sendable, Hashable, Codable {
  /// Status codes that are acceptable, `nil` for all.
  public var acceptableStatusCodes: StatusCodes?
  /// Media types that are acceptable, in lower case without parameters; `nil` for all.
  public var acceptableContentTypes: Set<String>?
  /// Whether `*` stands for any text in ``acceptableContentTypes`` (`image/*`, `*+json`).
  ///
  /// AFNetworking compares exactly, and so does this unless it is asked otherwise.
  public var matchesWildcards = false

  /// Creates a rule; by default every status from 200 to 299 with any content type is acceptable.
  public init(
    acceptableStatusCodes: StatusCodes? = .success,
    acceptableContentTypes: Set<String>? = nil,
    matchesWildcards: Bool = false
  ) {
    self.acceptableStatusCodes = acceptableStatusCodes
    self.acceptableContentTypes = acceptableContentTypes
    self.matchesWildcards = matchesWildcards
  }

  /// Creates the rule that a request itself makes with its `Accept` header.
  ///
  /// Not in AFNetworking; `*/*`, `text/*` and `application/*+json` count as patterns, types of weight
  /// 0 are left out, and without the header every type is acceptable.
  ///
  /// - Parameters:
  ///   - request: what was asked for.
  ///   - codes: status codes that are acceptable, `nil` for all.
  public init(
    accepting request: SessionRequest,
    acceptableStatusCodes codes: StatusCodes? = .success
  ) {
    self.init(acceptableStatusCodes: codes, matchesWildcards: true)
    let fields = request.headers.values("Accept")
    guard !fields.isEmpty else { return }
    var types: Set<String> = []
    for item in fields.flatMap({ $0.split(separator: ",") }) {
      let parts = item.split(separator: ";").map { $0.trimmingBlanks.lowercased() }
      let isRefused = parts.dropFirst().contains { part in
        part.hasPrefix("q=") && Double(part.dropFirst(2)) == 0
      }
      if let type = parts.first, !type.isEmpty, !isRefused { types.insert(type) }
    }
    acceptableContentTypes = types
  }

  /// What the rule says of an answer.
  public struct Verdict: Sendable {
    /// Whether the answer is acceptable.
    public var isValid: Bool
    /// Why not; a wrong content type of an empty body has no error.
    public var error: SessionError?
  }

  /// Judges an answer.
  public func validate(_ response: SessionResponse, data: [UInt8]) -> Verdict {
    var verdict = Verdict(isValid: true)
    if !accepts(contentTypeOf: response, data: data) {
      verdict.isValid = false
      if !data.isEmpty {
        verdict.error = SessionError(
          .cannotDecodeContentData,
          "Request failed: unacceptable content-type: \(response.mimeType ?? "none")",
          of: response,
          data,
          in: .responseSerialization
        )
      }
    }
    if let codes = acceptableStatusCodes, !codes.contains(response.status) {
      verdict.isValid = false
      let phrase = HTTPStatus.phrase(response.status)
      let error = SessionError(
        .badServerResponse,
        "Request failed: \(phrase) (\(response.status))",
        of: response,
        data,
        in: .responseSerialization
      )
      verdict.error = .nesting(error, over: verdict.error)
    }
    return verdict
  }

  private func accepts(contentTypeOf response: SessionResponse, data: [UInt8]) -> Bool {
    guard let types = acceptableContentTypes else { return true }
    guard let type = response.mimeType else { return data.isEmpty }
    return types.contains(type)
      || matchesWildcards && types.contains { Self.matches(type, pattern: $0) }
  }

  /// Whether a media type matches a pattern in which `*` stands for any text.
  static func matches(_ type: String, pattern: String) -> Bool {
    let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
      return type == pattern
    }
    guard type.hasPrefix(first) else { return false }
    var rest = type.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
