public import Diagnostics
internal import Documents
internal import Locks
internal import Scenarios

/// An OpenAPI document that was read and found without structural mistakes.
///
/// It is read once for a run. Its schemas are compiled when the first exchange needs them; it may be
/// used by any number of threads at a time.
public final class ContractDocument: Sendable {
  /// A document with what is to be said about it.
  public struct Reading: Sendable {
    /// The document; nil when a diagnostic is an error.
    public var document: ContractDocument?
    /// Mistakes and warnings in the order of their places.
    public var diagnostics: [Diagnostic]
  }

  /// The path of the file as it was named.
  public var path: String { files.main.source.path }
  /// `info.title`.
  public let title: String
  /// The version of OpenAPI, as `3.1.0`.
  public let version: String
  /// The path part of every server, variables filled in, without trailing slash; one empty path
  /// without servers.
  public let serverPaths: [String]
  /// The operations in the order of the document.
  public let operations: [ContractOperation]
  /// The security schemes in the order of the document.
  public let securitySchemes: [ContractSecurityScheme]

  let files: ContractFiles
  let index: PathIndex
  let schemas: ContractSchemas
  private let coverage = Locked<ContractCoverage?>(nil)

  /// Makes the model of files without mistakes.
  init(_ files: ContractFiles) {
    let builder = ModelBuilder(files: files)
    title = builder.root["info"]?["title"]?.spelling ?? ""
    version = builder.root["openapi"]?.spelling ?? ""
    serverPaths = ServerPaths.paths(of: builder.root["servers"]) ?? [""]
    operations = builder.operations(serverPaths)
    securitySchemes = builder.securitySchemes()
    self.files = files
    schemas = ContractSchemas(files)
    index = PathIndex(operations)
  }

  /// Reads a document and the files that it refers to.
  ///
  /// - Parameters:
  ///   - file: The document, YAML or JSON.
  ///   - pathOfURL: The path of the file that stands for a URL, without a fragment; nil when none does.
  ///   - load: Gives a file by its path relative to the project; a failure when it may not be read.
  /// - Returns: The document and what is to be said about it.
  public static func read(
    _ file: SourceFile,
    pathOfURL: @escaping (String) -> String? = { _ in nil },
    load: (String) -> Result<SourceFile, Mistake>
  ) -> Reading {
    ContractReader.read(file, pathOfURL: pathOfURL, load: load)
  }

  /// Finds the operation that a request is meant for.
  ///
  /// - Parameters:
  ///   - method: The method, as `GET`.
  ///   - path: The path, percent-encoded as sent.
  ///   - base: Prefixes of which the path has one or the caller has removed one; empty when the
  ///     path starts at the templates; nil when it starts with a path of a server.
  /// - Returns: The operation and the values of its path parameters, or why there is none.
  public func match(method: String, path: String, below base: [String]?) -> ContractMatch {
    index.match(method: method, path: path, below: base, operations: operations)
  }

  /// Checks an exchange against the document.
  ///
  /// - Parameters:
  ///   - exchange: The request and the response.
  ///   - match: What ``match(method:path:below:)`` has found for the request; nil when it was not asked.
  ///   - rules: How strict to be.
  /// - Returns: What the exchange breaks and what it covers.
  public func judge(
    _ exchange: ContractExchange,
    _ match: ContractMatch? = nil,
    rules: ContractRules
  ) -> ContractJudgement {
    let match =
      match ?? self.match(method: exchange.method, path: exchange.path, below: exchange.base)
    return ExchangeJudge(document: self, exchange: exchange, rules: rules).judgement(match)
  }

  /// What there is to cover.
  public var shape: CoverageShape { covered.shape }

  /// The items to cover with the tables that find them.
  var covered: ContractCoverage {
    if let known = coverage.withLock({ $0 }) { return known }
    let made = ContractCoverage(of: self)
    return coverage.withLock { (kept: inout sending ContractCoverage?) -> ContractCoverage in
      if let kept { return kept }
      kept = made
      return made
    }
  }
}

extension ContractDocument {
  /// Finds known deviations of operations that the document lacks, or of which it has several.
  ///
  /// - Parameter rules: The rules with the deviations.
  /// - Returns: A mistake for each, in their order.
  public func deviations(_ rules: ContractRules) -> [Diagnostic] {
    let names = operations.flatMap { [$0.name, "\($0.method) \($0.template)"] }
    let known = Set(names)
    return rules.ignored.compactMap { deviation in
      if known.contains(deviation.operation) {
        let named = operations.filter { $0.name == deviation.operation }
        guard named.count > 1 else { return nil }
        return Diagnostic(
          .error,
          "\(path) has \(named.count) operations \"\(deviation.operation)\"",
          at: .none,
          hint:
            "write the method and path of the one that is meant, as in \(named[0].method) \(named[0].template)"
        )
      }
      return Diagnostic(
        .error,
        "\(path) has no operation \"\(deviation.operation)\"",
        at: .none,
        hint: "write its operationId, or its method and path as GET /orders/{id}",
        suggestion: Suggestion.nearest(to: deviation.operation, in: names)
      )
    }
  }

  /// Finds what makes schemas unusable, for which it compiles all of them.
  ///
  /// - Returns: The mistakes, each once.
  public func schemaMistakes() -> [Diagnostic] {
    var found: [Diagnostic] = []
    var known: Set<Diagnostic> = []
    for operation in operations {
      for schema in operation.schemas {
        for diagnostic in schemas.defects(of: schema) where known.insert(diagnostic).inserted {
          found.append(diagnostic)
        }
      }
    }
    return found
  }
}

extension ContractOperation {
  /// The schemas of its parameters, bodies and header fields.
  var schemas: [ContractSchema] {
    let media =
      parameters.compactMap(\.content) + (requestBody?.content ?? [])
      + responses.flatMap { $0.content + $0.headers.compactMap(\.content) }
    return parameters.compactMap(\.schema) + responses.flatMap { $0.headers.compactMap(\.schema) }
      + media.flatMap { [$0.schema, $0.itemSchema].compactMap { $0 } }
  }
}
