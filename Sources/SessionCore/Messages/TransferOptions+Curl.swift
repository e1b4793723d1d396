import CurlTransport

extension TransferOptions {
  /// The options of the curl command that come to the same; limits are left out.
  var curlWords: [String] {
    var words: [String] = []
    if decodesContent { words.append("--compressed") }
    if let asksForCodings, asksForCodings != decodesContent {
      // Without a value the field is not sent, and curl decodes all the same.
      words += ["-H", "Accept-Encoding:\(asksForCodings ? " \(Self.knownCodings)" : "")"]
    }
    if let rateLimit { words += ["--limit-rate", "\(rateLimit)"] }
    switch httpVersion {
    case .automatic: break
    case .http1: words.append("--http1.0")
    case .http11: words.append("--http1.1")
    case .http2: words.append("--http2")
    case .http2PriorKnowledge: words.append("--http2-prior-knowledge")
    case .http3: words.append("--http3-only")
    }
    switch ipVersion {
    case .any: break
    case .v4: words.append("--ipv4")
    case .v6: words.append("--ipv6")
    }
    switch proxy {
    case .environment: break
    case .none: words += ["--noproxy", "*"]
    case .url(let url): words += ["--proxy", url]
    }
    if let proxyExceptions, proxy != .none {
      words += ["--noproxy", proxyExceptions.joined(separator: ",")]
    }
    for place in connectTo { words += ["--connect-to", place.description] }
    if let unixSocketPath { words += ["--unix-socket", unixSocketPath] }
    if let networkInterface { words += ["--interface", networkInterface] }
    if let authentication { words += authentication.curlWords }
    return words + tls.curlWords
  }
}

extension TransferOptions.Authentication {
  /// The options of the curl command that come to the same.
  var curlWords: [String] {
    switch self {
    case .basic(let user, let password): ["--user", "\(user):\(password)"]
    case .digest(let user, let password): ["--digest", "--user", "\(user):\(password)"]
    case .ntlm(let user, let password): ["--ntlm", "--user", "\(user):\(password)"]
    case .negotiate: ["--negotiate", "--user", ":"]
    case .awsSignature4(let provider, let accessKey, let secretKey):
      ["--aws-sigv4", provider, "--user", "\(accessKey):\(secretKey)"]
    }
  }
}

extension TransferOptions.TLS {
  fileprivate var curlWords: [String] {
    var words: [String] = []
    switch certificateAuthorities {
    case .system, .pem: break
    case .file(let path): words += ["--cacert", path]
    }
    if let certificateFile { words += ["--cert", certificateFile] }
    if let certificateType { words += ["--cert-type", certificateType] }
    if let keyFile { words += ["--key", keyFile] }
    if let keyPassword { words += ["--pass", keyPassword] }
    if insecure { words.append("--insecure") }
    if let minimumVersion { words.append(minimumVersion.curlWord) }
    if let maximumVersion { words += ["--tls-max", maximumVersion.number] }
    return words
  }
}

extension TransferOptions.TLS.Version {
  fileprivate var number: String {
    switch self {
    case .tls10: "1.0"
    case .tls11: "1.1"
    case .tls12: "1.2"
    case .tls13: "1.3"
    }
  }

  fileprivate var curlWord: String { "--tlsv\(number)" }
}
