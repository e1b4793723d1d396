public import Diagnostics
public import Documents

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

  /// What `json` accepts when `content-type` is silent.
  public static let json = MediaTypeMatcher(
    known: ["application/json", "text/json", "text/javascript", "*+json"]
  )

  /// What `xml` accepts when `content-type` is silent.
  public static let xml = MediaTypeMatcher(known: ["application/xml", "text/xml", "*+xml"])

  /// What `html` accepts when `content-type` is silent.
  public static let html = MediaTypeMatcher(known: ["text/html", "application/xhtml+xml"])

  /// What `plist` accepts when `content-type` is silent.
  public static let plist = MediaTypeMatcher(known: ["application/x-plist"])

  /// What `image` accepts when `content-type` is silent: the types of AFNetworking's image
  /// serializer.
  public static let image = MediaTypeMatcher(
    known: [
      "image/tiff", "image/jpeg", "image/gif", "image/png", "image/ico", "image/x-icon",
      "image/bmp", "image/x-bmp", "image/x-xbitmap", "image/x-win-bitmap",
    ]
  )

  /// The acceptable types as written; empty where every type is.
  public let types: [String]

  private let patterns: [Pattern]

  private init(known types: [String]) {
    self.types = types
    patterns = types.compactMap { Pattern($0) }
  }

  /// Makes it from the argument of `content-type`.
  ///
  /// - Parameter argument: a media type, a list of them, or `any`.
  /// - Throws: the first mistake, with its path from `argument`.
  public init(from argument: JSONValue) throws(MatcherError) {
    let items: [JSONValue]
    if case .array(let elements) = argument {
      guard !elements.isEmpty else { throw MatcherError("an empty list accepts no media type") }
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
        throw MatcherError(
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
    guard let contentType, let type = Pattern.split(contentType) else { return false }
    return patterns.contains { $0.accepts(type.main, type.sub) }
  }

  /// Judges a Content-Type.
  ///
  /// - Parameters:
  ///   - contentType: the header's value; `nil` where it is missing.
  ///   - range: where the expectation stands.
  ///   - excerpt: the start of the body, asked for only where the type is not acceptable.
  /// - Returns: the outcome, called `content-type`.
  public func outcome(
    of contentType: String?,
    at range: SourceRange? = nil,
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
      message: "expected \(expectation), got unacceptable content-type: \(actual)",
      range: range,
      excerpt: excerpt()
    )
  }

  /// A media type in which parts may be wild.
  private struct Pattern: Sendable, Hashable {
    /// `nil` accepts every main type.
    let main: String?

    /// The subtype, or the suffix that it must end with, `+json`; `nil` accepts every subtype.
    let sub: String?
    let isSuffix: Bool

    init?(_ text: String) {
      if text.hasPrefix("*+") {
        guard Self.isToken(text.dropFirst(2)) else { return nil }
        main = nil
        sub = text.dropFirst().lowercased()
        isSuffix = true
        return
      }
      guard let type = Self.split(text), type.main == "*" || Self.isToken(type.main[...]) else {
        return nil
      }
      main = type.main == "*" ? nil : type.main
      isSuffix = type.sub.hasPrefix("*+")
      let name = isSuffix ? String(type.sub.dropFirst()) : type.sub
      guard name == "*" || Self.isToken(name.dropFirst(isSuffix ? 1 : 0)) else { return nil }
      sub = name == "*" ? nil : name
    }

    func accepts(_ main: String, _ sub: String) -> Bool {
      if let wanted = self.main, wanted != main { return false }
      guard let wanted = self.sub else { return true }
      return isSuffix ? sub.hasSuffix(wanted) && sub != wanted : sub == wanted
    }

    /// The two halves in lower case, parameters and spaces aside.
    static func split(_ text: String) -> (main: String, sub: String)? {
      let essence = text.prefix { $0 != ";" }.lowercased()
      let halves = essence.split(separator: "/", omittingEmptySubsequences: false)
      guard halves.count == 2 else { return nil }
      let main = halves[0].drop { $0 == " " || $0 == "\t" }
      var sub = halves[1]
      while sub.last == " " || sub.last == "\t" { sub.removeLast() }
      guard !main.isEmpty, !sub.isEmpty else { return nil }
      return (String(main), String(sub))
    }

    private static func isToken(_ text: Substring) -> Bool {
      !text.isEmpty
        && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || tokenMarks.contains($0) }
    }

    private static let tokenMarks = Set("!#$%&'+-.^_`|~".utf8)
  }
}
