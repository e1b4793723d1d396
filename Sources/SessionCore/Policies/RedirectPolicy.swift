/// How far and how redirects are followed.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.redirects = .limited(3)
/// ```
public struct RedirectPolicy: Sendable, Hashable {
  /// The servers that get a request's credentials when it is redirected.
  public enum CredentialScope: String, Sendable, Hashable, Codable {
    /// Those of the same scheme, host and port.
    case sameOrigin
    /// Every server, whatever the first one names; for those alone that are trusted with all they name.
    case any
  }

  /// The methods that 301, 302 and 303 turn into GET.
  public enum MethodChange: String, Sendable, Hashable, Codable {
    /// POST at 301 and 302, all but HEAD at 303 (RFC 9110 section 15.4).
    case standard
    /// Every method, HEAD too.
    case always
  }

  /// The statuses that are followed, when the answer has a `Location`.
  public enum Statuses: String, Sendable, Hashable, Codable {
    /// 301, 302, 303, 307 and 308.
    case standard
    /// 300 to 399, which RFC 9110 section 15.4 allows; those beside the standard ones keep method and body.
    case all
  }

  /// The number of redirects that are followed at most; one more is an error (-1007).
  ///
  /// `nil` follows none and delivers the redirect itself.
  public var limit: Int?
  /// The servers that get `Authorization`, `Cookie` and the request's credentials.
  public var credentials = CredentialScope.sameOrigin
  /// The methods that become GET.
  public var methodChange = MethodChange.standard
  /// The statuses that are followed.
  public var statuses = Statuses.standard

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - limit: the number of redirects that are followed at most; `nil` for none.
  ///   - credentials: the servers that get the request's credentials.
  ///   - methodChange: the methods that 301, 302 and 303 turn into GET.
  ///   - statuses: the statuses that are followed.
  public init(
    limit: Int?,
    credentials: CredentialScope = .sameOrigin,
    methodChange: MethodChange = .standard,
    statuses: Statuses = .standard
  ) {
    self.limit = limit
    self.credentials = credentials
    self.methodChange = methodChange
    self.statuses = statuses
  }

  /// Follows up to 16 redirects.
  public static let standard = Self(limit: 16)
  /// Follows none.
  public static let never = Self(limit: nil)
  /// Follows up to `limit` redirects.
  public static func limited(_ limit: Int) -> Self { Self(limit: max(0, limit)) }

  /// The request that an answer redirects to.
  ///
  /// Unless ``methodChange`` says otherwise, 301 and 302 turn POST into GET, 303 everything but HEAD; 307 and 308 keep method and body. With
  /// the body go the fields that speak of it: its type, length, codings and digests.
  /// Across origins `Host` and `Proxy-Authorization` are dropped, and unless ``credentials`` says
  /// otherwise `Authorization`, `Cookie` and the request's credentials.
  ///
  /// - Parameters:
  ///   - response: the answer.
  ///   - request: what it answers.
  ///   - followed: how many redirects were followed before.
  /// - Returns: `nil` when the answer is to be delivered.
  /// - Throws: `SessionError` past the limit, and for a target that cannot be requested.
  public func next(
    after response: SessionResponse,
    to request: SessionRequest,
    followed: Int
  ) throws(SessionError) -> SessionRequest? {
    guard let limit, isRedirect(response.status), let location = response.headers["Location"]
    else { return nil }
    if followed >= limit {
      let message = "too many redirects (more than \(limit))"
      throw SessionError(.httpTooManyRedirects, message, of: response)
    }
    let target: URI
    do throws(URIError) {
      target = try response.url.resolving(location)
    } catch {
      let message = "redirected to an \(error.description)"
      throw SessionError(.redirectToNonExistentLocation, message, of: response)
    }
    guard target.isRequestable else {
      let message = "redirected to \(target.displayText), which is not HTTP"
      throw SessionError(.unsupportedURL, message, of: response)
    }
    var next = request
    next.url =
      target.fragment == nil ? target.replacingFragment(request.url.fragment) : target
    if becomesGet(request.method, status: response.status) {
      next.method = "GET"
      next.body = .none
      let names = next.headers.map(\.name).filter(Self.speaksOfContent)
      for name in names { next.headers.remove(name) }
    }
    if !target.hasSameOrigin(as: request.url) {
      for name in ["Host", "Proxy-Authorization"] { next.headers.remove(name) }
      if credentials == .sameOrigin {
        for name in ["Authorization", "Cookie"] { next.headers.remove(name) }
        next.authentication = nil
      }
    }
    return next
  }

  /// Whether a status asks for another request, if there is a `Location`.
  ///
  /// - Parameter status: that of an answer.
  /// - Returns: whether ``statuses`` has it.
  public func isRedirect(_ status: Int) -> Bool {
    switch (status, statuses) {
    case (301...303, _), (307...308, _): true
    case (_, .standard): false
    case (_, .all): (300...399).contains(status)
    }
  }

  /// Whether a field is about the body of its request, or about how that is sent (RFC 9110 section
  /// 15.4, RFC 9530).
  private static func speaksOfContent(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("content-") || contentFields.contains(name)
  }

  private static let contentFields: Set<String> = [
    "digest", "expect", "last-modified", "repr-digest", "trailer", "transfer-encoding",
  ]

  private func becomesGet(_ method: String, status: Int) -> Bool {
    switch (status, methodChange) {
    case (301...303, .always): true
    case (301, .standard), (302, .standard): method == "POST"
    case (303, .standard): method != "HEAD" && method != "GET"
    case _: false
    }
  }
}

extension RedirectPolicy: Codable {
  private enum CodingKeys: CodingKey { case limit, credentials, methodChange, statuses }

  /// Reads an archive; one that does not name ``credentials`` keeps them within an origin.
  ///
  /// - Parameter decoder: what it is read from.
  /// - Throws: what the decoder finds wrong.
  public init(from decoder: any Decoder) throws {
    let archive = try decoder.container(keyedBy: CodingKeys.self)
    let scope = try archive.decodeIfPresent(CredentialScope.self, forKey: .credentials)
    self.init(
      limit: try archive.decodeIfPresent(Int.self, forKey: .limit),
      credentials: scope ?? .sameOrigin,
      methodChange: try archive.decodeIfPresent(MethodChange.self, forKey: .methodChange)
        ?? .standard,
      statuses: try archive.decodeIfPresent(Statuses.self, forKey: .statuses) ?? .standard
    )
  }

  /// Writes an archive.
  public func encode(to encoder: any Encoder) throws {
    var archive = encoder.container(keyedBy: CodingKeys.self)
    try archive.encodeIfPresent(limit, forKey: .limit)
    try archive.encode(credentials, forKey: .credentials)
    if methodChange != .standard { try archive.encode(methodChange, forKey: .methodChange) }
    if statuses != .standard { try archive.encode(statuses, forKey: .statuses) }
  }
}
