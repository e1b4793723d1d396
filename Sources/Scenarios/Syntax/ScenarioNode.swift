public import Diagnostics
public import Documents
import Files

/// A node of a scenario before its keys are understood: what the YAML of a scenario file says, whoever wrote it.
///
/// Importers make nodes, each with its place in the file that it comes from; ``ScenarioWriter`` writes nodes as YAML. Where a scenario
/// is only to be read, its nodes stand in a ``ScenarioTree``.
public struct ScenarioNode: Sendable {
  /// What a node is.
  public enum Content: Sendable {
    /// `null`, a boolean, a number, or a text in which `${` is nothing special; lists and objects stand for nodes of the same place.
    case value(JSONValue)
    /// What a plain scalar of YAML stands for, by its spelling: `+5` or `0x1F`, which JSON spells otherwise.
    case spelled(String)
    /// A text in which `${…}` may stand; `$${` is a plain `${`.
    case template(String)
    /// A list.
    case list([ScenarioNode])
    /// A map; each key once, in order.
    case map([Entry])
  }

  /// A key with its value.
  public struct Entry: Sendable {
    /// The key.
    public var key: ScenarioNode
    /// The value.
    public var value: ScenarioNode

    /// Gives a key its value.
    public init(_ key: ScenarioNode, _ value: ScenarioNode) {
      self.key = key
      self.value = value
    }
  }

  /// What it is.
  public var content: Content
  /// Whether it is the path of a file, relative to the folder of the file that it stands in.
  ///
  /// It stands here because it takes no room behind the content: there are hundreds of thousands of nodes.
  public var isPath: Bool
  /// Where it stands.
  public var range: SourceRange
  /// Lines for a reader, without `#`, that ``ScenarioWriter`` writes above a key or an item.
  public var comments: [String]

  /// Makes a node.
  ///
  /// - Parameters:
  ///   - content: what it is.
  ///   - range: where it stands.
  ///   - comments: lines for a reader.
  ///   - isPath: whether it is the path of a file.
  public init(
    _ content: Content,
    at range: SourceRange,
    comments: [String] = [],
    isPath: Bool = false
  ) {
    self.content = content
    self.range = range
    self.comments = comments
    self.isPath = isPath
  }
}

extension ScenarioNode {
  /// Adds an entry to a map.
  ///
  /// - Parameters:
  ///   - key: its key, which the map does not have.
  ///   - value: its value.
  ///   - next: the key that it is to stand before; it comes last when the map has no such key.
  public mutating func insert(_ key: String, _ value: ScenarioNode, before next: String) {
    guard case .map(var entries) = content else { return }
    let place = entries.firstIndex { entry in
      if case .value(.string(next)) = entry.key.content { true } else { false }
    }
    let key = ScenarioNode(.value(.string(key)), at: value.range)
    entries.insert(Entry(key, value), at: place ?? entries.count)
    content = .map(entries)
  }
}

extension ScenarioNode {
  /// What stands before a path in an expression that reads a file.
  private static let callOfFile = "file_hex('"

  /// The node as it stands in a file of another folder.
  ///
  /// - Parameter folder: the path from the new folder to the old one.
  /// - Returns: the same tree; its relative paths lead to the same files.
  public func moved(from folder: String) -> ScenarioNode {
    var node = self
    switch content {
    case .list(let items): node.content = .list(items.map { $0.moved(from: folder) })
    case .map(let entries):
      node.content = .map(entries.map { Entry($0.key, $0.value.moved(from: folder)) })
    case .value(.string(let path)) where isPath:
      node.content = .value(.string(PathText.join(folder, path)))
    case .template(let text) where isPath && text.contains(Self.callOfFile):
      let start = PathText.join(folder, "x").dropLast()
      node.content = .template(text.replacing(Self.callOfFile, with: Self.callOfFile + start))
    case .template(let path) where isPath && !path.hasPrefix("${"):
      node.content = .template(PathText.join(folder, path))
    case .value, .spelled, .template: break
    }
    return node
  }
}
