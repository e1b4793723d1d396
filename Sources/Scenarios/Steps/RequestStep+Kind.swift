import Diagnostics

extension RequestStep: StepKind {
  /// The methods that are keys of a step.
  static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]

  static let keys: [MapGrammar.Key] =
    methods.map { method in
      .init(
        method,
        .ruled(.url),
        "Sends \(method == "OPTIONS" ? "an" : "a") \(method) request to a URL.",
        "\(method): /orders"
      )
    } + [
      .init(
        "request",
        .map("request"),
        "Sends a request with any method.",
        "request: { method: PURGE, url: /cache }"
      )
    ]

  static var ownKeys: [MapGrammar.Key] { MapGrammar.requestKeys }
  static let noun = "a request"
  static let hasResponse = true

  static func read(_ entry: YAMLEntry, _ keys: KnownEntries, by reader: FileReader) -> Step.Kind? {
    reader.request(entry, keys).map { .request($0) }
  }

  /// Its method and URL as written.
  var title: String { "\(method.source) \(url.source)" }

  func checkNames(of step: Step, _ known: KnownNames, by checker: inout NameChecker) -> KnownNames {
    checker.check(self, known, capturing: step.captures.map(\.name.value))
    return known.withResponse
  }
}
