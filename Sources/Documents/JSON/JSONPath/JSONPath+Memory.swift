import Locks

/// Paths are written over and over in a project: each is parsed once.
extension JSONPath {
  /// How many paths are remembered; what comes after them is parsed each time.
  private static let memoryLimit = 1024
  private static let memory = Locked<[String: JSONPath]>([:])

  /// A path from its text, parsed when it is seen for the first time in this process.
  ///
  /// - Parameter text: a query that starts with `$`.
  /// - Throws: the first mistake with its place.
  public init(remembering text: String) throws(JSONPathError) {
    if let known = Self.memory.withLock({ $0[text] }), known.text.hasSameCodePoints(as: text) {
      self = known
      return
    }
    try self.init(parsing: text)
    let path = self
    Self.memory.withLock { memory in
      if memory.count < Self.memoryLimit { memory[text] = path }
    }
  }
}
