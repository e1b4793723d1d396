import CLibXML2

/// Gathers what libxml2 reports on this thread while one call into it runs.
final class XMLProblemCollector {
  /// As raised by the library, before it is told to a user.
  struct Report {
    var domain: UInt32
    var code: Int
    var offset: Int
    var problem: XMLProblem
  }

  /// A node of which a check said something, by its address.
  struct Blamed: Hashable {
    var node: UInt
    /// The name of the attribute that is meant, as libxml2 writes it; `nil` for the element itself.
    var attribute: String?
  }

  /// The values that are no spelling of a value of their type.
  var misspelled: [Blamed] = []
  /// The values of which a facet of their type does not hold.
  var unfit: Set<Blamed> = []

  static let limit = 100
  static let fileSizeLimit = 16 << 20

  let allowsFiles: Bool
  var reports: [Report] = []
  var refused: [String] = []
  /// Whether elements are nested deeper than the parser allows; kept also when reports are dropped.
  var isTooDeep = false

  init(allowsFiles: Bool = false) {
    self.allowsFiles = allowsFiles
  }

  /// Runs `body` with this thread's reports coming here.
  ///
  /// - Parameter body: must not suspend, and must not collect again inside.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  func collect<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    XMLLibrary.prepare()
    curlew_xml_silence()
    unsafe xmlSetStructuredErrorFunc(Unmanaged.passUnretained(self).toOpaque(), report)
    defer {
      xmlSetStructuredErrorFunc(nil, nil)
      xmlResetLastError()
    }
    return try withExtendedLifetime(self) { () throws(Failure) in try body() }
  }

  var problems: [XMLProblem] { reports.map(\.problem) }

  var firstError: Report? { reports.first { $0.problem.severity == .error } }
}

private func report(context: UnsafeMutableRawPointer?, error: curlew_xml_error?) {
  guard let context = unsafe context, let error = unsafe error?.pointee else { return }
  let collector = unsafe Unmanaged<XMLProblemCollector>.fromOpaque(context).takeUnretainedValue()
  let message = unsafe error.message.map { unsafe String(cString: $0) } ?? "unknown error"
  if message.hasPrefix("Excessive depth") { collector.isTooDeep = true }
  let domain = unsafe UInt32(bitPattern: error.domain)
  if domain == XML_FROM_SCHEMASV.rawValue {
    unsafe collector.noteValue(code: Int(error.code), of: error.node, message)
  }
  guard collector.reports.count < XMLProblemCollector.limit else { return }
  let isValidity = domain == XML_FROM_SCHEMASV.rawValue || domain == XML_FROM_RELAXNGV.rawValue
  unsafe collector.reports.append(
    XMLProblemCollector.Report(
      domain: domain,
      code: Int(error.code),
      offset: Int(error.int1),
      problem: XMLProblem(
        severity: error.level == XML_ERR_WARNING ? .warning : .error,
        message: tidied(message),
        line: Int(max(0, error.line)),
        column: isValidity ? 0 : Int(max(0, error.int2)),
        path: isValidity ? path(of: error.node) : nil
      )
    )
  )
}

/// The library's sentence as a fragment: one line, bounded, no capital and no full stop.
private func tidied(_ message: String) -> String {
  // The way to lift a limit in C is nothing that a user can go.
  let message = message.replacing(" use XML_PARSE_HUGE option", with: "")
  var text = String(message.prefix(500)).split(whereSeparator: \.isNewline).joined(separator: " ")
  while text.last == "." || text.last == " " { text.removeLast() }
  let start = Array(text.unicodeScalars.prefix(2))
  guard start.count == 2, start[0].properties.isUppercase, start[1].properties.isLowercase else {
    return text
  }
  return text.prefix(1).lowercased() + text.dropFirst()
}

/// The library's XPath of a node.
private func path(of node: UnsafeMutableRawPointer?) -> String? {
  let node = unsafe node?.assumingMemoryBound(to: xmlNode.self)
  guard let node = unsafe node, let path = unsafe xmlGetNodePath(node) else { return nil }
  return unsafe String(takingXML: path)
}
