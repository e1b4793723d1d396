import Diagnostics
public import Documents

/// A JSONPath that takes values out of a decoded document.
///
/// A singular path yields its value or nothing, every other path a node list.
///
/// ```swift
/// let query = try JSONQuery("$.lines[*].sku")
/// try query.subject(in: document)   // a node list
/// ```
public struct JSONQuery: Sendable, Hashable {
  /// The path, checked.
  public let path: JSONPath

  /// Checks a path of RFC 9535.
  ///
  /// - Throws: the first mistake with its place in Unicode scalars.
  public init(_ text: String) throws(QueryError) {
    do throws(JSONPathError) {
      path = try JSONPath(remembering: text)
    } catch {
      throw QueryError(error.message, offset: error.offset)
    }
  }

  /// The path as written.
  public var text: String { path.text }

  /// Whether the path yields one value or nothing, never a node list.
  public var isSingular: Bool { path.isSingular }

  /// What the path finds.
  ///
  /// - Parameters:
  ///   - document: the document to ask.
  ///   - nature: how literals compare with its values.
  /// - Returns: a value, a node list or nothing.
  /// - Throws: when the path asks for more work than is allowed.
  public func subject(
    in document: JSONValue,
    nature: Subject.Nature = .json
  ) throws(QueryError) -> Subject {
    guard !isSingular else {
      let value = path.value(in: document)
      return Subject(value.map { .single($0) } ?? .absent, nature: nature, path: text)
    }
    let values: [JSONValue]
    do throws(JSONPathError) {
      values = try path.values(in: document)
    } catch {
      throw QueryError(error.message, offset: error.offset)
    }
    return Subject(.nodes(values), nature: nature, path: text)
  }

  /// Why the path finds nothing in a document, with the name that was probably meant.
  ///
  /// - Returns: `$ has no member 'totl', did you mean "total"?`; `nil` where it finds something.
  public func missDetail(in document: JSONValue) -> String? {
    guard let miss = path.miss(in: document) else { return nil }
    let message = ValueText.cut(TerminalText.escaped(miss.message))
    guard let suggestion = miss.suggestion else { return message }
    return "\(message), did you mean \(ValueText.quoted(suggestion))?"
  }

  /// Where the first value stands that the path finds; where it finds none, the deepest value on
  /// its way.
  func place(in document: JSONValue) -> [JSONPath.Component] {
    if let first = try? path.nodes(in: document).first { return first.components }
    return path.miss(in: document)?.found ?? []
  }
}
