public import Documents

/// A method of HTTP, to be called like a function of its manager.
///
/// ```swift
/// let orders = try await api.get("orders", parameters: ["page": 2]).object
/// let order = try await api.get("orders/17", as: Order.self)
/// api.delete("orders/17") { print($0.result) }
/// ```
///
/// Each form takes a reference, which is resolved against the manager's base, and header fields, which
/// are put over the serializer's.
public struct HTTPVerb<Response: ResponseSerializer>: Sendable {
  let manager: SerializingSessionManager<Response>
  /// The method as it is sent, such as `GET`.
  public let method: String

  /// Sends a request and decodes its answer as the manager's response serializer does.
  ///
  /// - Throws: as ``SerializingSessionManager/send(_:_:parameters:headers:serializer:)-(_,_,ParameterValue?,_,_)`` does.
  @discardableResult
  public func callAsFunction(
    _ reference: String,
    parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:]
  ) async throws(SessionError) -> DataResponse<Response.Output> {
    try await manager.send(
      method,
      reference,
      parameters: parameters,
      headers: headers,
      serializer: manager.responseSerializer
    )
  }

  /// The same with parameters whose values are variables.
  @_disfavoredOverload
  @discardableResult
  public func callAsFunction(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:]
  ) async throws(SessionError) -> DataResponse<Response.Output> {
    try await self(reference, parameters: parameters.value(), headers: headers)
  }

  /// Sends a request and decodes the JSON of its answer as a value.
  ///
  /// - Throws: as ``SerializingSessionManager/send(_:_:parameters:headers:as:keys:)-(_,_,ParameterValue?,_,_,_)`` does.
  @discardableResult
  public func callAsFunction<Value: Decodable & Sendable>(
    _ reference: String,
    parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:],
    as type: Value.Type,
    keys: JSONValueDecoder.Keys = .unchanged
  ) async throws(SessionError) -> Value {
    try await manager.send(
      method,
      reference,
      parameters: parameters,
      headers: headers,
      as: type,
      keys: keys
    )
  }

  /// The same with parameters whose values are variables.
  @_disfavoredOverload
  @discardableResult
  public func callAsFunction<Value: Decodable & Sendable>(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:],
    as type: Value.Type,
    keys: JSONValueDecoder.Keys = .unchanged
  ) async throws(SessionError) -> Value {
    try await self(
      reference,
      parameters: parameters.value(),
      headers: headers,
      as: type,
      keys: keys
    )
  }

  /// Makes a task, resumes it and calls back.
  ///
  /// - Parameters:
  ///   - reference: resolved against the base.
  ///   - parameters: what the request says.
  ///   - headers: put over the serializer's.
  ///   - progress: of the body that the method is for: the request's with POST, PUT and PATCH, the
  ///     answer's with all others.
  ///   - completion: called exactly once, also when no request can be made.
  /// - Returns: the task; `nil` when no request can be made, nothing is sent then.
  @discardableResult
  public func callAsFunction(
    _ reference: String,
    parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void
  ) -> SessionTask? {
    manager.resumed(
      manager.dataTask(
        method,
        reference,
        parameters: parameters,
        headers: headers,
        uploadProgress: isUpload ? progress : nil,
        downloadProgress: isUpload ? nil : progress,
        completion: completion
      )
    )
  }

  /// The same with parameters whose values are variables.
  @_disfavoredOverload
  @discardableResult
  public func callAsFunction(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void
  ) -> SessionTask? {
    manager.resumed(
      manager.dataTask(
        method,
        reference,
        parameters: parameters,
        headers: headers,
        uploadProgress: isUpload ? progress : nil,
        downloadProgress: isUpload ? nil : progress,
        completion: completion
      )
    )
  }

  private var isUpload: Bool { ["POST", "PUT", "PATCH"].contains(method) }
}

extension SerializingSessionManager {
  /// Gets something; the parameters go into the query.
  public var get: HTTPVerb<Response> { HTTPVerb(manager: self, method: "GET") }

  /// Asks for the head of an answer alone; the parameters go into the query.
  public var head: HTTPVerb<Response> { HTTPVerb(manager: self, method: "HEAD") }

  /// Posts something; the parameters go into the body.
  public var post: HTTPVerb<Response> { HTTPVerb(manager: self, method: "POST") }

  /// Puts something; the parameters go into the body.
  public var put: HTTPVerb<Response> { HTTPVerb(manager: self, method: "PUT") }

  /// Changes something; the parameters go into the body.
  public var patch: HTTPVerb<Response> { HTTPVerb(manager: self, method: "PATCH") }

  /// Deletes something; the parameters go into the query.
  public var delete: HTTPVerb<Response> { HTTPVerb(manager: self, method: "DELETE") }
}
