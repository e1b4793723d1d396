extension Result {
  /// Keeps what a function that waits returns or throws.
  init(_ body: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
