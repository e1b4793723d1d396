import CurlTransport

extension CachedResponse {
  /// Makes the answer depend on what its `Vary`, which a 304 may have changed, names now.
  ///
  /// - Parameters:
  ///   - request: what it answers, as it was sent.
  ///   - options: how it was sent.
  /// - Returns: whether it may be kept.
  mutating func takeOverVary(for request: SessionRequest, options: TransferOptions) -> Bool {
    guard !CacheControl(response.headers).contains("no-store"),
      let names = CacheSelector.varyNames(of: response)
    else { return false }
    guard names != varyNames else { return true }
    guard let digest = CacheSelector(request, options: options)?.digest(of: names) else {
      return false
    }
    varyNames = names
    selector = digest
    return true
  }
}
