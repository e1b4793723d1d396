/// Why a subject cannot be measured, with what to do about it.
struct BenchmarkError: Error, CustomStringConvertible {
  /// One lowercase fragment.
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
