/// Some names in order, and the place of each.
struct NameTable: Sendable {
  /// The names in order.
  let names: [String]
  private let places: [String: Int]

  /// Makes a table; of two equal names the first counts.
  init(_ names: [String]) {
    self.names = names
    places = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  /// The place of a name, or `nil` for one that is not there.
  func place(of name: String) -> Int? { places[name] }

  /// Whether a name is there.
  func contains(_ name: String) -> Bool { places[name] != nil }
}
