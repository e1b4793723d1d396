extension HurlQuery {
  /// The name of a query.
  public enum Name: String, HurlWord {
    /// The status, an integer.
    case status
    /// The version of HTTP, a text.
    case version
    /// The URL that answered last, a text.
    case url
    /// A header: a text, or a list when it was sent several times.
    case header
    /// A cookie of the last response, or an attribute of it.
    case cookie
    /// The body as text.
    case body
    /// The body without its content coding.
    case bytes
    /// The body with its content coding.
    case rawbytes
    /// A digest of the body.
    case sha256
    /// A digest of the body.
    case md5
    /// A value of a body in XML or HTML.
    case xpath
    /// A value of a body in JSON.
    case jsonpath
    /// A part of the body as text.
    case regex
    /// The value of a variable.
    case variable
    /// The time of the last exchange in milliseconds.
    case duration
    /// A fact of the server's certificate.
    case certificate
    /// The address of the server, a text.
    case ip
    /// The redirects that were followed.
    case redirects

    public static var noun: String { "query" }

    /// What stands behind the name.
    public var parameters: [HurlParameter] {
      switch self {
      case .status, .version, .url, .body, .bytes, .rawbytes, .sha256, .md5, .duration, .ip,
        .redirects:
        []
      case .header, .xpath, .jsonpath, .variable: [.text]
      case .cookie: [.cookie]
      case .regex: [.pattern]
      case .certificate: [.certificate]
      }
    }
  }
}

/// An attribute of a cookie, in upper or lower case.
public enum HurlCookieAttribute: String, HurlWord {
  /// The value, as without an attribute.
  case value = "Value"
  /// The time at which it ends, a date.
  case expires = "Expires"
  /// For how many seconds it holds, an integer.
  case maxAge = "Max-Age"
  /// The hosts it is for.
  case domain = "Domain"
  /// The paths it is for.
  case path = "Path"
  /// Whether it goes over TLS only.
  case secure = "Secure"
  /// Whether scripts cannot read it.
  case httpOnly = "HttpOnly"
  /// Whether it goes along from other sites.
  case sameSite = "SameSite"

  public static var noun: String { "cookie attribute" }
}

/// An attribute of a certificate, spelled exactly so.
public enum HurlCertificateAttribute: String, HurlWord {
  /// Whom it is for, a text.
  case subject = "Subject"
  /// Who issued it, a text.
  case issuer = "Issuer"
  /// From when it is valid, a date.
  case startDate = "Start-Date"
  /// Until when it is valid, a date.
  case expireDate = "Expire-Date"
  /// Its number, hex pairs joined by colons.
  case serialNumber = "Serial-Number"
  /// The names and addresses that it is valid for, a text.
  case subjectAltName = "Subject-Alt-Name"
  /// The certificate in PEM, a text.
  case value = "Value"

  public static var noun: String { "certificate attribute" }
}
