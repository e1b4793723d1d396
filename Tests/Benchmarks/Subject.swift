/// A part of the program that is measured as one.
struct Subject: Sendable {
  /// The name by which it is chosen.
  var name: String
  /// What it is about, for the heading.
  var summary: String
  /// Measures it.
  var measure: @Sendable (BenchmarkOptions) async throws -> [Measurement]
}
