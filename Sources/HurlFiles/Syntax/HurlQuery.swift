public import Diagnostics

/// What is taken from a response.
public struct HurlQuery: Sendable {
  /// Which query it is.
  public var name: Spelled<Name>

  /// One argument for each parameter of the definition.
  public var arguments: [HurlArgument]

  /// From the name to the end of the last argument.
  public var range: SourceRange
}

/// What is done with a value.
public struct HurlFilter: Sendable {
  /// Which filter it is.
  public var name: Spelled<Name>

  /// One argument for each parameter of the definition.
  public var arguments: [HurlArgument]

  /// From the name to the end of the last argument.
  public var range: SourceRange
}

/// An argument of a query or filter, of the kind that its ``HurlParameter`` asks for.
public enum HurlArgument: Sendable {
  /// A quoted text.
  case text(HurlTemplate)
  /// A regular expression.
  indirect case pattern(HurlPattern)
  /// A whole number, or a placeholder that stands for one.
  indirect case index(HurlIndex)
  /// The name of a cookie, perhaps with an attribute.
  indirect case cookie(HurlCookiePath)
  /// A quoted attribute of a certificate.
  indirect case certificate(Spelled<HurlCertificateAttribute>)
}

/// A regular expression between slashes, which was compiled, or in quotes, which was not.
public enum HurlPattern: Sendable {
  /// `/…/`, with `\/` decoded; the range includes the slashes.
  case literal(Spelled<String>)
  /// `"…"`.
  case quoted(HurlTemplate)

  /// Where it stands.
  public var range: SourceRange {
    switch self {
    case .literal(let text): text.range
    case .quoted(let text): text.range
    }
  }
}

/// The argument of `nth`.
public enum HurlIndex: Sendable {
  /// A number, below zero from the end.
  case number(Spelled<Int>)
  /// A placeholder that stands for one.
  case placeholder(HurlPlaceholder)
}

/// `"name"` or `"name[Attribute]"`.
public struct HurlCookiePath: Sendable {
  /// The name without the attribute; its range is that of the name alone.
  public var name: HurlTemplate

  /// The attribute; `nil` without one, which means the value.
  public var attribute: Spelled<HurlCookieAttribute>?

  /// The whole text, quotes included.
  public var range: SourceRange
}
