/// Header fields in their order; names compare without case.
struct HTTPHeaders: Sendable {
  private(set) var fields: [(name: String, value: String)] = []

  init(_ fields: [(name: String, value: String)] = []) {
    self.fields = fields
  }

  /// The first value of a name; setting replaces all of them.
  subscript(_ name: String) -> String? {
    get { fields.first { $0.name.equalsIgnoringCase(name) }?.value }
    set {
      fields.removeAll { $0.name.equalsIgnoringCase(name) }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// All values of a name.
  func values(_ name: String) -> [String] {
    fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
  }

  /// The members of a comma-separated header, lower-case.
  func tokens(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }.map { $0.trimmed.lowercased() }
      .filter { !$0.isEmpty }
  }

  /// Adds a field beside others of its name.
  mutating func add(_ name: String, _ value: String) {
    fields.append((name, value))
  }
}
