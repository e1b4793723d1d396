import Diagnostics
import Documents
import Synchronization

@testable import Scenarios

/// A scope of some variables, an `env` and a clock that stands still.
struct TestScope: ExpressionScope {
  var variables: [String: JSONValue]
  var environment: [String: String]
  var files: [String: String]

  private let bits = Counter()

  init(
    variables: [String: JSONValue] = [:],
    environment: [String: String] = [:],
    files: [String: String] = [:]
  ) {
    self.variables = variables
    self.environment = environment
    self.files = files
  }

  func value(named name: String) -> ScopeValue? {
    if name == "env" { return .namespace(Environment(values: environment)) }
    return variables[name].map { .value($0) }
  }

  var names: [String] { variables.keys.sorted() + ["env"] }

  var services: ExpressionServices {
    let files = files
    let bits = bits
    return ExpressionServices(
      now: { 1_795_253_721.042 },
      randomBits: { bits.next() },
      readFile: { (path: String) throws(ExpressionFailure) -> [UInt8] in
        guard let text = files[path] else {
          throw ExpressionFailure("there is no file \"\(path)\"")
        }
        return Array(text.utf8)
      },
      namespaces: ["d": "urn:d", "f": "urn:s"]
    )
  }

  private struct Environment: ExpressionNamespace {
    var values: [String: String]

    func member(_ name: String) -> ScopeValue? {
      values[name].map { .value(.string($0)) } ?? .nothing
    }

    var memberNames: [String] { [] }
  }
}

/// Numbers that are always the same.
private final class Counter: Sendable {
  private let state = Atomic<UInt64>(1)

  func next() -> UInt64 {
    state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
  }
}
