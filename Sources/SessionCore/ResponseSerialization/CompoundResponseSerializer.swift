/// A serializer whose kind of object is not known.
public struct AnyResponseSerializer: ResponseSerializer {
  private let body: @Sendable (SessionResponse, [UInt8]) -> SerializedResponse<any Sendable>

  /// Hides the kind of a serializer's object.
  public init<Serializer: ResponseSerializer>(_ serializer: Serializer) {
    body = { response, data in
      let result = serializer.serialize(response, data: data)
      return SerializedResponse(object: result.object, error: result.error)
    }
  }

  /// What the hidden serializer says.
  public func serialize(
    _ response: SessionResponse,
    data: [UInt8]
  ) -> SerializedResponse<any Sendable> {
    body(response, data)
  }
}

/// Tries serializers in order and takes the first that gives an object, with its error.
///
/// If none does, the answer is judged by the compound's own rule and its bytes are the object.
public struct CompoundResponseSerializer: ResponseSerializer {
  /// What answers are acceptable when no serializer gives an object.
  public var validation: ResponseValidation
  /// The serializers in order.
  public var serializers: [AnyResponseSerializer]

  /// Creates a compound.
  public init(_ serializers: [AnyResponseSerializer], validation: ResponseValidation = .init()) {
    self.serializers = serializers
    self.validation = validation
  }

  /// What the first serializer that gives an object says, else the bytes.
  public func serialize(
    _ response: SessionResponse,
    data: [UInt8]
  ) -> SerializedResponse<any Sendable> {
    for serializer in serializers {
      let result = serializer.serialize(response, data: data)
      if result.object != nil { return result }
    }
    return SerializedResponse(
      object: data,
      error: validation.validate(response, data: data).error
    )
  }
}
