/// The members of a JSON object in the order in which they were written.
///
/// A few keys are searched one after the other, many through an index, so an object of 100 000 keys
/// is no slower a key than a small one. Two objects are equal when they have the same members in
/// any order.
///
/// ```swift
/// var headers = JSONObject([("b", 1), ("a", 2)])
/// headers["c"] = true
/// headers.keys  // ["b", "a", "c"]
/// ```
public struct JSONObject: Sendable {
  /// One member.
  struct Entry: Sendable {
    var key: String
    var value: JSONValue
  }

  /// The members in order; no key is there twice.
  private(set) var entries: [Entry]
  private var index: KeyIndex

  /// An object without members.
  public init() {
    entries = []
    index = KeyIndex()
  }

  /// An object of these members, in their order.
  ///
  /// - Parameter pairs: The members. Of two equal keys the last value wins, at the first one's place.
  public init(_ pairs: [(String, JSONValue)]) {
    self.init()
    entries.reserveCapacity(pairs.count)
    for (key, value) in pairs { self[key] = value }
  }

  /// An object of members that are known to be without duplicates.
  init(entries: [Entry], index: KeyIndex) {
    self.entries = entries
    self.index = index
  }

  /// The value of a member; setting nil removes it, setting an unknown key appends it.
  ///
  /// - Parameter key: The key, compared code point by code point.
  public subscript(key: String) -> JSONValue? {
    get {
      position(of: key).map { entries[$0].value }
    }
    set {
      guard let newValue else {
        removeValue(forKey: key)
        return
      }
      if let position = position(of: key) {
        entries[position].value = newValue
      } else {
        entries.append(Entry(key: key, value: newValue))
        index.noteLast(of: entries)
      }
    }
  }

  /// Removes a member.
  ///
  /// - Parameter key: The key, compared code point by code point.
  /// - Returns: The value it had, or nil when there was none.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSONValue? {
    guard let position = position(of: key) else { return nil }
    let removed = entries.remove(at: position)
    index = KeyIndex(of: entries)
    return removed.value
  }

  /// The keys in order.
  public var keys: [String] { entries.map(\.key) }

  /// The values in the order of their keys.
  public var values: [JSONValue] { entries.map(\.value) }

  /// The place of a key, or nil when there is no such member.
  func position(of key: String) -> Int? { index.position(of: key, in: entries) }
}

extension JSONObject: RandomAccessCollection {
  /// The place of the first member.
  public var startIndex: Int { 0 }

  /// The place after the last member.
  public var endIndex: Int { entries.count }

  /// The member at a place.
  public subscript(position: Int) -> (key: String, value: JSONValue) {
    (entries[position].key, entries[position].value)
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, whatever their order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    for (place, entry) in left.entries.enumerated() {
      // Objects of one origin mostly have their keys in one order.
      if right.entries[place].key.hasSameCodePoints(as: entry.key) {
        guard right.entries[place].value == entry.value else { return false }
      } else {
        guard let other = right[entry.key], other == entry.value else { return false }
      }
    }
    return true
  }

  /// Feeds the members to a hasher, blind to their order.
  ///
  /// - Parameter hasher: The hasher to feed.
  public func hash(into hasher: inout Hasher) {
    var combined = 0
    for entry in entries {
      var own = Hasher()
      entry.key.hashCodePoints(into: &own)
      own.combine(entry.value)
      combined = combined &+ own.finalize()
    }
    hasher.combine(entries.count)
    hasher.combine(combined)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// An object of the members written, in their order; of two equal keys the last wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}
