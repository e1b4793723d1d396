public import Foundation
public import SessionCore

extension URI {
  /// Takes over a URL of Foundation, resolved against its base.
  ///
  /// - Throws: ``URIError`` for what RFC 3986 does not know.
  public init(_ url: URL) throws(URIError) { try self.init(url.absoluteString) }
}

extension URL {
  /// Takes over a URI; `nil` where Foundation cannot read it.
  public init?(_ uri: URI) { self.init(string: uri.text) }
}

extension SessionError {
  /// The URL of the request as Foundation has it, as far as it was known.
  public var url: URL? { failingURL.flatMap { URL(string: $0) } }
}
