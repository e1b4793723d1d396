import Documents
import Locks
import Scenarios

/// Masks secrets in everything that leaves the engine.
///
/// A secret is masked as it is, percent-encoded, in base64 (also inside `user:password`), JSON-escaped and XML-escaped, whole and each
/// of its lines, and in lower case. One shorter than 6 characters is not masked, for masking `1` would wreck a report; whoever adds it
/// is told. Of a long one the parts are masked, too: each of 128 bytes, counted from its start. Masking takes time for the text alone,
/// however many secrets there are.
public final class SecretMask: Sendable {
  /// What stands in place of a secret.
  public static let mask = ExpressionServices.mask

  /// The shortest secret that is masked, in characters.
  public static let minimumLength = 6

  /// A secret as it is used; its bytes are hashed as one piece.
  private struct Secret: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }

  private struct State {
    var secrets: Set<Secret> = []
    var strings = SecretTrie()
    /// How many bytes the longest spelling has.
    var reach = 0
  }

  private let state = Locked(State())

  /// Makes a mask that knows no secret.
  public init() {}

  /// Makes a value a secret from now on.
  ///
  /// - Parameter secret: the value as it is used; of one with more than 1 MiB the first is masked.
  /// - Returns: whether it will be masked; `false` when it is too short.
  @discardableResult
  public func add(_ secret: String) -> Bool {
    guard Self.isLongEnough(secret) else { return false }
    let known = Secret(bytes: Array(secret.utf8))
    guard !state.withLock({ $0.secrets.contains(known) }) else { return true }
    let spellings = SecretSpellings(of: secret)
    // Known only once it is masked: who adds it at the same time may show it right after.
    state.withLock { state in
      guard state.secrets.insert(known).inserted else { return }
      for string in spellings.strings { state.strings.insert(string) }
      state.reach = max(state.reach, spellings.reach)
    }
    return true
  }

  /// What a warning says of a secret that ``add(_:)`` does not take.
  ///
  /// - Parameter name: its name, not its value.
  /// - Returns: a sentence without a full stop.
  public static func refusal(ofSecret name: String) -> String {
    "the secret \(name) is shorter than \(minimumLength) characters and is not masked"
  }

  /// Whether a text has ``minimumLength`` characters.
  static func isLongEnough(_ text: String) -> Bool {
    text.index(text.startIndex, offsetBy: minimumLength, limitedBy: text.endIndex) != nil
  }

  /// Makes a captured value a secret from now on.
  ///
  /// - Parameters:
  ///   - value: the value; of one that holds others each text and number.
  ///   - name: that of the capture.
  /// - Returns: a warning about a lone text or number that is too short.
  func add(_ value: JSONValue, capturedAs name: String) -> String? {
    add(allIn: value) ? nil : Self.refusal(ofSecret: name)
  }

  /// Makes every text and number in a value a secret from now on, at whatever depth it stands.
  ///
  /// - Parameter value: the value.
  /// - Returns: `false` for a lone text or number that is too short; the short parts of others are nobody's secret.
  @discardableResult
  func add(allIn value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): for element in elements { add(allIn: element) }
    case .object(let members): for (_, value) in members { add(allIn: value) }
    case .string(let text): return add(text) || text.isEmpty
    case .number(let number): return add(number.literal)
    case .null, .bool: break
    }
    return true
  }

  /// The text with every secret in it masked.
  public func masking(_ text: String) -> String {
    let secrets = stretches(in: text.utf8.span)
    guard !secrets.isEmpty else { return text }
    return String(decoding: Self.replacing(secrets, in: Array(text.utf8)), as: UTF8.self)
  }

  /// The bytes with every secret in them masked.
  public func masking(_ bytes: [UInt8]) -> [UInt8] {
    let secrets = stretches(in: bytes.span)
    return secrets.isEmpty ? bytes : Self.replacing(secrets, in: bytes)
  }

  /// The first bytes with every secret in them masked, also one that goes on behind them.
  ///
  /// - Parameters:
  ///   - bytes: all of them.
  ///   - limit: how many are wanted.
  /// - Returns: at most `limit` bytes, and whether some are missing.
  func masking(prefixOf bytes: [UInt8], limit: Int) -> (bytes: [UInt8], isCut: Bool) {
    let reach = reach
    let isWhole = bytes.count <= limit + reach
    let masked = masking(isWhole ? bytes : Array(bytes.prefix(limit + reach)))
    // The last bytes of a part may be the beginning of a secret.
    let kept = min(limit, isWhole ? masked.count : max(0, masked.count - reach))
    return (
      kept == masked.count ? masked : Array(masked.prefix(kept)), !isWhole || kept < masked.count
    )
  }

  /// How many bytes the longest spelling of a secret has; 0 when there is none.
  var reach: Int { state.withLock { $0.reach } }

  /// Whether there is anything to mask.
  public var isEmpty: Bool { state.withLock { $0.strings.isEmpty } }

  /// Whether a secret is in a text that stays the same.
  func isShown(in text: ConstantText) -> Bool {
    state.withLock { !$0.strings.isEmpty && text.contains($0.strings) }
  }

  /// Where secrets are in a text, in order; those that overlap are one.
  func stretches(in text: borrowing Span<UInt8>) -> [Range<Int>] {
    let found = state.withLock { state in
      state.strings.isEmpty ? nil : state.strings.matches(in: text)
    }
    guard let found else { return [] }
    guard PlainSpelling.mayDiffer(from: text) else { return found }
    let plain = PlainSpelling.levels(of: unsafe text.withUnsafeBufferPointer { unsafe Array($0) })
    let inPlain = state.withLock { state in
      plain.map { state.strings.matches(in: $0.bytes.span) }
    }
    // What is found in a text without escapes comes from the text one level up, and that from the one above.
    var all: [Range<Int>] = []
    for (level, ranges) in zip(plain, inPlain).reversed() {
      all = Self.joined(ranges, all).map { level.source(of: $0) }
    }
    return Self.joined(found, all)
  }

  /// A text with the mask in place of stretches.
  static func replacing(_ ranges: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var copied = 0
    for range in ranges {
      result.append(contentsOf: bytes[copied..<range.lowerBound])
      result.append(contentsOf: mask.utf8)
      copied = range.upperBound
    }
    result.append(contentsOf: bytes[copied...])
    return result
  }

  /// All stretches in order, those that overlap as one.
  private static func joined(_ left: [Range<Int>], _ right: [Range<Int>]) -> [Range<Int>] {
    if right.isEmpty { return left }
    var joined: [Range<Int>] = []
    for range in (left + right).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, last.upperBound > range.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
