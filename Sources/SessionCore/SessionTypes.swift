public import Cryptography
public import CurlTransport
public import Documents
// URLs, headers, cookies and queries are a target of their own, and part of this library's interface: `import SessionCore`
// alone brings them. Nothing but this attribute re-exports a module.
@_exported public import HTTPMessages

/// The types that declarations of this module name and others declare, so that one import is enough to
/// write them down.
///
/// They are together here and not beside the session's own types: a file that imports the other
/// module as well has only one type of each name.
///
/// ```swift
/// func show(_ response: DataResponse<SessionTypes.JSONValue>) {}
/// ```
public enum SessionTypes: Sendable {
  /// A JSON document or a part of one.
  public typealias JSONValue = Documents.JSONValue
  /// The members of a JSON object, in order.
  public typealias JSONObject = Documents.JSONObject
  /// A number as JSON spells it.
  public typealias JSONNumber = Documents.JSONNumber
  /// Makes values from JSON.
  public typealias JSONValueDecoder = Documents.JSONValueDecoder
  /// How JSON is written.
  public typealias JSONWritingOptions = Documents.JSONWritingOptions
  /// A property list or a part of one.
  public typealias PropertyListValue = Documents.PropertyListValue
  /// How a property list is written.
  public typealias PropertyListFormat = Documents.PropertyListFormat
  /// An XML document.
  public typealias XMLDocument = Documents.XMLDocument
  /// Reads XML piece by piece.
  public typealias XMLEventReader = Documents.XMLEventReader
  /// An HTML document.
  public typealias HTMLDocument = Documents.HTMLDocument
  /// What an image file says of itself.
  public typealias ImageInfo = Documents.ImageInfo
  /// One thread that makes any number of transfers at once.
  public typealias TransferLoop = CurlTransport.TransferLoop
  /// Limits, versions, proxy and TLS of transfers.
  public typealias TransferOptions = CurlTransport.TransferOptions
  /// Header fields in order, names without regard to case.
  public typealias TransferHeaders = HTTPMessages.TransferHeaders
  /// The head of a request as it was sent.
  public typealias SentHead = CurlTransport.SentHead
  /// Times and sizes of one exchange.
  public typealias TransferMetrics = CurlTransport.TransferMetrics
  /// The facts that a server is judged by.
  public typealias TransferTrust = CurlTransport.TransferTrust
  /// A check of a server's identity.
  public typealias TrustEvaluation = CurlTransport.TrustEvaluation
  /// What a check says of a server.
  public typealias TrustDecision = CurlTransport.TrustDecision
  /// Gives the bytes of a request's body.
  public typealias BodySource = CurlTransport.BodySource
  /// What a source says of its next bytes.
  public typealias BodySourceState = CurlTransport.BodySourceState
  /// Takes the bytes of an answer's body.
  public typealias BodyReader = CurlTransport.BodyReader
  /// Gives the bytes of a file.
  public typealias FileBodySource = CurlTransport.FileBodySource
  /// What TLS agreed upon.
  public typealias TLSFacts = Cryptography.TLSFacts
  /// How a chain of certificates is judged.
  public typealias CertificateVerdict = Cryptography.CertificateVerdict
  /// Why a transfer gave no answer.
  public typealias CurlError = CurlTransport.CurlError
}
