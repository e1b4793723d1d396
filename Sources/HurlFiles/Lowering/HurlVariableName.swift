import Scenarios

/// The names that Hurl's variables have in scenarios.
///
/// A `-` becomes `_`, `_` is put before a digit and behind a word that means something else, so that the name of a variable is the same in
/// every file and on the command line. Two variables of one file that would become one are a mistake.
public struct HurlVariableName: Sendable {
  /// Each name of a scenario with the name that the file has for it.
  private var names: [String: String] = [:]

  /// The name of a variable in scenarios.
  ///
  /// - Parameter name: as a `.hurl` file has it: letters, digits, `_` and `-`.
  /// - Returns: a name of the language.
  public static func name(of name: String) -> String {
    var result = name.replacing("-", with: "_")
    if let first = result.utf8.first, (0x30...0x39).contains(first) { result = "_" + result }
    return VariableDefinition.reservedNames.contains(result) ? result + "_" : result
  }

  /// The name of a variable, and that of another one of the file when both have it.
  mutating func name(of name: Spelled<String>) -> (name: String, other: String?) {
    let result = Self.name(of: name.value)
    guard let other = names.updateValue(name.value, forKey: result), other != name.value else {
      return (result, nil)
    }
    names[result] = other
    return (result, other)
  }
}
