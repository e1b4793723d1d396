extension JSONPath.Selector {
  /// The one child that a name or an index selects, or nil.
  func singularChild(of value: JSONValue) -> (value: JSONValue, component: JSONPath.Component)? {
    switch self {
    case .name(let name):
      guard case .object(let members) = value, let child = members[name] else { return nil }
      return (child, .name(name))
    case .index(let index):
      guard case .array(let elements) = value else { return nil }
      let place = index < 0 ? elements.count + index : index
      guard elements.indices.contains(place) else { return nil }
      return (elements[place], .index(place))
    case .wildcard, .slice, .filter:
      return nil
    }
  }

  /// The places that a slice selects (RFC 9535, section 2.3.4.2.2).
  static func places(_ start: Int?, _ end: Int?, _ step: Int, count: Int) -> StrideTo<Int> {
    guard step != 0 else { return stride(from: 0, to: 0, by: 1) }
    func normalized(_ index: Int) -> Int { index >= 0 ? index : count + index }
    if step > 0 {
      let lower = min(max(normalized(start ?? 0), 0), count)
      let upper = min(max(normalized(end ?? count), 0), count)
      return stride(from: lower, to: upper, by: step)
    }
    let upper = min(max(start.map(normalized) ?? count - 1, -1), count - 1)
    let lower = min(max(end.map(normalized) ?? -1, -1), count - 1)
    return stride(from: upper, to: lower, by: step)
  }
}

extension JSONValue {
  /// How many elements or members it has.
  var childCount: Int {
    switch self {
    case .array(let elements): elements.count
    case .object(let members): members.count
    case .null, .bool, .number, .string: 0
    }
  }

  /// The element or member's value at a place.
  func child(at place: Int) -> JSONValue {
    switch self {
    case .array(let elements): elements[place]
    case .object(let members): members.entries[place].value
    case .null, .bool, .number, .string: .null
    }
  }

  /// The step that leads to a child.
  func component(at place: Int) -> JSONPath.Component {
    if case .object(let members) = self { return .name(members.entries[place].key) }
    return .index(place)
  }

  /// The first child at or after a place that has children of its own.
  func container(from start: Int) -> (value: JSONValue, place: Int)? {
    switch self {
    case .array(let elements):
      for place in start..<max(start, elements.count) where elements[place].childCount > 0 {
        return (elements[place], place)
      }
    case .object(let members):
      for place in start..<max(start, members.count)
      where members.entries[place].value.childCount > 0 {
        return (members.entries[place].value, place)
      }
    case .null, .bool, .number, .string:
      break
    }
    return nil
  }
}
