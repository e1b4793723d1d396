/// What went wrong with a request, from its encoding to the decoding of the answer.
///
/// Shape and numbers are those that AFNetworking's users know: a domain, a code in it, a text, and
/// one error beneath another (`NSUnderlyingErrorKey`).
///
/// ```swift
/// do {
///   let answer = try await manager.get("orders/17")
/// } catch where error.code == .badServerResponse {
///   print(error.message)  // Request failed: Not Found (404)
/// }
/// ```
public struct SessionError: Error, Sendable {
  /// Which part of the session speaks; codes are numbers within it.
  public var domain: Domain {
    get { facts.domain }
    set { change { $0.domain = newValue } }
  }
  /// What happened.
  public var code: Code {
    get { facts.code }
    set { change { $0.code = newValue } }
  }
  /// A sentence fragment for people.
  public var message: String {
    get { facts.message }
    set { change { $0.message = newValue } }
  }
  /// The URL of the request, as far as it was known.
  public var failingURL: String? {
    get { facts.failingURL }
    set { change { $0.failingURL = newValue } }
  }
  /// The errors beneath this one, nearest first.
  public var underlyingErrors: [any Error] {
    get { facts.underlyingErrors }
    set { change { $0.underlyingErrors = newValue } }
  }
  /// The head of the answer, if one came.
  public var response: SessionResponse? {
    get { facts.response }
    set { change { $0.response = newValue } }
  }
  /// The body of the answer, if one came.
  public var data: [UInt8]? {
    get { facts.data }
    set { change { $0.data = newValue } }
  }

  /// What a peer that is not trusted has sent of itself, its own certificate first, DER; empty for
  /// other errors (`NSURLErrorFailingURLPeerTrustErrorKey`).
  public var peerChain: [[UInt8]] {
    get { facts.peerChain }
    set { change { $0.peerChain = newValue } }
  }
  /// What the body was decoded to beside this error: the JSON of a 4xx, for instance.
  public var object: (any Sendable)? {
    get { facts.object }
    set { change { $0.object = newValue } }
  }

  private struct Facts: Sendable {
    var domain: Domain
    var code: Code
    var message: String
    var failingURL: String?
    var underlyingErrors: [any Error]
    var response: SessionResponse?
    var data: [UInt8]?
    var peerChain: [[UInt8]] = []
    var object: (any Sendable)?
  }

  private final class Box: Sendable {
    let facts: Facts
    init(_ facts: Facts) { self.facts = facts }
  }

  // Boxed: every function that waits for a transfer has room for an error in its frame, and thousands wait at once.
  private var box: Box
  private var facts: Facts { box.facts }

  private mutating func change(_ change: (inout Facts) -> Void) {
    var facts = facts
    change(&facts)
    box = Box(facts)
  }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - domain: which part of the session speaks.
  ///   - code: what happened.
  ///   - message: a fragment for people.
  ///   - failingURL: the URL of the request.
  ///   - underlyingErrors: what lies beneath, nearest first.
  ///   - response: the head of the answer.
  ///   - data: the body of the answer.
  public init(
    domain: Domain = .url,
    code: Code,
    message: String,
    failingURL: String? = nil,
    underlyingErrors: [any Error] = [],
    response: SessionResponse? = nil,
    data: [UInt8]? = nil
  ) {
    box = Box(
      Facts(
        domain: domain,
        code: code,
        message: message,
        failingURL: failingURL,
        underlyingErrors: underlyingErrors,
        response: response,
        data: data
      )
    )
  }
}

extension SessionError {
  /// The error beneath this one, if it is a session's as well.
  public var underlying: SessionError? { underlyingErrors.first as? SessionError }

  /// Puts `other` beneath `error` as AFNetworking does (`AFErrorWithUnderlyingError`).
  ///
  /// Without `error` the result is `other`; an `error` that has something beneath it already stays
  /// as it is.
  public static func nesting(_ error: SessionError?, over other: SessionError?) -> SessionError? {
    guard var error else { return other }
    guard let other, error.underlyingErrors.isEmpty else { return error }
    error.underlyingErrors = [other]
    return error
  }

  /// Whether this error or one beneath it has this code and domain.
  ///
  /// Looks at most 32 deep.
  public func contains(_ code: Code, in domain: Domain) -> Bool {
    var next: SessionError? = self
    for _ in 0..<32 {
      guard let error = next else { return false }
      if error.code == code, error.domain == domain { return true }
      next = error.underlying
    }
    return false
  }
}

extension SessionError: CustomStringConvertible {
  /// Message and code, and after a colon what lies beneath.
  public var description: String {
    var text = "\(message) (\(domain.rawValue) \(code.rawValue))"
    var depth = 0
    var next = underlyingErrors.first
    while let error = next, depth < 8 {
      if let error = error as? SessionError {
        text += ": \(error.message) (\(error.domain.rawValue) \(error.code.rawValue))"
        next = error.underlyingErrors.first
      } else {
        text += ": \(error)"
        next = nil
      }
      depth += 1
    }
    return text
  }
}
