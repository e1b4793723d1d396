import Diagnostics

/// A header or cookie of a response by its name.
///
/// ```swift
/// FieldQuery.header("location").subject(in: [("Location", "/orders/7")])   // the text "/orders/7"
/// ```
public struct FieldQuery: Sendable, Hashable {
  /// The name that is looked for.
  public let name: String

  /// Whether letter case counts as nothing, as in names of headers (RFC 9110 section 5.1).
  public let ignoresCase: Bool

  private let folded: String

  private init(name: String, ignoresCase: Bool) {
    self.name = name
    self.ignoresCase = ignoresCase
    folded = ignoresCase ? name.lowercased() : name
  }

  /// A header, whatever its letter case.
  public static func header(_ name: String) -> FieldQuery {
    FieldQuery(name: name, ignoresCase: true)
  }

  /// A cookie of exactly this name.
  public static func cookie(_ name: String) -> FieldQuery {
    FieldQuery(name: name, ignoresCase: false)
  }

  /// What the fields of the name hold: nothing, a text, or a node list where the name is repeated.
  ///
  /// - Parameter fields: names and values in the order in which they came.
  /// - Returns: a subject of text.
  public func subject(in fields: [(name: String, value: String)]) -> Subject {
    .texts(fields.filter { matches($0.name) }.map(\.value))
  }

  /// The name that was probably meant where nothing is found.
  ///
  /// - Returns: `did you mean "Location"?`, or `nil`.
  public func missDetail(in fields: [(name: String, value: String)]) -> String? {
    guard !fields.contains(where: { matches($0.name) }),
      let near = Suggestion.nearest(to: name, in: fields.map(\.name))
    else { return nil }
    return "did you mean \(ValueText.quoted(near))?"
  }

  private func matches(_ other: String) -> Bool {
    other == name || (ignoresCase && other.lowercased() == folded)
  }
}
