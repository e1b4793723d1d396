/// A part of the program that is measured as one.
struct Subject: Sendable {
  /// The name by which it is chosen.
  var name: String
  /// Measures it.
  var measure: @Sendable () async throws -> [Measurement]
}
