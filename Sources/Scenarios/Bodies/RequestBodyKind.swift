import Diagnostics

/// What a request sends, as a step says it: a type for each kind of body.
///
/// What is sent for it is the engine's part.
public protocol BodyTemplate: Sendable {
  /// The expressions in it, in order.
  var expressions: [Expression] { get }
  /// The path of a file whose own `${…}` are filled in.
  var filledFile: TextTemplate? { get }
}

extension BodyTemplate {
  /// None.
  public var filledFile: TextTemplate? { nil }
}

/// A kind of body: its key in a request, and how what stands behind the key is read.
///
/// The parser, `check`, the JSON Schema and the reference take all kinds from ``RequestBodyCatalogue``.
protocol RequestBodyKind: BodyTemplate {
  /// The key with its shape and its help.
  static var key: MapGrammar.Key { get }

  /// The map that stands behind the key or in what stands there, with its table in the reference.
  static var table: ScenarioReference.GrammarTable? { get }

  /// Reads what stands behind the key.
  ///
  /// - Parameters:
  ///   - node: what stands there.
  ///   - reader: reads the parts and collects the mistakes.
  /// - Returns: `nil` after a mistake that leaves no body.
  static func read(_ node: YAMLNode, by reader: FileReader) -> Self?
}

extension RequestBodyKind {
  /// None.
  static var table: ScenarioReference.GrammarTable? { nil }
}

/// All kinds of bodies.
enum RequestBodyCatalogue {
  /// The kinds, in the order in which the reference lists them.
  static let all: [any RequestBodyKind.Type] = [
    JSONBody.self, FormBody.self, MultipartBody.self, XMLBody.self, TextBody.self,
    PropertyListBody.self, GraphQLBody.self, FileBody.self, TemplateBody.self, Base64Body.self,
    HexBody.self,
  ]

  /// The keys, to look names up.
  static let table = NameTable(all.map { $0.key.name })

  /// The tables of the reference, in order.
  static var tables: [ScenarioReference.GrammarTable] { all.compactMap { $0.table } }

  /// The kind with a key.
  static func kind(named name: String) -> (any RequestBodyKind.Type)? {
    table.place(of: name).map { all[$0] }
  }
}

extension FileReader {
  /// The body of a request, of which there is one at most.
  func body(_ keys: KnownEntries) -> (any BodyTemplate)? {
    let found = keys.known.filter { RequestBodyCatalogue.table.contains($0.name) }
      .sorted { $0.key.range.utf8.lowerBound < $1.key.range.utf8.lowerBound }
    guard let entry = found.first, let kind = RequestBodyCatalogue.kind(named: entry.name) else {
      return nil
    }
    if found.count > 1 {
      error(
        "a request has one body, not \(entry.name) and \(found[1].name)",
        at: found[1].key.range,
        hint: "the first is on line \(entry.key.range.start.line)"
      )
    }
    return kind.read(entry.value, by: self)
  }
}
