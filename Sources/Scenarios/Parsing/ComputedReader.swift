public import Diagnostics
public import Documents

/// Reads the value of one `${…}` by the rules of what may stand in its place in a file.
///
/// `headers: ${common}` takes what `headers: { … }` takes. Every part of the result is constant and has the place of the `${…}`.
public struct ComputedReader: Sendable {
  /// The most values that may be in one, and the most lists and maps that may be open at once.
  private static let most = (values: 10_000, levels: 64)

  private let parser: ScenarioParser

  /// Makes a reader for a vocabulary.
  public init(vocabulary: Vocabulary) {
    parser = ScenarioParser(vocabulary: vocabulary)
  }

  /// `headers` or `cookies` of a request.
  ///
  /// - Parameters:
  ///   - value: what was computed.
  ///   - noun: the key, as messages call it.
  ///   - range: the place of the `${…}`.
  /// - Returns: the fields in their order.
  /// - Throws: the first mistake.
  public func headers(
    _ value: JSONValue,
    _ noun: String,
    at range: SourceRange
  ) throws(Diagnostic) -> [HeaderTemplate] {
    try read(value, at: range) { reader, node in reader.headers(node, noun) }
  }

  /// `auth`: a scheme with its settings, or `none`.
  ///
  /// - Parameters:
  ///   - value: what was computed.
  ///   - range: the place of the `${…}`.
  /// - Returns: the scheme.
  /// - Throws: the first mistake.
  public func auth(
    _ value: JSONValue,
    at range: SourceRange
  ) throws(Diagnostic) -> AuthTemplate {
    try read(value, at: range) { reader, node in reader.auth(node) }
  }

  /// `multipart`: a list or a map of parts.
  ///
  /// - Parameters:
  ///   - value: what was computed.
  ///   - range: the place of the `${…}`.
  /// - Returns: the parts in their order.
  /// - Throws: the first mistake.
  public func multipart(
    _ value: JSONValue,
    at range: SourceRange
  ) throws(Diagnostic) -> [MultipartPart] {
    try read(value, at: range) { reader, node in reader.multipart(node) }
  }

  /// `headers` of `expect`; at least one.
  ///
  /// - Parameters:
  ///   - value: what was computed.
  ///   - range: the place of the `${…}`.
  /// - Returns: the fields with their matchers.
  /// - Throws: the first mistake.
  public func expectedHeaders(
    _ value: JSONValue,
    at range: SourceRange
  ) throws(Diagnostic) -> [Expectation.Field] {
    let fields = try read(value, at: range) { reader, node in
      reader.matchedFields(node, "headers")
    }
    guard !fields.isEmpty else {
      throw Diagnostic(.error, "the map of expected headers is empty", at: range)
    }
    return fields
  }

  private func read<Result>(
    _ value: JSONValue,
    at range: SourceRange,
    _ read: (FileReader, YAMLNode) -> Result?
  ) throws(Diagnostic) -> Result {
    guard !value.exceeds(count: Self.most.values, depth: Self.most.levels) else {
      let limits = "\(Self.most.values) values or \(Self.most.levels) levels"
      throw Diagnostic(.error, "the value holds more than \(limits)", at: range)
    }
    let reader = parser.reader(of: range.file)
    let tree = ScenarioTree(ScenarioNode(.value(value), at: range))
    let result = read(reader, tree.yaml)
    if let mistake = reader.diagnostics.first(where: { $0.severity == .error }) { throw mistake }
    guard let result else {
      throw Diagnostic(.error, "the value cannot stand here", at: range)
    }
    return result
  }
}
