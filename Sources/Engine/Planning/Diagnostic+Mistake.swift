import Diagnostics
import Scenarios

extension Diagnostic {
  /// A mistake in a value of a file, at the node that it is about.
  ///
  /// - Parameters:
  ///   - mistake: its path starts at the value.
  ///   - value: as it is written.
  ///   - name: what the message begins with; the name of an option, say.
  init(_ mistake: Mistake, in value: ValueTemplate, of name: String? = nil) {
    var path = mistake.path
    var range = value.node(at: path).range
    if mistake.aboutKey, case .key(let key)? = path.popLast() {
      range = value.rangeOfKey(key, at: path)
    }
    self.init(
      .error,
      name.map { "\($0): \(mistake.message)" } ?? mistake.message,
      at: range,
      hint: mistake.hint,
      suggestion: mistake.suggestion
    )
  }
}
