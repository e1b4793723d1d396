public import Foundation
public import FoundationNetworking
public import SessionCore

extension HTTPURLResponse {
  /// Takes over the head of an answer; `nil` where Foundation cannot read its URL.
  ///
  /// Foundation has one value for each name of a field, so repeated fields are joined by commas.
  public convenience init?(_ response: SessionResponse) {
    guard let url = URL(response.url) else { return nil }
    var fields: [String: String] = [:]
    for field in response.headers where fields[field.name] == nil {
      fields[field.name] = response.headers.values(field.name).joined(separator: ", ")
    }
    self.init(
      url: url,
      statusCode: response.status,
      httpVersion: "HTTP/\(response.version)",
      headerFields: fields
    )
  }
}

extension SessionResponse {
  /// Takes over the head of an answer of Foundation.
  ///
  /// - Throws: ``SessionError`` (-1000) without a URL, and (-1011) for an answer that is not HTTP's.
  public init(_ response: URLResponse) throws(SessionError) {
    guard let response = response as? HTTPURLResponse else {
      throw SessionError(
        code: .badServerResponse,
        message: "expected the head of an HTTP answer",
        failingURL: response.url?.absoluteString
      )
    }
    guard let url = response.url else {
      throw SessionError(code: .badURL, message: "the answer has no URL")
    }
    self.init(url: try URI.parsing(url.absoluteString), status: response.statusCode)
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { (name: $0, value: "\(value)") }
    }
    for field in fields.sorted(by: { $0.name < $1.name }) {
      headers.append(field.name, field.value)
    }
  }
}

extension URLSessionManager {
  /// Sends a request of Foundation, as its `URLSession.data(for:)` does.
  ///
  /// - Parameter request: must have an absolute URL.
  /// - Returns: body and head of the answer, whatever its status.
  /// - Throws: ``SessionError`` when no whole answer came.
  public func data(for request: URLRequest) async throws(SessionError) -> (Data, URLResponse) {
    let answer = try await data(for: SessionRequest(request))
    guard let response = HTTPURLResponse(answer.response) else {
      throw SessionError(
        code: .badURL,
        message: "Foundation cannot read the URL",
        failingURL: answer.response.url.displayText
      )
    }
    return (answer.body, response)
  }
}
