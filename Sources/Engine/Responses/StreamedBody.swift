import Assertions
import Cryptography
import CurlTransport
import Locks

/// Reads a body of which no more is needed than its length, its digests and its start.
///
/// A short body is kept as it is, so that nothing is different for it; of a long one only what
/// reports show of it stays in memory.
final class StreamedBody: BodyReader {
  /// The most bytes that are kept: what reports show, and room for a secret that goes on behind it.
  static let keptBytes = 2 * ExchangeRecorder.bodyLimit

  fileprivate struct State: ~Copyable {
    var start: [UInt8] = []
    var count = 0
    var sha256: DigestStream?
    var md5: DigestStream?
  }

  private let algorithms: Set<DigestAlgorithm>
  private let state = Locked(State())

  /// Makes a reader.
  ///
  /// - Parameter algorithms: the digests that are needed.
  init(digests algorithms: Set<DigestAlgorithm>) {
    self.algorithms = algorithms
  }

  func begin() {
    state.withLock { state in
      guard state.count > 0 else { return }
      state = State()
    }
  }

  func take(_ bytes: Span<UInt8>) {
    state.withLock { state in
      state.count += bytes.count
      if state.count <= Self.keptBytes {
        unsafe bytes.withUnsafeBufferPointer { unsafe state.start.append(contentsOf: $0) }
        return
      }
      if state.count - bytes.count <= Self.keptBytes {
        // The first bytes too many: the digests begin.
        for algorithm in algorithms { state.begin(algorithm) }
        let room = Self.keptBytes - state.start.count
        unsafe bytes.withUnsafeBufferPointer { unsafe state.start.append(contentsOf: $0[..<room]) }
        let start = state.start
        state.digest(start.span)
        state.digest(bytes.extracting(room...))
      } else {
        state.digest(bytes)
      }
    }
  }

  /// The body when it is short enough to be in memory as a whole.
  var whole: [UInt8]? {
    state.withLock { $0.count > Self.keptBytes ? nil : $0.start }
  }

  /// What is known of a body that was too long to be kept; to be asked once, at its end.
  func facts() -> BodyFacts? {
    state.withLock { state -> BodyFacts? in
      guard state.count > Self.keptBytes else { return nil }
      return BodyFacts(count: state.count, start: state.start, digests: state.finish())
    }
  }
}

extension StreamedBody.State {
  // A digest that cannot be made is missing at the end, and the assertion says so.
  fileprivate mutating func begin(_ algorithm: DigestAlgorithm) {
    switch algorithm {
    case .sha256: sha256 = try? DigestStream(.sha256)
    case .md5: md5 = try? DigestStream(.md5)
    case .sha1, .sha384, .sha512: break
    }
  }

  fileprivate mutating func digest(_ bytes: Span<UInt8>) {
    try? sha256?.update(bytes)
    try? md5?.update(bytes)
  }

  fileprivate mutating func finish() -> [DigestAlgorithm: [UInt8]] {
    var digests: [DigestAlgorithm: [UInt8]] = [:]
    if let stream = sha256.take() { digests[.sha256] = try? stream.finish() }
    if let stream = md5.take() { digests[.md5] = try? stream.finish() }
    return digests
  }
}
