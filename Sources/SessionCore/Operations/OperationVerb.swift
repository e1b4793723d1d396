/// A method of HTTP, to be called like a function of its manager.
///
/// ```swift
/// manager.get("orders", parameters: ["page": 2]) { operation, object in
///   print(operation.response?.status ?? 0, object ?? "")
/// }
/// ```
public struct OperationVerb: Sendable {
  let manager: HTTPRequestOperationManager
  /// The method as it is sent, such as `GET`.
  public let method: String

  /// Makes an operation and queues it.
  ///
  /// - Parameters:
  ///   - reference: resolved against the base.
  ///   - parameters: what the request says.
  ///   - failure: called when something went wrong, also when no request can be made.
  ///   - success: called when all is well.
  /// - Returns: the operation, queued; `nil` when no request can be made.
  @discardableResult
  public func callAsFunction(
    _ reference: String,
    parameters: ParameterValue? = nil,
    failure: HTTPRequestOperationManager.Failure? = nil,
    success: HTTPRequestOperationManager.Success? = nil
  ) -> HTTPRequestOperation? {
    manager.send(method, reference, parameters: parameters, success: success, failure: failure)
  }

  /// The same with parameters whose values are variables.
  @_disfavoredOverload
  @discardableResult
  public func callAsFunction(
    _ reference: String,
    parameters: Parameters,
    failure: HTTPRequestOperationManager.Failure? = nil,
    success: HTTPRequestOperationManager.Success? = nil
  ) -> HTTPRequestOperation? {
    manager.send(method, reference, parameters: parameters, success: success, failure: failure)
  }
}

extension HTTPRequestOperationManager {
  /// Gets something; the parameters go into the query.
  public var get: OperationVerb { OperationVerb(manager: self, method: "GET") }

  /// Asks for the head of an answer alone; the parameters go into the query.
  public var head: OperationVerb { OperationVerb(manager: self, method: "HEAD") }

  /// Posts something; the parameters go into the body.
  public var post: OperationVerb { OperationVerb(manager: self, method: "POST") }

  /// Puts something; the parameters go into the body.
  public var put: OperationVerb { OperationVerb(manager: self, method: "PUT") }

  /// Changes something; the parameters go into the body.
  public var patch: OperationVerb { OperationVerb(manager: self, method: "PATCH") }

  /// Deletes something; the parameters go into the query.
  public var delete: OperationVerb { OperationVerb(manager: self, method: "DELETE") }
}
