import Contracts
import Diagnostics
import Encodings
import Scenarios

extension Harness {
  /// The first line has an exchange, the rest is the document.
  ///
  /// An exchange is method, path with query, status, content type and body, with tabs between; the last two are
  /// percent-encoded.
  static func contract(_ bytes: [UInt8]) {
    let (line, content) = halves(bytes)
    let file = SourceFile(path: "api.yaml", utf8: content)
    let reading = ContractDocument.read(file) { _ in .failure(Mistake("there is no other file")) }
    for diagnostic in reading.diagnostics { _ = DiagnosticRenderer().render(diagnostic) }
    guard let document = reading.document else {
      precondition(
        reading.diagnostics.contains { $0.severity == .error },
        "a document is refused in silence"
      )
      return
    }
    for mistake in document.schemaMistakes() { _ = DiagnosticRenderer().render(mistake) }
    let parts = line.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false)
    let target = parts.dropFirst().first?.split(separator: "?", maxSplits: 1) ?? []
    let exchange = ContractExchange(
      method: String(parts.first ?? ""),
      path: String(target.first ?? ""),
      query: target.count > 1 ? String(target[1]) : nil,
      status: parts.count > 2 ? Int(parts[2]) ?? 200 : 200
    )
    let body = ContractBody(
      contentType: parts.count > 3
        ? String(decoding: PercentEncoding.decodeLeniently(parts[3]), as: UTF8.self) : nil,
      bytes: parts.count > 4 ? PercentEncoding.decodeLeniently(parts[4]) : []
    )
    judge(exchange, body, by: document)
    // What the first operations say of the same bodies, wherever the path leads.
    for operation in document.operations.prefix(3) {
      var exchange = exchange
      exchange.method = operation.method
      exchange.path = operation.template.split(separator: "/").map { part in
        part.contains("{") ? "/7" : "/" + part
      }.joined()
      judge(exchange, body, by: document)
    }
    _ = document.bundles()
  }

  private static func judge(
    _ exchange: ContractExchange,
    _ body: ContractBody,
    by document: ContractDocument
  ) {
    var exchange = exchange
    exchange.requestBody = body
    exchange.responseBody = body
    let query = exchange.query ?? ""
    exchange.requestHeaders = [("Cookie", query), ("X-Trace", query)]
    exchange.responseHeaders = [("Location", exchange.path), ("X-Rate", query)]
    for isStrict in [false, true] {
      let judgement = document.judge(
        exchange,
        rules: ContractRules(requests: .fail, strict: isStrict)
      )
      precondition(judgement.violations.count <= judgement.violationCount)
      precondition(judgement.marks.allSatisfy(document.shape.items.indices.contains))
      for violation in judgement.violations {
        _ = DiagnosticRenderer().excerpt(of: violation.place, note: violation.message)
      }
    }
  }
}
