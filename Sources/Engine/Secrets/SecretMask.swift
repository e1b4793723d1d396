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

  private struct State {
    var secrets: Set<[UInt8]> = []
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
    guard secret.count >= Self.minimumLength else { return false }
    let bytes = Array(secret.utf8)
    guard state.withLock({ $0.secrets.insert(bytes).inserted }) else { return true }
    let spellings = SecretSpellings(of: secret)
    state.withLock { state in
      for string in spellings.strings { state.strings.insert(string) }
      state.reach = max(state.reach, spellings.reach)
    }
    return true
  }

  /// Makes every text and number in a value a secret from now on, at whatever depth it stands.
  func add(allIn value: JSONValue) {
    switch value {
    case .array(let elements): for element in elements { add(allIn: element) }
    case .object(let members): for (_, value) in members { add(allIn: value) }
    case .string(let text): add(text)
    case .number(let number): add(number.literal)
    case .null, .bool: break
    }
  }

  /// The text with every secret in it masked.
  public func masking(_ text: String) -> String {
    guard !isEmpty else { return text }
    var text = text
    let bytes = text.withUTF8 { unsafe Array($0) }
    guard let masked = replacing(in: bytes) else { return text }
    return String(decoding: masked, as: UTF8.self)
  }

  /// The bytes with every secret in them masked.
  public func masking(_ bytes: [UInt8]) -> [UInt8] {
    isEmpty ? bytes : replacing(in: bytes) ?? bytes
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

  private func replacing(in bytes: [UInt8]) -> [UInt8]? {
    let secrets = stretches(in: bytes)
    return secrets.isEmpty ? nil : Self.replacing(secrets, in: bytes)
  }

  /// Where secrets are in a text, in order; those that overlap are one.
  func stretches(in bytes: [UInt8]) -> [Range<Int>] {
    let plain = PlainSpelling.levels(of: bytes)
    guard !plain.isEmpty else { return state.withLock { $0.strings.matches(in: bytes) } }
    let found = state.withLock { state in
      ([bytes] + plain.map(\.bytes)).map { state.strings.matches(in: $0) }
    }
    // What is found in a text without escapes comes from the text one level up, and that from the one above.
    var all: [Range<Int>] = []
    for (level, ranges) in zip(plain, found.dropFirst()).reversed() {
      all = Self.joined(ranges, all).map { level.source(of: $0) }
    }
    return Self.joined(found[0], all)
  }

  /// A text with the mask in place of stretches.
  static func replacing(_ ranges: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
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
