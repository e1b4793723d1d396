extension HurlOption {
  /// What stands behind an option; a lone `{{x}}` may stand there too.
  public enum Kind: Sendable {
    /// `true` or `false`.
    case boolean
    /// A whole number from zero.
    case count
    /// A whole number from −1, which means without end.
    case countOrEndless
    /// A whole number from zero with a unit, in milliseconds without one.
    case duration
    /// A text to the end of the line.
    case text
    /// `Name: value`.
    case headerField
    /// The name of a file.
    case file
    /// The name of a file, perhaps a colon and a password.
    case fileWithPassword
    /// `name=value`.
    case variable
  }

  /// The name of an option.
  public enum Name: String, HurlWord {
    case awsSigV4 = "aws-sigv4"
    case caCertificate = "cacert"
    case certificate = "cert"
    case compressed = "compressed"
    case connectTimeout = "connect-timeout"
    case connectTo = "connect-to"
    case delay = "delay"
    case digest = "digest"
    case failWithBody = "fail-with-body"
    case header = "header"
    case http10 = "http1.0"
    case http11 = "http1.1"
    case http2 = "http2"
    case http2PriorKnowledge = "http2-prior-knowledge"
    case http3 = "http3"
    case insecure = "insecure"
    case ipv4 = "ipv4"
    case ipv6 = "ipv6"
    case key = "key"
    case limitRate = "limit-rate"
    case location = "location"
    case locationTrusted = "location-trusted"
    case maxRedirects = "max-redirs"
    case maxTime = "max-time"
    case negotiate = "negotiate"
    case netrc = "netrc"
    case netrcFile = "netrc-file"
    case netrcOptional = "netrc-optional"
    case noHeader = "no-header"
    case noJSONPathCoercion = "no-jsonpath-coercion"
    case ntlm = "ntlm"
    case output = "output"
    case pathAsIs = "path-as-is"
    case pinnedPublicKey = "pinnedpubkey"
    case proxy = "proxy"
    case `repeat` = "repeat"
    case resolve = "resolve"
    case retry = "retry"
    case retryInterval = "retry-interval"
    case skip = "skip"
    case unixSocket = "unix-socket"
    case user = "user"
    case variable = "variable"
    case verbose = "verbose"
    case verbosity = "verbosity"
    case veryVerbose = "very-verbose"

    public static var noun: String { "option" }

    /// What stands behind the option.
    public var kind: Kind {
      switch self {
      case .compressed, .digest, .failWithBody, .http10, .http11, .http2, .http2PriorKnowledge,
        .http3, .insecure, .ipv4, .ipv6, .location, .locationTrusted, .negotiate, .netrc,
        .netrcOptional, .noJSONPathCoercion, .ntlm, .pathAsIs, .skip, .verbose, .veryVerbose:
        .boolean
      case .limitRate: .count
      case .maxRedirects, .repeat, .retry: .countOrEndless
      case .connectTimeout, .delay, .maxTime, .retryInterval: .duration
      case .awsSigV4, .connectTo, .netrcFile, .noHeader, .pinnedPublicKey, .proxy, .resolve,
        .unixSocket, .user, .verbosity:
        .text
      case .header: .headerField
      case .caCertificate, .key, .output: .file
      case .certificate: .fileWithPassword
      case .variable: .variable
      }
    }
  }
}
