public import Diagnostics
public import Documents
public import Scenarios

/// A YAML or JSON file with a map of names and values, as `--variables` takes it.
public enum VariableFile: Sendable {
  /// Why a file gives no variables.
  public struct Failure: Error, Sendable, Hashable {
    /// What is wrong, without the path.
    public var message: String
    /// The mistake in the text of the file, if it is one.
    public var diagnostic: Diagnostic?
  }

  /// The variables of a file; `${…}` in it is text.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - files: what the path is relative to, and which files may be read.
  /// - Returns: each name with its value.
  /// - Throws: ``Failure`` when the file cannot be read or holds no map.
  public static func read(
    _ path: String,
    in files: ScenarioFiles
  ) throws(Failure) -> [(name: String, value: JSONValue)] {
    let bytes: [UInt8]
    do throws(ExpressionFailure) {
      bytes = try files.read(path)
    } catch {
      throw Failure(message: error.message)
    }
    // JSON is YAML too, and is read by the same rules.
    let (value, diagnostics) = YAMLData.read(SourceFile(path: path, utf8: bytes))
    if let problem = diagnostics.first(where: { $0.severity == .error }) {
      throw Failure(message: problem.message, diagnostic: problem)
    }
    guard let object = value?.object else {
      throw Failure(message: "expected a map of names and values")
    }
    return object.map { ($0.key, $0.value) }
  }
}
