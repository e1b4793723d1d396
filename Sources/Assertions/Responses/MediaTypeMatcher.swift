public import Diagnostics
public import Documents
import Encodings

/// The media types that are acceptable: one, a list, wildcards, or any.
///
/// Letter case and parameters such as `charset` count as nothing.
///
/// ```swift
/// let type = try MediaTypeMatcher(from: ["text/csv", "application/*+json"])
/// type.accepts("application/problem+json; charset=utf-8")   // true
/// ```
public struct MediaTypeMatcher: Sendable, Hashable {
  /// Everything, also no Content-Type at all.
  public static let any = MediaTypeMatcher(known: [])

  private static let ofFormats = BodyFormat.all.map { MediaTypeMatcher(known: $0.mediaTypes) }

  /// What a format accepts when `content-type` is silent.
  public init(of format: BodyFormat) {
    let place = BodyFormat.all.firstIndex { $0 === format }
    self = place.map { Self.ofFormats[$0] } ?? .any
  }

  /// What `image` accepts when `content-type` is silent: the types of AFNetworking's image
  /// serializer, and WebP.
  public static let image = MediaTypeMatcher(
    known: [
      "image/tiff", "image/jpeg", "image/gif", "image/png", "image/ico", "image/x-icon",
      "image/bmp", "image/x-bmp", "image/x-xbitmap", "image/x-win-bitmap", "image/webp",
    ]
  )

  /// The acceptable types as written; empty where every type is.
  public let types: [String]

  private let patterns: [Pattern]

  private init(known types: [String]) {
    self.types = types
    patterns = types.compactMap { Pattern(anySubtypeWith: $0) ?? Pattern($0) }
  }

  /// Makes it from the argument of `content-type`.
  ///
  /// - Parameter argument: a media type, a list of them, or `any`.
  /// - Throws: the first mistake, with its path from `argument`.
  public init(from argument: JSONValue) throws(Mistake) {
    let items: [JSONValue]
    if case .array(let elements) = argument {
      guard !elements.isEmpty else { throw Mistake("an empty list accepts no media type") }
      items = elements
    } else {
      items = [argument]
    }
    var types: [String] = []
    var patterns: [Pattern] = []
    for (index, item) in items.enumerated() {
      if item.string == "any" {
        self = .any
        return
      }
      guard let text = item.string, let pattern = Pattern(text) else {
        throw Mistake(
          "expected a media type such as application/json or image/*, got "
            + ValueText.describe(item),
          at: argument.array == nil ? [] : [.index(index)],
          hint: item.object == nil ? nil : "a list of media types accepts any of them"
        )
      }
      types.append(text)
      patterns.append(pattern)
    }
    self.types = types
    self.patterns = patterns
  }

  /// What is expected, as a fragment.
  public var expectation: String {
    types.isEmpty ? "any content-type" : types.joined(separator: " or ")
  }

  /// Whether a Content-Type is acceptable.
  ///
  /// - Parameter contentType: the header's value; `nil` where it is missing.
  /// - Returns: whether one of the types accepts it.
  public func accepts(_ contentType: String?) -> Bool {
    guard !patterns.isEmpty else { return true }
    guard let contentType, let essence = Essence(contentType) else { return false }
    return patterns.contains { $0.accepts(essence) }
  }

  /// Judges a Content-Type.
  ///
  /// - Parameters:
  ///   - contentType: the header's value; `nil` where it is missing.
  ///   - range: where the expectation stands.
  ///   - advice: what to write so that the type is acceptable.
  ///   - excerpt: the start of the body, asked for only where the type is not acceptable.
  /// - Returns: the outcome, called `content-type`.
  public func outcome(
    of contentType: String?,
    at range: SourceRange? = nil,
    advice: String? = nil,
    excerpt: @autoclosure () -> String? = nil
  ) -> AssertionOutcome {
    guard !accepts(contentType) else {
      return AssertionOutcome(
        verdict: .holds,
        subject: "content-type",
        expected: expectation,
        range: range
      )
    }
    let actual = contentType.map { ValueText.cut(TerminalText.escaped($0)) } ?? "nothing"
    return AssertionOutcome(
      verdict: .fails,
      subject: "content-type",
      expected: expectation,
      actual: actual,
      message: "expected \(expectation), got unacceptable content-type: \(actual)"
        + (advice.map { " (\($0))" } ?? ""),
      range: range,
      excerpt: excerpt()
    )
  }

