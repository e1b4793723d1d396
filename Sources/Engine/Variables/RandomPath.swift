/// A place of a run in which random numbers are drawn: seed, file, row, repeat, attempt, step, turn.
///
/// All of them are mixed into one number, in a fixed order.
struct RandomPath: Sendable {
  /// The number.
  private(set) var number: UInt64

  /// The place around all others of a run.
  ///
  /// - Parameter seed: the run's.
  init(seed: UInt64) {
    number = RandomStream.mixed(seed)
  }

  /// Goes to a place within this one.
  ///
  /// - Parameter part: what distinguishes it from its siblings.
  mutating func append(_ part: UInt64) {
    number = RandomStream.mixed(number ^ part)
  }

  /// A place within this one that a number distinguishes from its siblings.
  func appending(_ part: UInt64) -> RandomPath {
    var path = self
    path.append(part)
    return path
  }

  /// A place within this one that a text distinguishes from its siblings.
  func appending(_ text: String) -> RandomPath { appending(Self.number(of: text)) }

  /// A number that stands for a text, the same on every machine (FNV-1a).
  static func number(of text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return hash
  }
}
