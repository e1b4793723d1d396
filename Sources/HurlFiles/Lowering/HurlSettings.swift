public import Documents
import Files

/// What the command says of `.hurl` files.
public struct HurlSettings: Sendable {
  /// Whether an entry without a comment above it is named by its method and URL as the file spells them.
  ///
  /// Without a name, reports call a step by those of the scenario.
  public var writesTitles = true
  /// How the names of the files end; an empty one takes every file.
  public var endings = [".hurl"]
  /// The names of secrets, as scenarios have them: they are variables of the files.
  public var secretNames: Set<String> = []
  /// The values that the command gives variables, by the names that scenarios have for them.
  public var variables: [String: JSONValue] = [:]
  /// The entries that are run, counted from 1.
  public var entries = 1...Int.max
  /// How many redirects an entry follows that follows them and says no number.
  public var redirectLimit = 50
  /// Whether paths in files are relative to another folder than that of the file.
  public var hasFileRoot = false
  /// Whether `output` is relative to the folder of the file; else to that of the project.
  public var savesBesideFile = false

  /// Makes the usual settings.
  public init() {}

  /// The folder that the command was called in, as the start of a path.
  static var workingFolder: String { (FileSystem.resolved(".") ?? "") + "/" }
}