  /// A media type in which parts may be wild.
  private struct Pattern: Sendable, Hashable {
    /// `nil` accepts every main type.
    let main: [UInt8]?

    /// The subtype, or what it must have in it; `nil` accepts every subtype.
    let sub: [UInt8]?
    let fit: Fit

    /// How a subtype is compared.
    enum Fit: Sendable, Hashable {
      /// It is the same.
      case whole
      /// It ends so, as with `+json`.
      case suffix
      /// It has that in it.
      case part
    }

    /// Every media type whose subtype has a text in it: `*/*json*`, which only the formats themselves say.
    init?(anySubtypeWith text: String) {
      guard text.hasPrefix("*/*"), text.hasSuffix("*"), text.utf8.count > 4 else { return nil }
      main = nil
      sub = Array(text.utf8.dropFirst(3).dropLast())
      fit = .part
    }

    init?(_ text: String) {
      if text.utf8.starts(with: "*+".utf8) {
        let suffix = Array(text.utf8.dropFirst()).map(\.lowercasedASCII)
        guard Self.isToken(suffix.dropFirst()) else { return nil }
        main = nil
        sub = suffix
        fit = .suffix
        return
      }
      guard let essence = Essence(text) else { return nil }
      let isAny = essence.main.elementsEqual("*".utf8)
      guard isAny || Self.isToken(essence.main) else { return nil }
      main = isAny ? nil : Array(essence.main)
      let isSuffix = essence.sub.starts(with: "*+".utf8)
      let name = isSuffix ? essence.sub.dropFirst() : essence.sub
      let isAnySub = name.elementsEqual("*".utf8)
      guard isAnySub || Self.isToken(name.dropFirst(isSuffix ? 1 : 0)) else { return nil }
      sub = isAnySub ? nil : Array(name)
      fit = isSuffix ? .suffix : .whole
    }

    func accepts(_ essence: Essence) -> Bool {
      if let main, !essence.main.elementsEqual(main) { return false }
      guard let sub else { return true }
      switch fit {
      case .whole: return essence.sub.elementsEqual(sub)
      case .suffix:
        return essence.sub.count > sub.count && essence.sub.suffix(sub.count).elementsEqual(sub)
      // The standard library's search costs some 13 000 instructions for these few bytes.
      case .part: return essence.sub.indices.contains { essence.sub[$0...].starts(with: sub) }
      }
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
      bytes.isToken && !bytes.contains(UInt8(ascii: "*"))
    }
  }

  /// The two halves of a media type in lower case, parameters and spaces aside.
  private struct Essence {
    private let bytes: [UInt8]
    private let slash: Int

    init?(_ text: String) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count)
      var slash: Int?
      for byte in text.utf8 {
        if byte == UInt8(ascii: ";") { break }
        if byte == UInt8(ascii: "/") {
          guard slash == nil else { return nil }
          slash = bytes.count
        }
        let isSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        if isSpace, bytes.isEmpty { continue }
        bytes.append(byte.lowercasedASCII)
      }
      while let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
        bytes.removeLast()
      }
      guard let slash, slash > 0, slash + 1 < bytes.count else { return nil }
      self.bytes = bytes
      self.slash = slash
    }

    var main: ArraySlice<UInt8> { bytes[..<slash] }
    var sub: ArraySlice<UInt8> { bytes[(slash + 1)...] }
  }
}
