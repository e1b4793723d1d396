import Synchronization

/// A stream of random bits of its own for each use.
///
/// The stream is found by the run's seed and by where it is used (file, row, repeat, attempt, step, turn), so neither concurrency nor order changes
/// what is drawn, and a run with the same seed draws the same. The generator is SplitMix64.
final class RandomStream: Sendable {
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

  private let state: Atomic<UInt64>

  /// Starts the stream of a use.
  ///
  /// - Parameters:
  ///   - seed: the run's.
  ///   - path: what distinguishes the use from others, in a fixed order.
  init(seed: UInt64, path: [UInt64]) {
    var mixed = Self.mix(seed &+ Self.gamma)
    for part in path {
      mixed = Self.mix((mixed ^ part) &+ Self.gamma)
    }
    state = Atomic(mixed)
  }

  /// The next 64 bits.
  func next() -> UInt64 {
    Self.mix(state.wrappingAdd(Self.gamma, ordering: .relaxed).newValue)
  }

  /// A number that stands for a text in a stream's path, the same on every machine (FNV-1a).
  static func number(of text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return hash
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
