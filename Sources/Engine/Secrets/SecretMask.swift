import Cryptography
import Locks

/// Masks secrets in everything that leaves the engine.
///
/// A secret is masked as it is and percent-encoded, in base64 (also inside `user:password`), JSON-escaped and XML-escaped. One shorter than 6
/// characters is not masked, for masking `1` would wreck a report; whoever adds it is told.
public final class SecretMask: Sendable {
  /// What stands in place of a secret.
  public static let mask = "•••"

  /// The shortest secret that is masked, in characters.
  public static let minimumLength = 6

  private struct State {
    var secrets: Set<String> = []
    var needles = Needles()
  }

  /// What is looked for.
  private struct Needles {
    /// Whole spellings, the longest first, so that a form that contains another is masked whole.
    var texts: [[UInt8]] = []
    /// Secrets in mixed spellings.
    var patterns: [SecretPattern] = []

    /// How many bytes the longest spelling has.
    var reach = 0

    var isEmpty: Bool { texts.isEmpty }

    /// How many bytes from a position on are a secret; `nil` when there is none.
    func length(in bytes: [UInt8], at position: Int) -> Int? {
      let text = texts.first { needle in
        position + needle.count <= bytes.count
          && needle.indices.allSatisfy { bytes[position + $0] == needle[$0] }
      }
      let others = patterns.compactMap { $0.length(in: bytes, at: position) }
      return ([text?.count].compactMap(\.self) + others).max()
    }
  }

  private let state = Locked(State())

  /// Makes a mask that knows no secret.
  public init() {}

  /// Makes a value a secret from now on.
  ///
  /// - Parameter secret: the value as it is used.
  /// - Returns: whether it will be masked; `false` when it is too short.
  @discardableResult
  public func add(_ secret: String) -> Bool {
    guard secret.count >= Self.minimumLength else { return false }
    let forms = Self.forms(of: secret)
    let pattern = SecretPattern(secret)
    state.withLock { state in
      guard state.secrets.insert(secret).inserted else { return }
      state.needles.texts.append(contentsOf: forms)
      state.needles.texts.sort { $0.count > $1.count }
      if let pattern { state.needles.patterns.append(pattern) }
      let longest = max(forms.map(\.count).max() ?? 0, pattern?.longest ?? 0)
      state.needles.reach = max(state.needles.reach, longest)
    }
    return true
  }

  /// The text with every secret in it masked.
  public func masking(_ text: String) -> String {
    let needles = state.withLock { $0.needles }
    guard !needles.isEmpty else { return text }
    var text = text
    let bytes = text.withUTF8 { unsafe Array($0) }
    guard let masked = Self.replacing(needles, in: bytes) else { return text }
    return String(decoding: masked, as: UTF8.self)
  }

  /// The bytes with every secret in them masked.
  public func masking(_ bytes: [UInt8]) -> [UInt8] {
    let needles = state.withLock { $0.needles }
    guard !needles.isEmpty else { return bytes }
    return Self.replacing(needles, in: bytes) ?? bytes
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
  var reach: Int { state.withLock { $0.needles.reach } }

  /// Whether there is anything to mask.
  public var isEmpty: Bool { state.withLock { $0.needles.isEmpty } }

  private static func forms(of secret: String) -> [[UInt8]] {
    let bytes = Array(secret.utf8)
    var forms: Set<[UInt8]> = [bytes, percentEncoded(bytes, upperCase: true)]
    forms.insert(percentEncoded(bytes, upperCase: false))
    forms.insert(formEncoded(bytes))
    forms.insert(jsonEscaped(secret, slashes: false))
    forms.insert(jsonEscaped(secret, slashes: true))
    forms.insert(xmlEscaped(bytes))
    // Base64 of a text that contains the secret depends on where in a group of three it starts; the outer characters mix with the neighbours'.
    for offset in 0..<3 {
      let encoded = Array(
        Base64.encode([UInt8](repeating: 0, count: offset) + bytes).utf8
      ).filter { $0 != UInt8(ascii: "=") }
      let first = offset == 0 ? 0 : offset + 1
      let last = (offset + bytes.count) * 8 / 6
      guard last - first >= minimumLength else { continue }
      let core = Array(encoded[first..<min(last, encoded.count)])
      forms.insert(core)
      // In a URL, where a query keeps the slash.
      forms.insert(percentEncoded(core, upperCase: true))
      forms.insert(
        core.flatMap { byte in
          byte == UInt8(ascii: "/") ? [byte] : percentEncoded([byte], upperCase: true)
        }
      )
      forms.insert(
        core.map { byte in
          switch byte {
          case UInt8(ascii: "+"): UInt8(ascii: "-")
          case UInt8(ascii: "/"): UInt8(ascii: "_")
          case _: byte
          }
        }
      )
    }
    return Array(forms)
  }

  private static func replacing(_ needles: Needles, in bytes: [UInt8]) -> [UInt8]? {
    var starts = [Bool](repeating: false, count: 256)
    for needle in needles.texts { starts[Int(needle[0])] = true }
    for byte in needles.patterns.flatMap(\.firstBytes) { starts[Int(byte)] = true }
    var result: [UInt8] = []
    var copied = 0
    var position = 0
    while position < bytes.count {
      guard starts[Int(bytes[position])],
        let length = needles.length(in: bytes, at: position)
      else {
        position += 1
        continue
      }
      result.append(contentsOf: bytes[copied..<position])
      result.append(contentsOf: Array(mask.utf8))
      position += length
      copied = position
    }
    guard copied > 0 else { return nil }
    result.append(contentsOf: bytes[copied...])
    return result
  }

  private static func percentEncoded(_ bytes: [UInt8], upperCase: Bool) -> [UInt8] {
    let digits = Array((upperCase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    var result: [UInt8] = []
    for byte in bytes {
      if isUnreserved(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return result
  }

  private static func formEncoded(_ bytes: [UInt8]) -> [UInt8] {
    Array(
      percentEncoded(bytes, upperCase: true).split(
        separator: Array("%20".utf8),
        omittingEmptySubsequences: false
      ).joined(separator: [UInt8(ascii: "+")])
    )
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    case _:
      false
    }
  }

  private static func jsonEscaped(_ secret: String, slashes: Bool) -> [UInt8] {
    var result = ""
    for scalar in secret.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "/" where slashes: result += "\\/"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return Array(result.utf8)
  }

  private static func xmlEscaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "&"): result += Array("&amp;".utf8)
      case UInt8(ascii: "<"): result += Array("&lt;".utf8)
      case UInt8(ascii: ">"): result += Array("&gt;".utf8)
      case UInt8(ascii: "\""): result += Array("&quot;".utf8)
      case _: result.append(byte)
      }
    }
    return result
  }
}
