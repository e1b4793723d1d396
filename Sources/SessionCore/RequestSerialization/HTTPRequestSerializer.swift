/// Puts parameters into the query, or into an URL-encoded form where the method has a body.
///
/// An archive of it (`Codable`) keeps everything but closures, as ``RequestSerializerSettings`` says.
public struct HTTPRequestSerializer: RequestSerializer, Codable {
  /// Headers, query encoding and attributes.
  public var settings: RequestSerializerSettings

  /// Creates a serializer.
  public init(settings: RequestSerializerSettings = .init()) { self.settings = settings }

  /// Encodes parameters; a method with a body gets the form's content type also without any.
  public func serialize(
    _ parameters: ParameterValue?,
    into request: SessionRequest
  ) throws(SessionError) -> SessionRequest {
    var request = request
    let query = try settings.query(parameters, for: request)
    settings.applyHeaders(to: &request)
    if settings.encodesParametersInURI(request.method) {
      if let query { request.url = try request.url.addingEncodedQuery(query) }
      return request
    }
    request.headers.setIfAbsent("Content-Type", "application/x-www-form-urlencoded")
    request.body = .bytes(Array((query ?? "").utf8))
    return request
  }
}

extension URI {
  /// Adds a query; its failure becomes a session's error.
  func addingEncodedQuery(_ query: String) throws(SessionError) -> URI {
    do throws(URIError) {
      return try addingQuery(query)
    } catch {
      throw SessionError(code: .badURL, message: error.description, failingURL: text)
    }
  }

  /// Parses a URL; a failure becomes a session's error (-1000).
  package static func parsing(_ text: String) throws(SessionError) -> URI {
    do throws(URIError) {
      return try URI(text)
    } catch {
      throw SessionError(code: .badURL, message: error.description, failingURL: text)
    }
  }
}
