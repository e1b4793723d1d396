import Diagnostics
import Documents

/// Where the parts of a matcher's argument come from.
///
/// Only what a file writes out can name matchers. The value of an expression is compared as it is,
/// whatever its keys are called.
public indirect enum ArgumentOrigin: Sendable, Hashable {
  /// The part is written in the file, with all that is below it.
  case written
  /// The part is the value of an expression, with all that is below it.
  case computed
  /// The part is a written list; the origins of its elements.
  case list([ArgumentOrigin])
  /// The part is a written map; its members in their order.
  case map([Member])

  /// A member of a written map.
  public struct Member: Sendable, Hashable {
    /// Whether an expression gave the key, so that it names no matcher.
    public var isKeyComputed: Bool
    /// The origin of the value.
    public var value: ArgumentOrigin

    /// Makes a member.
    public init(isKeyComputed: Bool = false, value: ArgumentOrigin) {
      self.isKeyComputed = isKeyComputed
      self.value = value
    }
  }

  /// The origin of an element of the list, by its index.
  func element(_ index: Int) -> ArgumentOrigin {
    guard case .list(let elements) = self else { return self }
    return elements.indices.contains(index) ? elements[index] : .written
  }

  /// The origin of a member of the map, by its place among the members.
  func member(_ place: Int) -> Member {
    switch self {
    case .written, .list: Member(value: .written)
    case .computed: Member(isKeyComputed: true, value: .computed)
    case .map(let members):
      members.indices.contains(place) ? members[place] : Member(value: .written)
    }
  }

  /// The origin of the part of a value at a path.
  func part(at path: [ValuePathElement], of value: JSONValue) -> ArgumentOrigin {
    var (origin, value) = (self, value as JSONValue?)
    for element in path {
      switch element {
      case .index(let index):
        origin = origin.element(index)
        value = value?[index]
      case .key(let key):
        let place = value?.object?.keys.firstIndex { $0.utf8.elementsEqual(key.utf8) }
        origin = origin.member(place ?? -1).value
        value = value?.object?[key]
      }
    }
    return origin
  }
}
