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

  /// Everything that is known of an option.
  public struct Definition: Sendable {
    /// What stands behind it.
    public var kind: Kind
    /// What it does, a sentence.
    public var summary: String
    /// Whether all of several count; else the last one does.
    public var addsUp = false
    /// The first release of Hurl that has it.
    public var since = HurlRelease.version7

    init(
      _ kind: Kind,
      _ summary: String,
      addsUp: Bool = false,
      since: HurlRelease = .version7
    ) {
      self.kind = kind
      self.summary = summary
      self.addsUp = addsUp
      self.since = since
    }
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

    public var since: HurlRelease { definition.since }

    /// Everything that is known of the option.
    public var definition: Definition {
      switch self {
      case .awsSigV4: Definition(.text, "Signs the request for P1[:P2[:REGION[:SERVICE]]].")
      case .caCertificate: Definition(.file, "Trusts the authorities of a PEM file.")
      case .certificate: Definition(.fileWithPassword, "Shows a client certificate.")
      case .compressed: Definition(.boolean, "Asks for a compressed body.")
      case .connectTimeout: Definition(.duration, "Limits the time to connect.")
      case .connectTo:
        Definition(.text, "Connects to HOST2:PORT2 instead of HOST1:PORT1.", addsUp: true)
      case .delay: Definition(.duration, "Waits before the request.")
      case .digest: Definition(.boolean, "Authenticates user by Digest.", since: .version8)
      case .failWithBody:
        Definition(.boolean, "Shows the body of a response that failed.", since: .version8Point1)
      case .header: Definition(.headerField, "Adds a header.", addsUp: true)
      case .http10: Definition(.boolean, "Speaks HTTP/1.0.")
      case .http11: Definition(.boolean, "Speaks HTTP/1.1.")
      case .http2: Definition(.boolean, "Speaks HTTP/2.")
      case .http2PriorKnowledge:
        Definition(.boolean, "Speaks HTTP/2 without asking first.", since: .version8Point1)
      case .http3: Definition(.boolean, "Speaks HTTP/3.")
      case .insecure: Definition(.boolean, "Trusts any certificate.")
      case .ipv4: Definition(.boolean, "Uses IPv4 addresses only.")
      case .ipv6: Definition(.boolean, "Uses IPv6 addresses only.")
      case .key: Definition(.file, "Uses the private key of a client certificate.")
      case .limitRate: Definition(.count, "Limits the bytes a second, both ways.")
      case .location: Definition(.boolean, "Follows redirects.")
      case .locationTrusted:
        Definition(.boolean, "Follows redirects and sends credentials to other hosts.")
      case .maxRedirects: Definition(.countOrEndless, "Limits the number of redirects.")
      case .maxTime: Definition(.duration, "Limits the time of the exchange.")
      case .negotiate: Definition(.boolean, "Authenticates user by Negotiate.")
      case .netrc: Definition(.boolean, "Takes user from the netrc file.")
      case .netrcFile: Definition(.text, "Takes user from a file in netrc format.")
      case .netrcOptional: Definition(.boolean, "Takes user from the netrc file if it has one.")
      case .noHeader: Definition(.text, "Leaves a header out.", since: .version8Point1)
      case .noJSONPathCoercion:
        Definition(.boolean, "Gives the nodes of a JSONPath as list.", since: .version8Point1)
      case .ntlm: Definition(.boolean, "Authenticates user by NTLM.")
      case .output: Definition(.file, "Writes the body to a file, or with - to standard output.")
      case .pathAsIs: Definition(.boolean, "Keeps . and .. in the path.")
      case .pinnedPublicKey:
        Definition(.text, "Trusts one public key, of a file or as sha256//BASE64[;…].")
      case .proxy: Definition(.text, "Connects through [scheme://]host[:port].")
      case .repeat: Definition(.countOrEndless, "Repeats the entry.")
      case .resolve: Definition(.text, "Resolves HOST:PORT to ADDRESS.", addsUp: true)
      case .retry: Definition(.countOrEndless, "Sends the request again after an error.")
      case .retryInterval: Definition(.duration, "Waits between two attempts.")
      case .skip: Definition(.boolean, "Leaves the entry out.")
      case .unixSocket: Definition(.text, "Connects to a socket of the file system.")
      case .user: Definition(.text, "Authenticates as NAME:PASSWORD.")
      case .variable: Definition(.variable, "Sets a variable from here on.", addsUp: true)
      case .verbose: Definition(.boolean, "Shows the exchange.")
      case .verbosity: Definition(.text, "Says how much is shown.", since: .version8)
      case .veryVerbose: Definition(.boolean, "Shows the exchange with bodies.")
      }
    }
  }
}
