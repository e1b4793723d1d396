import Cryptography
import Encodings

/// A signature of the request for Amazon's services (Signature Version 4).
struct AWSSignature4Authentication: RequestSigner {
  let accessKey: String
  let secretKey: String
  let sessionToken: String?
  let region: String
  let service: String

  /// What stands in place of a hash that cannot be made.
  private static let unsignedPayload = "UNSIGNED-PAYLOAD"

  func canonicalURL(of url: URI) -> URI {
    let path = AWSCanonicalRequest.wirePath(url.path, isForS3: isForS3)
    let canonical = AWSCanonicalRequest.canonicalQuery(url.query)
    let query = canonical.isEmpty ? nil : canonical
    guard path != url.path || query != url.query else { return url }
    return url.changing {
      $0.path = path
      $0.query = query
    }
  }

  func signature(
    of request: SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) -> HTTPHeaders {
    var added: HTTPHeaders = [:]
    let date = try date(of: request, now: context.now())
    added["X-Amz-Date"] = date
    if let sessionToken { added["X-Amz-Security-Token"] = sessionToken }
    // A hash that the request has already is the owner's word on its body.
    var hash = request.headers["X-Amz-Content-Sha256"]
    if hash == nil {
      hash = try await request.bodyDigest()
      if isForS3 || hash == nil { added["X-Amz-Content-Sha256"] = hash ?? Self.unsignedPayload }
    }
    var headers = request.headers
    headers.merge(added)
    headers.setIfAbsent("Host", request.url.hostField)
    let canonical = AWSCanonicalRequest(
      method: request.method,
      path: request.url.path,
      query: request.url.query,
      headers: headers,
      payloadHash: hash ?? Self.unsignedPayload,
      isForS3: isForS3
    )
    added["Authorization"] = try authorization(of: canonical, date: date)
    return added
  }

  /// The value of `Authorization`.
  ///
  /// - Parameters:
  ///   - canonical: what is signed.
  ///   - date: such as `20150830T123600Z`.
  /// - Returns: the whole value.
  /// - Throws: `SessionError` when no hash can be made.
  func authorization(
    of canonical: AWSCanonicalRequest,
    date: String
  ) throws(SessionError) -> String {
    let scope = "\(date.prefix(8))/\(region)/\(service)/aws4_request"
    do throws(CryptographyError) {
      let sha = DigestAlgorithm.sha256
      let hash = Hex.encode(try sha.digest(of: canonical.text))
      let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(hash)"
      var key = Array("AWS4\(secretKey)".utf8)
      for part in [String(date.prefix(8)), region, service, "aws4_request", text] {
        key = try sha.authenticationCode(of: Array(part.utf8), key: key)
      }
      return "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope), "
        + "SignedHeaders=\(canonical.signedHeaders), Signature=\(Hex.encode(key))"
    } catch {
      throw .noHash(error)
    }
  }

  /// These sign the name of an object rather than a path, and always say the hash of the body.
  private var isForS3: Bool {
    ["s3", "s3-object-lambda", "s3-outposts", "s3express"].contains(service)
  }

  /// The date that the request has, to try out one that is not now; else now.
  private func date(
    of request: SessionRequest,
    now: Double
  ) throws(SessionError) -> String {
    guard let own = request.headers["X-Amz-Date"] else {
      return CivilDate(secondsSince1970: now).rfc3339.filter { $0 != "-" && $0 != ":" }
    }
    guard own.wholeMatch(of: /[0-9]{8}T[0-9]{6}Z/) != nil else {
      let message = "expected an X-Amz-Date such as 20150830T123600Z, got \"\(own)\""
      throw SessionError(.userAuthenticationRequired, message, of: request)
    }
    return own
  }
}

extension URI {
  /// The `Host` field that libcurl sends: without the scheme's own port.
  fileprivate var hostField: String {
    let isStandard = port == nil || port == (scheme == "https" ? 443 : 80)
    return (host ?? "") + (isStandard ? "" : ":\(port ?? 0)")
  }
}

extension SessionError {
  static func noHash(_ error: CryptographyError) -> SessionError {
    SessionError(
      code: .userAuthenticationRequired,
      message: "the request cannot be signed",
      underlyingErrors: [error]
    )
  }
}

extension Authentication {
  /// Signs each request for Amazon's services (Signature Version 4).
  ///
  /// All fields of the request are signed but those that a transport or a proxy may change, and the
  /// hash of the body, which is read once before it is sent. A body that can be read only once goes as
  /// `UNSIGNED-PAYLOAD`, and an `X-Amz-Content-Sha256` or `X-Amz-Date` of the request's own stands.
  /// Redirects within the origin and retries are signed anew. Path and query are sent in the very form
  /// that is signed: all but letters, digits and `-._~` percent-encoded, the query sorted.
  ///
  /// - Parameters:
  ///   - accessKey: the identifier of the key.
  ///   - secretKey: the key.
  ///   - sessionToken: that of temporary credentials, sent as `X-Amz-Security-Token`.
  ///   - region: such as `eu-central-1`.
  ///   - service: such as `s3`.
  /// - Returns: the way to say it.
  public static func awsSignature4(
    accessKey: String,
    secretKey: String,
    sessionToken: String? = nil,
    region: String,
    service: String
  ) -> Self {
    Self(
      AWSSignature4Authentication(
        accessKey: accessKey,
        secretKey: secretKey,
        sessionToken: sessionToken,
        region: region,
        service: service
      )
    )
  }
}
