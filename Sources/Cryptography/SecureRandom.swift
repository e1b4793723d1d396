/// Bytes that nobody can foretell, from the system's generator.
public enum SecureRandom: Sendable {
  /// New random bytes.
  ///
  /// - Parameter count: how many; a negative number counts as none.
  /// - Returns: `count` bytes.
  public static func bytes(count: Int) -> [UInt8] {
    (0..<max(0, count)).map { _ in UInt8.random(in: .min ... .max) }
  }
}
