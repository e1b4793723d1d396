import Foundation
public import FoundationNetworking
public import SessionCore

extension SessionRequest {
  /// Takes over a request of Foundation: method, URL, fields, body and attributes but for pipelining.
  ///
  /// - Throws: ``SessionError`` (-1000) without a URL, and (-1021) for a body that is a stream, since
  ///   a stream of Foundation belongs to one thread; a file or a `BodySource` takes its place.
  public init(_ request: URLRequest) throws(SessionError) {
    guard let url = request.url else {
      throw SessionError(code: .badURL, message: "the request has no URL")
    }
    if request.httpBodyStream != nil, request.httpBody == nil {
      throw SessionError(
        code: .requestBodyStreamExhausted,
        message: "a body that is a stream cannot be taken over",
        failingURL: url.absoluteString
      )
    }
    self.init(method: request.httpMethod ?? "GET", url: try URI.parsing(url.absoluteString))
    let fields = request.allHTTPHeaderFields ?? [:]
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { headers.append(name, value) }
    if let data = request.httpBody { body = .data(data) }
    attributes = RequestAttributes(request)
  }
}

extension RequestAttributes {
  /// Takes over what a request of Foundation says of its handling.
  init(_ request: URLRequest) {
    self.init()
    allowsCellularAccess = request.allowsCellularAccess
    handlesCookies = request.httpShouldHandleCookies
    timeoutInterval = .seconds(request.timeoutInterval)
    cachePolicy =
      switch request.cachePolicy {
      case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData:
        .reloadIgnoringLocalCacheData
      case .returnCacheDataElseLoad: .returnCacheDataElseLoad
      case .returnCacheDataDontLoad: .returnCacheDataDontLoad
      case .reloadRevalidatingCacheData: .reloadRevalidatingCacheData
      case _: .useProtocolCachePolicy
      }
    networkServiceType =
      switch request.networkServiceType {
      case .background: .background
      case .video: .video
      case .voice: .voice
      case _: .standard
      }
  }
}

extension URLRequest {
  /// Takes over a request: method, URL, fields, body and attributes.
  ///
  /// Foundation has one value for each name of a field, so repeated fields are joined by commas.
  ///
  /// - Throws: ``SessionError`` (-1000) for a URL that Foundation cannot read, and (-1021) for a body
  ///   that is neither bytes nor a file.
  public init(_ request: SessionRequest) throws(SessionError) {
    guard let url = URL(request.url) else {
      throw SessionError(
        code: .badURL,
        message: "Foundation cannot read the URL",
        failingURL: request.url.displayText
      )
    }
    self.init(url: url)
    httpMethod = request.method
    for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name) }
    switch request.body {
    case .none: break
    case .bytes(let bytes): httpBody = Data(bytes)
    case .file(let path): httpBodyStream = InputStream(fileAtPath: path)
    case .source, .multipart:
      throw SessionError(
        code: .requestBodyStreamExhausted,
        message: "a body that is neither bytes nor a file cannot be taken over",
        failingURL: request.url.displayText
      )
    }
    apply(request.attributes)
  }

  private mutating func apply(_ attributes: RequestAttributes) {
    allowsCellularAccess = attributes.allowsCellularAccess
    httpShouldHandleCookies = attributes.handlesCookies
    timeoutInterval = attributes.timeoutInterval / .seconds(1)
    cachePolicy =
      switch attributes.cachePolicy {
      case .useProtocolCachePolicy: .useProtocolCachePolicy
      case .reloadIgnoringLocalCacheData: .reloadIgnoringLocalCacheData
      case .returnCacheDataElseLoad: .returnCacheDataElseLoad
      case .returnCacheDataDontLoad: .returnCacheDataDontLoad
      case .reloadRevalidatingCacheData: .reloadRevalidatingCacheData
      }
    networkServiceType =
      switch attributes.networkServiceType {
      case .standard, .responsiveData: .default
      case .background: .background
      case .video: .video
      case .voice: .voice
      }
  }
}
