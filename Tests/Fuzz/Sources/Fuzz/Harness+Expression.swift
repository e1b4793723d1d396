import Diagnostics
import Documents
import Scenarios

extension Harness {
  static func expression(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let expression: Expression
    do throws(Diagnostic) {
      expression = try Expression(parsing: text)
    } catch {
      _ = DiagnosticRenderer().render(error)
      return
    }
    let scope = Scope()
    _ = try? expression.evaluateAllowingNothing(in: scope)
    _ = expression.explain(in: scope)
  }

  /// A scope with a value of each type, whose clock stands still.
  private struct Scope: ExpressionScope {
    let variables: [String: JSONValue] = [
      "a": [1, 2.5, "three", nil, true], "n": 7, "o": ["b": ["c": "d"], "x y": -1e3],
      "s": "größe", "t": true, "z": nil,
    ]

    func value(named name: String) -> ScopeValue? {
      if name == "env" { return .namespace(Environment()) }
      return variables[name].map { .value($0) }
    }

    var names: [String] { ["a", "env", "n", "o", "s", "t", "z"] }

    var services: ExpressionServices {
      ExpressionServices(
        now: { 1_795_253_721.042 },
        randomBits: { 0x9E37_79B9_7F4A_7C15 },
        readFile: { (path: String) throws(ExpressionFailure) -> [UInt8] in Array(path.utf8) }
      )
    }
  }

  private struct Environment: ExpressionNamespace {
    func member(_ name: String) -> ScopeValue? { name == "HOME" ? .value("/home") : .nothing }
    var memberNames: [String] { [] }
  }
}
