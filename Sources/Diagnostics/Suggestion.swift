import Encodings

/// Finds the name that was probably meant.
public enum Suggestion: Sendable {
  /// For how many mistakes of a file, each with its own name, a near one is looked for: nobody reads more, and
  /// each is compared with every name that is known.
  public static let most = 50

  /// The nearest of `candidates` by ``EditDistance/nearest(to:in:)``, or `nil`.
  public static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    EditDistance.nearest(to: name, in: candidates)
  }
}
