/// A step into a matcher's argument: an object's member or a list's element.
public enum ArgumentPathElement: Sendable, Hashable {
  /// The member of an object.
  case key(String)
  /// The element of a list, from 0.
  case index(Int)
}
