import COpenSSL

/// What OpenSSL said when it could not do what it was asked.
///
/// ```swift
/// catch let error as CryptographyError where error.code == .unavailableAlgorithm { … }
/// ```
public struct CryptographyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a failure; kinds unknown today may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    public var rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The library lacks the algorithm, or its policy forbids it.
    public static var unavailableAlgorithm: Self { .init(rawValue: "unavailable-algorithm") }
    /// The bytes are not what they should be, a certificate for example.
    public static var malformedInput: Self { .init(rawValue: "malformed-input") }
    /// A private key is encrypted, and there is no password.
    public static var passwordNeeded: Self { .init(rawValue: "password-needed") }
    /// A private key is encrypted with another password.
    public static var wrongPassword: Self { .init(rawValue: "wrong-password") }
    /// The library failed in another way, out of memory for example.
    public static var libraryFailure: Self { .init(rawValue: "library-failure") }
  }

  /// The kind of the failure.
  public var code: Code
  /// What failed, as a lowercase fragment.
  public var message: String

  /// Makes an error of its kind and message.
  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  /// Takes the oldest entry of this thread's OpenSSL error queue and empties the queue.
  static func fromLibrary(_ code: Code, _ action: String) -> CryptographyError {
    let number = ERR_get_error()
    ERR_clear_error()
    guard number != 0, let reason = unsafe ERR_reason_error_string(number) else {
      return CryptographyError(code: code, message: action)
    }
    return CryptographyError(code: code, message: "\(action): \(unsafe String(cString: reason))")
  }
}
