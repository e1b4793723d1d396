import Cryptography
public import Diagnostics
public import Documents
import Encodings

/// An assertion on the bytes of a body: `length`, `sha256`, `md5`, `hex`, `equals`, `starts-with`.
///
/// ```swift
/// let assertion = try BytesAssertion("starts-with", "89504e47", context: context)
/// assertion.outcome(of: body).message   // expected bytes starting with 89504e47, got 47494638
/// ```
public struct BytesAssertion: Sendable {
  /// The keys that it knows.
  public static let keys = ["length", "sha256", "md5", "hex", "equals", "starts-with"]

  enum Check: Sendable {
    case length(any Matcher)
    case digest(DigestAlgorithm, any Matcher)
    case hex(any Matcher)
    case equals([UInt8])
    case prefix([UInt8])
  }

  /// What is looked at: `bytes length`.
  public let subject: String

  /// What is expected, as a fragment.
  public let expected: String

  /// Where the assertion stands.
  public let range: SourceRange?

  let check: Check

  /// Makes an assertion.
  ///
  /// - Parameters:
  ///   - key: one of ``keys``.
  ///   - argument: a number or matcher for `length`; hexadecimal digits or a matcher for the
  ///     digests and `hex`; a map of `file`, `hex` or
  ///     `base64` for `equals`; hexadecimal digits for `starts-with`.
  ///   - origin: which parts of it are written in the file and so may name matchers.
  ///   - context: what making a matcher needs.
  ///   - catalogue: the matchers.
  ///   - range: where the assertion stands.
  /// - Throws: the first mistake, with its path from `argument`.
  public init(
    _ key: String,
    _ argument: JSONValue,
    origin: ArgumentOrigin = .written,
    context: MatcherContext,
    catalogue: MatcherCatalogue = .standard,
    at range: SourceRange? = nil
  ) throws(Mistake) {
    subject = "bytes \(key)"
    self.range = range
    func made(of wanted: JSONValue, judging kind: ValueKind) throws(Mistake) -> any Matcher {
      try catalogue.matcher(from: wanted, origin: origin, context: context.judging(kind))
    }
    switch key {
    case "length":
      let matcher = try made(of: argument, judging: .size)
      check = .length(matcher)
      expected = matcher.expectation
    case "sha256", "md5", "hex":
      let algorithm: DigestAlgorithm? = key == "hex" ? nil : key == "md5" ? .md5 : .sha256
      var wanted = argument
      if argument.object == nil || origin == .computed {
        let bytes = try Self.hexadecimal(argument, at: [])
        if let algorithm, bytes.count != algorithm.length {
          throw Mistake(
            "expected \(algorithm.length * 2) hexadecimal digits, got \(bytes.count * 2)"
          )
        }
        wanted = .string(Hex.encode(bytes))
      }
      let matcher = try made(of: wanted, judging: .text)
      check = algorithm.map { Check.digest($0, matcher) } ?? .hex(matcher)
      expected = matcher.expectation
    case "equals":
      let bytes = try Self.literal(argument, origin: origin, context: context)
      check = .equals(bytes)
      expected = Self.describe(bytes)
    case "starts-with":
      let bytes = try Self.hexadecimal(argument, at: [])
      check = .prefix(bytes)
      expected = "bytes starting with \(Self.digits(bytes))"
    case _:
      throw Mistake(
        "nothing on bytes is called \(ValueText.quoted(key))",
        suggestion: Suggestion.nearest(to: key, in: Self.keys)
      )
    }
  }

  /// Judges the bytes of a body.
  public func outcome(of bytes: [UInt8]) -> AssertionOutcome {
    switch check {
    case .length(let matcher):
      return outcome(matcher, length: bytes.count)
    case .digest(let algorithm, let matcher):
      do throws(CryptographyError) {
        return outcome(matcher, digest: try algorithm.digest(of: bytes))
      } catch {
        return errored(error.message)
      }
    case .hex(let matcher): return outcome(matcher.evaluate(.text(Hex.encode(bytes))))
    case .equals(let wanted):
      guard bytes != wanted else { return outcome(.holding) }
      let offset = zip(bytes, wanted).prefix { $0 == $1 }.count
      return outcome(
        MatchResult(
          expected: expected,
          actual: Self.describe(bytes),
          detail: "they differ from byte \(offset) on"
        )
      )
    case .prefix(let prefix):
      guard !bytes.starts(with: prefix) else { return outcome(.holding) }
      return outcome(
        MatchResult(
          expected: expected,
          actual: bytes.isEmpty ? "no bytes" : Self.digits(bytes.prefix(prefix.count))
        )
      )
    }
  }

  func outcome(_ matcher: any Matcher, length: Int) -> AssertionOutcome {
    let count = JSONValue.number(JSONNumber(length))
    return outcome(matcher.evaluate(.measure(count, unit: "bytes")))
  }

  func outcome(_ matcher: any Matcher, digest: [UInt8]) -> AssertionOutcome {
    outcome(matcher.evaluate(.text(Hex.encode(digest))))
  }

  /// No verdict was reached.
  func errored(_ reason: String) -> AssertionOutcome {
    AssertionOutcome(
      verdict: .errored(reason: reason),
      subject: subject,
      expected: expected,
      message: reason,
      range: range
    )
  }

  private func outcome(_ result: MatchResult) -> AssertionOutcome {
    guard !result.holds else {
      return AssertionOutcome(verdict: .holds, subject: subject, expected: expected, range: range)
    }
    return AssertionOutcome(result, of: subject, at: range)
  }

  private static func literal(
    _ argument: JSONValue,
    origin: ArgumentOrigin,
    context: MatcherContext
  ) throws(Mistake) -> [UInt8] {
    guard case .object(let map) = argument, origin != .computed, map.count == 1,
      let (key, value) = map.first,
      ["file", "hex", "base64"].contains(key)
    else {
      throw Mistake(
        "expected a map with file, hex or base64, got \(ValueText.describe(argument))",
        hint: "write `equals: { file: logo.png }`"
      )
    }
    guard key != "hex" else { return try hexadecimal(value, at: [.key(key)]) }
    guard case .string(let text) = value else {
      throw Mistake("expected text, got \(ValueText.describe(value))", at: [.key(key)])
    }
    if key == "file" { return try Mistake.within([.key(key)], context.finders.loadBytes(text)) }
    guard let bytes = Base64.decode(text, allowing: .whitespace) else {
      throw Mistake("expected base64 text, got \(ValueText.quoted(text))", at: [.key(key)])
    }
    return bytes
  }

  private static func hexadecimal(
    _ value: JSONValue,
    at path: [ValuePathElement]
  ) throws(Mistake) -> [UInt8] {
    let text = value.string ?? value.number?.literal
    let compact = text?.filter { $0 != " " }
    guard let compact, !compact.isEmpty, let bytes = Hex.decode(compact) else {
      throw Mistake(
        "expected pairs of hexadecimal digits, got \(ValueText.describe(value))",
        at: path,
        hint: value.number.map { _ in "quote the digits" }
          ?? value.string.flatMap { text in
            (1...16).contains(text.utf8.count)
              ? "\(ValueText.quoted(text)) is \(Hex.encode(Array(text.utf8))) in UTF-8" : nil
          }
      )
    }
    return bytes
  }

  private static func describe(_ bytes: [UInt8]) -> String {
    let count = "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")"
    return bytes.isEmpty ? "no bytes" : "\(count) \(digits(bytes))"
  }

  private static func digits(_ bytes: some Collection<UInt8>) -> String {
    Hex.encode(Array(bytes.prefix(32))) + (bytes.count > 32 ? "…" : "")
  }
}
