import Synchronization

/// A stream of random bits of its own for each use.
///
/// The stream is found by where it is used, so neither concurrency nor order changes what is drawn, and a run with the same seed draws the same.
/// The generator is SplitMix64.
final class RandomStream: RandomNumberGenerator, Sendable {
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

  private let state: Atomic<UInt64>

  /// Starts the stream of a place.
  init(at path: RandomPath) {
    state = Atomic(path.number)
  }

  /// The next 64 bits.
  func next() -> UInt64 {
    Self.mix(state.wrappingAdd(Self.gamma, ordering: .relaxed).newValue)
  }

  /// What follows a number in the sequence of the generator.
  static func mixed(_ number: UInt64) -> UInt64 { mix(number &+ gamma) }

  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
