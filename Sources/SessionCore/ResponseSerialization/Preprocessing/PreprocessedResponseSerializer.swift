/// A serializer whose bodies are changed before it decodes them; the answer itself is judged as it came.
///
/// Made by ``DocumentResponseSerializer/preprocessed(by:)``.
public struct PreprocessedResponseSerializer<Base: DocumentResponseSerializer>:
  DocumentResponseSerializer
{
  /// What the base decodes to.
  public typealias Output = Base.Output

  /// Decodes what the preprocessor gives.
  public var base: Base
  /// Changes bodies.
  public var preprocessor: any DataPreprocessor

  /// Creates a serializer.
  public init(_ base: Base, preprocessor: any DataPreprocessor) {
    self.base = base
    self.preprocessor = preprocessor
  }

  /// What answers are acceptable: the base's.
  public var validation: ResponseValidation {
    get { base.validation }
    set { base.validation = newValue }
  }

  /// Changes a body and lets the base decode it.
  public func decode(
    _ data: [UInt8],
    of response: SessionResponse
  ) throws(SessionError) -> Base.Output? {
    try decode(data, of: response, for: nil)
  }

  /// Changes a body and lets the base decode it.
  public func decode(
    _ data: [UInt8],
    of response: SessionResponse,
    for request: SessionRequest?
  ) throws(SessionError) -> Base.Output? {
    try base.decode(preprocessor.preprocess(data), of: response, for: request)
  }
}

extension DocumentResponseSerializer {
  /// The same serializer over bodies that are changed before.
  ///
  /// - Parameter preprocessor: changes bodies; ``DataPreprocessor/googleXSSI`` for instance.
  /// - Returns: the serializer; of several preprocessors the one added last comes first.
  public func preprocessed(
    by preprocessor: some DataPreprocessor
  ) -> PreprocessedResponseSerializer<Self> {
    PreprocessedResponseSerializer(self, preprocessor: preprocessor)
  }
}
