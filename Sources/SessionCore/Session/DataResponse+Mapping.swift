extension DataResponse {
  /// The same with another object in the place of the one there is.
  ///
  /// ```swift
  /// let count = response.map { $0.array?.count ?? 0 }
  /// ```
  ///
  /// - Parameter transform: called if there is an object, also beside an error.
  /// - Returns: head, bytes, times and error as they were.
  public func map<Other: Sendable>(_ transform: (Output) -> Other) -> DataResponse<Other> {
    replacing(object.map(transform), error)
  }

  /// The same with another object in the place of the one there is, or with an error that says why
  /// there is none.
  ///
  /// - Parameter transform: called if there is an object, also beside an error.
  /// - Returns: head, bytes and times as they were. What `transform` throws is the error, with the one
  ///   there was beneath it.
  public func tryMap<Other: Sendable>(
    _ transform: (Output) throws(SessionError) -> Other
  ) -> DataResponse<Other> {
    guard let object else { return replacing(nil, error) }
    do throws(SessionError) {
      return replacing(try transform(object), error)
    } catch {
      return replacing(nil, .nesting(error, over: self.error))
    }
  }

  /// The same with another error in the place of the one there is.
  ///
  /// - Parameter transform: called if there is an error.
  /// - Returns: everything else as it was.
  public func mapError(_ transform: (SessionError) -> SessionError) -> Self {
    replacing(object, error.map(transform))
  }

  private func replacing<Other: Sendable>(
    _ object: Other?,
    _ error: SessionError?
  ) -> DataResponse<Other> {
    DataResponse<Other>(
      request: request,
      response: response,
      data: data,
      file: file,
      metrics: metrics,
      serializationDuration: serializationDuration,
      object: object,
      error: error
    )
  }
}
