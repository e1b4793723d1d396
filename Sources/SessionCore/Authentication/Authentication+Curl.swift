import CurlTransport

extension SessionRequest {
  /// The words of a curl command that say who the request comes from, beside what its headers and
  /// its transport say; none for a scheme of one's own, and none for a token still to be fetched.
  var curlCredentials: [String] {
    if headers.contains("Authorization") || transport?.authentication != nil
      || omittedHeaders.contains("authorization")
    {
      return []
    }
    guard let authentication else {
      guard let credential = url.credential else { return [] }
      return BasicAuthentication(credential: credential).curlWords
    }
    return switch authentication.scheme {
    case let scheme as BasicAuthentication: scheme.curlWords
    case let scheme as BearerAuthentication: ["-H", "Authorization: Bearer \(scheme.token)"]
    case let scheme as DigestAuthentication:
      ["--digest", "--user", "\(scheme.credential.user):\(scheme.credential.password)"]
    case let scheme as TransportAuthentication: scheme.authentication.curlWords
    case let scheme as AWSSignature4Authentication: scheme.curlWords
    case _: []
    }
  }
}

extension BasicAuthentication {
  fileprivate var curlWords: [String] {
    let value = Authentication.basicHeader(user: credential.user, password: credential.password)
    return ["-H", "Authorization: \(value)"]
  }
}

extension AWSSignature4Authentication {
  /// For a request that was never signed; one that was has the signature among its headers.
  fileprivate var curlWords: [String] {
    let token = sessionToken.map { ["-H", "X-Amz-Security-Token: \($0)"] } ?? []
    return token + [
      "--aws-sigv4", "aws:amz:\(region):\(service)", "--user", "\(accessKey):\(secretKey)",
    ]
  }
}
