/// Some names in order, and the place of each.
struct NameTable: Sendable {
  /// The names in order.
  let names: [String]
  /// The places of the names of each length in UTF-8: few, so that comparing them costs a fifth of hashing.
  private let places: [[Int]]

  /// Makes a table; of two equal names the first counts.
  init(_ names: [String]) {
    self.names = names
    var places = [[Int]](repeating: [], count: (names.map(\.utf8.count).max() ?? 0) + 1)
    for (place, name) in names.enumerated() { places[name.utf8.count].append(place) }
    self.places = places
  }

  /// The place of a name, or `nil` for one that is not there.
  func place(of name: String) -> Int? {
    let length = name.utf8.count
    guard length < places.count else { return nil }
    for place in places[length] where names[place] == name { return place }
    return nil
  }

  /// Whether a name is there.
  func contains(_ name: String) -> Bool { place(of: name) != nil }
}
