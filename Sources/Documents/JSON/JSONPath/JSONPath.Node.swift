extension JSONPath {
  /// A value that a path selected, and where it is.
  public struct Node: Sendable {
    /// The value.
    public let value: JSONValue
    let location: Location

    /// The steps that lead to the value from the root.
    public var components: [Component] { location.components }

    /// The normalized path (RFC 9535, section 2.7), as `$['a'][0]`.
    public var path: String { JSONPath.normalized(location.components) }
  }

  /// One step of a normalized path.
  public enum Component: Sendable, Hashable {
    /// The member with a name.
    case name(String)
    /// The element at a place from 0.
    case index(Int)
  }

  /// A place in a document as a list that shares its beginning with its neighbours'.
  final class Location: Sendable {
    /// The place of the document itself.
    static let root = Location(parent: nil, component: .index(0))

    let parent: Location?
    private let component: Component

    private init(parent: Location?, component: Component) {
      self.parent = parent
      self.component = component
    }

    /// The place one step further.
    func appending(_ component: Component) -> Location {
      Location(parent: self, component: component)
    }

    /// The steps from the root.
    var components: [Component] {
      var steps: [Component] = []
      var place = self
      while let parent = place.parent {
        steps.append(place.component)
        place = parent
      }
      return steps.reversed()
    }
  }
}
