import Documents

/// Takes secrets out of values before messages show pieces of them.
///
/// A message shows a long value cut; a secret that the cut splits could not be found in the message any more, so it is taken out before.
///
/// ```swift
/// Redaction(reach: 6, text: { $0.replacing("secret", with: "•••") }, bytes: { $0 }).during {
///   assertion.evaluate(response)
/// }
/// ```
public struct Redaction: Sendable {
  /// How many bytes the longest spelling of a secret has.
  public let reach: Int
  /// Takes secrets out of a text.
  public let masking: @Sendable (String) -> String
  private let bytes: @Sendable ([UInt8]) -> [UInt8]
  /// Adds a text that was derived from a secret to the secrets.
  public let add: @Sendable (String) -> Void

  /// Makes a redaction.
  ///
  /// - Parameters:
  ///   - reach: how many bytes the longest spelling of a secret has.
  ///   - text: takes secrets out of a text.
  ///   - bytes: takes secrets out of bytes.
  ///   - conceal: adds a text that was derived from a secret to the secrets.
  public init(
    reach: Int,
    text: @escaping @Sendable (String) -> String,
    bytes: @escaping @Sendable ([UInt8]) -> [UInt8],
    conceal: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.reach = reach
    masking = text
    self.bytes = bytes
    add = conceal
  }

  /// That of the messages which are being written; `nil` when there are no secrets.
  @TaskLocal static var current: Redaction?

  /// Does something; messages that it writes show no secrets.
  public func during<Value>(_ work: () -> Value) -> Value {
    MessageMask.$current.withValue(masking) { Self.$current.withValue(self) { work() } }
  }

  /// A text without secrets.
  static func applied(to text: String) -> String {
    current?.masking(text) ?? text
  }

  /// A piece of bytes without secrets, also without the beginning or the end of one.
  ///
  /// - Parameters:
  ///   - body: all of them.
  ///   - start: where the piece begins.
  ///   - count: how many bytes it has at most.
  /// - Returns: the piece, perhaps shorter.
  static func piece(of body: [UInt8], from start: Int, count: Int) -> [UInt8] {
    guard let current else { return Array(body[start..<min(body.count, start + count)]) }
    let first = max(0, start - current.reach)
    let last = min(body.count, start + count + current.reach)
    let before = current.bytes(Array(body[first..<start]))
    let masked = current.bytes(Array(body[first..<last]))
    // Where a secret stands across the start, a little is left out rather than a part of it shown.
    let skipped = masked.starts(with: before) ? before.count : current.reach
    let piece = Array(masked.dropFirst(skipped))
    // The last bytes may be the beginning of a secret that goes on behind them.
    let isWhole = last == body.count
    return Array((isWhole ? piece[...] : piece.dropLast(current.reach)).prefix(count))
  }
}
