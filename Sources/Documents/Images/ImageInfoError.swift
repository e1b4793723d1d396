/// Why bytes are no image that can be described.
public struct ImageInfoError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a failure; kinds unknown today may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    public var rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first bytes are of no format that is known.
    public static var unknownFormat: Self { .init(rawValue: "unknown-format") }
    /// The file ends before what its header promises.
    public static var truncated: Self { .init(rawValue: "truncated") }
    /// The header contradicts itself or the rest of the file.
    public static var malformed: Self { .init(rawValue: "malformed") }
  }

  /// The kind of the failure.
  public var code: Code
  /// What is wrong, as a lowercase fragment.
  public var message: String
  /// The byte at which it was found, from 0.
  public var offset: Int

  public var description: String { "\(message) at byte \(offset)" }
}
