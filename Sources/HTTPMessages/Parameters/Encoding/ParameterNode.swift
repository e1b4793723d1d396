/// A value under construction, which containers that were handed out go on filling.
final class ParameterNode {
  private enum Content {
    case nothing
    case whole(ParameterValue)
    case list([ParameterNode])
    case members([(name: String, node: ParameterNode)], places: [String: Int])
  }

  private var content = Content.nothing

  /// How many elements a list has.
  var count: Int { if case .list(let nodes) = content { nodes.count } else { 0 } }

  /// What has been encoded; a value that encodes nothing is an object without members.
  ///
  /// Encoding bounds the depth, so this does not recurse without end.
  var value: ParameterValue {
    switch content {
    case .nothing: .object([])
    case .whole(let value): value
    case .list(let nodes): .array(nodes.map(\.value))
    case .members(let members, _): .object(members.map { .init($0.name, $0.node.value) })
    }
  }

  func set(_ value: ParameterValue) { content = .whole(value) }

  /// Becomes a list, unless it is one.
  func makeList() {
    if case .list = content { return }
    content = .list([])
  }

  /// Becomes an object, unless it is one.
  func makeObject() {
    if case .members = content { return }
    content = .members([], places: [:])
  }

  /// Adds an element.
  func append() -> ParameterNode {
    let node = ParameterNode()
    guard case .list(var nodes) = content else { return node }
    content = .nothing
    nodes.append(node)
    content = .list(nodes)
    return node
  }

  /// Adds a member, or finds the one of that name.
  func member(_ name: String) -> ParameterNode {
    guard case .members(var members, var places) = content else { return ParameterNode() }
    if let place = places[name] { return members[place].node }
    let node = ParameterNode()
    content = .nothing
    places[name] = members.count
    members.append((name, node))
    content = .members(members, places: places)
    return node
  }
}
