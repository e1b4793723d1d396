import Cryptography
import Encodings

/// Puts a request together from its head and the pieces of its body.
struct RequestCollector: ~Copyable {
  private var request: FixtureRequest
  private var digest: DigestStream?
  private let keptBodyBytes: Int
  /// True when the request was already handed over at its head.
  let isDelivered: Bool

  init(_ request: FixtureRequest, keptBodyBytes: Int, isDelivered: Bool) {
    self.request = request
    self.keptBodyBytes = keptBodyBytes
    self.isDelivered = isDelivered
    digest = try? DigestStream(.sha256)
  }

  mutating func append(_ bytes: [UInt8]) {
    guard !isDelivered else { return }
    request.bodyLength += bytes.count
    request.body += bytes.prefix(keptBodyBytes - request.body.count)
    try? digest?.update(bytes)
  }

  consuming func finish(trailerLines: [String]) -> FixtureRequest {
    request.trailerLines = trailerLines
    request.isComplete = true
    if let sum = try? digest.take()?.finish() { request.bodySHA256 = Hex.encode(sum) }
    return request
  }
}
