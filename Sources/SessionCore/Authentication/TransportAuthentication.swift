import CurlTransport

/// A scheme that libcurl speaks itself, because it belongs to the connection or signs the request.
struct TransportAuthentication: AuthenticationScheme {
  let authentication: TransferOptions.Authentication

  func prepare(
    _ request: inout SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) {
    var options = request.transport ?? TransferOptions()
    options.authentication = authentication
    request.transport = options
  }
}

extension Authentication {
  /// Speaks NTLM with user and password.
  public static func ntlm(user: String, password: String) -> Self {
    Self(TransportAuthentication(authentication: .ntlm(user: user, password: password)))
  }

  /// Negotiates with the credentials of the environment (RFC 4559).
  public static var negotiate: Self { Self(TransportAuthentication(authentication: .negotiate)) }

  /// Signs the request for Amazon's services (Signature Version 4).
  ///
  /// - Parameters:
  ///   - accessKey: the identifier of the key.
  ///   - secretKey: the key.
  ///   - region: such as `eu-central-1`.
  ///   - service: such as `s3`.
  /// - Returns: the way to say it.
  public static func awsSignature4(
    accessKey: String,
    secretKey: String,
    region: String,
    service: String
  ) -> Self {
    Self(
      TransportAuthentication(
        authentication: .awsSignature4(
          provider: "aws:amz:\(region):\(service)",
          accessKey: accessKey,
          secretKey: secretKey
        )
      )
    )
  }
}
