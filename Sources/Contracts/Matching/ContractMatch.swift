/// Where a request belongs in a contract.
public enum ContractMatch: Sendable, Hashable {
  /// An operation of the document, by its index, and the values of its path parameters.
  case operation(Int, pathValues: [ContractPathValue])
  /// No path template of the document matches.
  case noPath
  /// A path template matches, but has no operation of this method.
  case noMethod(allowed: [String], template: String)
  /// The path is under no server of the document.
  case outside
}

/// The value of a path parameter as it was sent.
public struct ContractPathValue: Sendable, Hashable {
  /// The parameter's name in the template.
  public var name: String
  /// The value, still percent-encoded, with the prefix that `label` and `matrix` write.
  public var value: String

  /// Makes a value.
  ///
  /// - Parameters:
  ///   - name: The parameter's name in the template.
  ///   - value: The value, still percent-encoded.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
