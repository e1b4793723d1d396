/// The verbs with parameters whose values are variables, as `Parameters` has them.
extension HTTPRequestOperationManager {
  /// Makes an operation of any method and queues it.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ method: String,
    _ reference: String,
    parameters: Parameters,
    success: Success? = nil,
    failure: Failure? = nil
  ) -> HTTPRequestOperation? {
    queue(success, failure) { () throws(SessionError) in
      try requests.request(method, reference, parameters: parameters)
    }
  }

  /// Gets something.
  @_disfavoredOverload
  @discardableResult
  public func get(
    _ reference: String,
    parameters: Parameters,
    failure: Failure? = nil,
    success: Success? = nil
  ) -> HTTPRequestOperation? {
    send("GET", reference, parameters: parameters, success: success, failure: failure)
  }

  /// Asks for the head of an answer alone.
  @_disfavoredOverload
  @discardableResult
  public func head(
    _ reference: String,
    parameters: Parameters,
    failure: Failure? = nil,
    success: Success? = nil
  ) -> HTTPRequestOperation? {
    send("HEAD", reference, parameters: parameters, success: success, failure: failure)
  }

  /// Posts something.
  @_disfavoredOverload
  @discardableResult
  public func post(
    _ reference: String,
    parameters: Parameters,
    failure: Failure? = nil,
    success: Success? = nil
  ) -> HTTPRequestOperation? {
    send("POST", reference, parameters: parameters, success: success, failure: failure)
  }

  /// Puts something.
  @_disfavoredOverload
  @discardableResult
  public func put(
    _ reference: String,
    parameters: Parameters,
    failure: Failure? = nil,
    success: Success? = nil
  ) -> HTTPRequestOperation? {
    send("PUT", reference, parameters: parameters, success: success, failure: failure)
  }

  /// Changes something.
  @_disfavoredOverload
  @discardableResult
  public func patch(
    _ reference: String,
    parameters: Parameters,
    failure: Failure? = nil,
    success: Success? = nil
  ) -> HTTPRequestOperation? {
    send("PATCH", reference, parameters: parameters, success: success, failure: failure)
  }

  /// Deletes something.
  @_disfavoredOverload
  @discardableResult
  public func delete(
    _ reference: String,
    parameters: Parameters,
    failure: Failure? = nil,
    success: Success? = nil
  ) -> HTTPRequestOperation? {
    send("DELETE", reference, parameters: parameters, success: success, failure: failure)
  }
}
