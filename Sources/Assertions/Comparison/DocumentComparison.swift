public import Diagnostics
public import Documents

/// Assertions on a whole decoded document: `equals`, `equals-file`, `partial`, `schema`.
///
/// ```swift
/// let matcher = try DocumentComparison.json(
///   "equals-file",
///   "order.json",
///   ignoring: [JSONQuery("$.id")],
///   context: context
/// )
/// matcher.outcome(of: .json(document), named: "json equals-file", at: range)
/// ```
public enum DocumentComparison: Sendable {
  /// The keys that ``json(_:_:origin:ignoring:context:catalogue:)`` knows.
  public static let jsonKeys = ["equals", "equals-file", "partial", "schema"]

  /// Makes the matcher of a key on a whole JSON document or property list.
  ///
  /// - Parameters:
  ///   - key: one of ``jsonKeys``.
  ///   - argument: what stands behind it.
  ///   - format: that of the body, in which a file is read that does not say otherwise.
  ///   - options: how the body is read.
  ///   - origin: which parts of it are written in the file; what an expression gave is a literal.
  ///   - ignored: paths that a comparison leaves out on both sides; a schema sees all.
  ///   - assertsFormat: whether `format` of a schema is an assertion and not only an annotation.
  ///   - context: what making a matcher needs.
  ///   - catalogue: the matchers.
  /// - Returns: a matcher on the whole document.
  /// - Throws: the first mistake, with its path from `argument`.
  public static func json(
    _ key: String,
    _ argument: JSONValue,
    format: BodyFormat = .json,
    options: [String: String] = [:],
    origin: ArgumentOrigin = .written,
    ignoring ignored: [JSONQuery] = [],
    assertsFormat: Bool = true,
    context: MatcherContext,
    catalogue: MatcherCatalogue = .standard
  ) throws(Mistake) -> any Matcher {
    guard jsonKeys.contains(key) else {
      throw Mistake(
        "nothing on a whole document is called \(ValueText.quoted(key))",
        suggestion: Suggestion.nearest(to: key, in: jsonKeys)
      )
    }
    guard key != "schema" else {
      let beside = [("formats", JSONValue.bool(assertsFormat))]
      return try matcher(key, argument, origin, beside: beside, context, catalogue)
    }
    let pruner = JSONPruner(paths: ignored.map(\.path))
    let literal =
      key == "equals-file" ? try document(at: argument, format, options, context) : argument
    let wanted: (value: JSONValue, origin: ArgumentOrigin)
    do throws(JSONPathError) {
      wanted = try pruner.pruned(literal, origin)
    } catch {
      throw Mistake("what to ignore cannot be found: \(error.message)")
    }
    let inner: any Matcher
    if key == "equals-file" {
      // A file is data: a key that is called $is means itself.
      inner = EqualsMatcher(pattern: .value(wanted.value))
    } else {
      inner = try matcher(key, wanted.value, wanted.origin, context, catalogue)
    }
    return ignored.isEmpty ? inner : PrunedMatcher(inner: inner, pruner: pruner)
  }

  private static func matcher(
    _ key: String,
    _ argument: JSONValue,
    _ origin: ArgumentOrigin,
    beside companions: [(String, JSONValue)] = [],
    _ context: MatcherContext,
    _ catalogue: MatcherCatalogue
  ) throws(Mistake) -> any Matcher {
    do throws(Mistake) {
      let map = JSONObject([(key, argument)] + companions)
      return try catalogue.matcher(
        from: .object(map),
        origin: .map([.init(value: origin)] + companions.map { _ in .init(value: .written) }),
        context: context
      )
    } catch {
      var inner = error
      if inner.path.first == .key(key) { inner.path.removeFirst() }
      throw inner
    }
  }

  private static func document(
    at argument: JSONValue,
    _ format: BodyFormat,
    _ options: [String: String],
    _ context: MatcherContext
  ) throws(Mistake) -> JSONValue {
    guard case .string(let path) = argument else {
      throw Mistake("expected the path of a file, got \(ValueText.describe(argument))")
    }
    let bytes = try context.finders.loadBytes(path)
    let value: JSONValue?
    do throws(BodyFormat.Failure) {
      value = try format.value(ofFile: bytes, path, options: options)
    } catch {
      throw Mistake(error.message(ofFile: path))
    }
    guard let value else { throw Mistake("\(path) is a document without values") }
    return value
  }
}
