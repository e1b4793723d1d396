/// Some names in order, each found by its length and its ends before any text is compared.
///
/// Every key of every file is looked up here, and a file may have a hundred thousand.
struct NameTable: Sendable {
  /// The names in order.
  let names: [String]
  /// For each number that names are made into the place of a name, counted from 1, or 0.
  private let slots: [UInt16]

  /// Makes a table; of two equal names the first counts.
  ///
  /// - Parameter names: fewer than 65535.
  init(_ names: [String]) {
    self.names = names
    var size = 16
    while size < names.count * 4 { size *= 2 }
    var slots = [UInt16](repeating: 0, count: size)
    for (place, name) in names.enumerated() {
      var slot = Self.number(of: name) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt16(place + 1)
    }
    self.slots = slots
  }

  /// The place of a name, or `nil` for one that is not there.
  func place(of name: String) -> Int? {
    let mask = slots.count - 1
    var slot = Self.number(of: name) & mask
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if names[place] == name { return place }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Whether a name is there.
  func contains(_ name: String) -> Bool { place(of: name) != nil }

  private static func number(of name: String) -> Int {
    let utf8 = name.utf8
    guard let first = utf8.first, let last = utf8.last else { return 0 }
    return utf8.count &* 29 &+ Int(first) &* 7 &+ Int(last)
  }
}
