/// All functions of the expression language, by family.
public enum FunctionCatalogue: Sendable {
  /// The functions in the order of the reference.
  public static let all: [FunctionDefinition] =
    FunctionDefinition.choice + FunctionDefinition.randomness + FunctionDefinition.time
    + FunctionDefinition.encoding + FunctionDefinition.hashing + FunctionDefinition.tokens
    + FunctionDefinition.documents + FunctionDefinition.texts + FunctionDefinition.patterns
    + FunctionDefinition.lists + FunctionDefinition.numbers + FunctionDefinition.conversion

  /// The names in the order of the reference.
  public static let names: [String] = all.map(\.name)

  private static let table = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// The function of a name, or `nil`.
  public static func function(named name: String) -> FunctionDefinition? { table[name] }
}
