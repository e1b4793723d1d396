/// Changes the bytes of a body before they are decoded.
///
/// ```swift
/// let serializer = JSONResponseSerializer().preprocessed(by: .googleXSSI)
/// let result = await session.response(for: request, serializer: serializer)
/// ```
///
/// As Alamofire's `DataPreprocessor`; an answer keeps the bytes that came.
public protocol DataPreprocessor: Sendable {
  /// Changes a body.
  ///
  /// - Parameter data: the whole body.
  /// - Returns: what is decoded in its place.
  /// - Throws: why it cannot be decoded.
  func preprocess(_ data: [UInt8]) throws(SessionError) -> [UInt8]
}

/// Leaves bodies as they are.
public struct PassthroughPreprocessor: DataPreprocessor, Hashable {
  /// Creates a preprocessor.
  public init() {}

  /// Gives the bytes back.
  public func preprocess(_ data: [UInt8]) throws(SessionError) -> [UInt8] { data }
}

/// Takes off what services put before JSON so that no page can run it as a script: `)]}',` and a
/// line's end.
///
/// Alamofire takes off exactly these six bytes; a body without them stays as it is, here as there.
public struct GoogleXSSIPreprocessor: DataPreprocessor, Hashable {
  /// Creates a preprocessor.
  public init() {}

  /// Takes the prefix off, if it is there.
  public func preprocess(_ data: [UInt8]) throws(SessionError) -> [UInt8] {
    let prefix = ")]}',\n".utf8
    return data.starts(with: prefix) ? Array(data.dropFirst(prefix.count)) : data
  }
}

extension DataPreprocessor where Self == PassthroughPreprocessor {
  /// Leaves bodies as they are.
  public static var passthrough: Self { Self() }
}

extension DataPreprocessor where Self == GoogleXSSIPreprocessor {
  /// Takes `)]}',` and the line's end off before JSON.
  public static var googleXSSI: Self { Self() }
}
