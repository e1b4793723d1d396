extension SessionConfiguration {
  /// A configuration that is not changed any more, held once by all that run under it.
  ///
  /// A thousand requests in flight would else hold a thousand copies.
  final class Shared: Sendable {
    let value: SessionConfiguration

    init(_ value: SessionConfiguration) { self.value = value }
  }
}
