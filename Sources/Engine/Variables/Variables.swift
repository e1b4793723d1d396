import Documents

/// The names that the steps of one run of a scenario see, and their values.
///
/// A value: siblings of a `parallel` each get a copy, and what they captured is taken back afterwards.
struct Variables: Sendable {
  /// What was captured or set since the copy was made.
  private(set) var captured: [String: JSONValue] = [:]

  private var values: [String: JSONValue]

  /// Starts with these values.
  init(_ values: [String: JSONValue] = [:]) {
    self.values = values
  }

  /// The value of a name.
  subscript(name: String) -> JSONValue? {
    values[name]
  }

  /// All names, sorted.
  var names: [String] { values.keys.sorted() }

  /// Gives a name a value that was captured or set.
  mutating func capture(_ name: String, _ value: JSONValue) {
    values[name] = value
    captured[name] = value
  }

  /// Gives a name a value that does not outlive the step, such as the item of a loop.
  mutating func bind(_ name: String, _ value: JSONValue) {
    values[name] = value
  }

  /// Takes a name its value.
  mutating func remove(_ name: String) {
    values[name] = nil
  }

  /// The same names and values, with nothing noted as captured.
  func fork() -> Variables {
    Variables(values)
  }

  /// The names and values that steps of another file hand back: those they list, else all they captured.
  func handedBack(_ names: [String]?) -> Variables {
    guard let names else { return Variables(captured) }
    return Variables(values.filter { names.contains($0.key) })
  }

  /// Forgets that names were captured.
  mutating func forget(_ names: Set<String>) {
    for name in names { captured[name] = nil }
  }

  /// Takes over what a copy captured.
  mutating func merge(_ other: Variables) {
    for (name, value) in other.captured {
      capture(name, value)
    }
  }
}
