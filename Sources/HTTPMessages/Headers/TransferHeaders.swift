import Encodings

/// Header fields in the order and spelling they have on the wire, repeated names included.
///
/// ```swift
/// var headers: TransferHeaders = ["Accept": "application/json"]
/// headers.append(name: "X-Tag", value: "a")
/// headers.append(name: "X-Tag", value: "b")
/// headers.values(named: "x-tag")  // ["a", "b"]
/// ```
public struct TransferHeaders: Sendable, Hashable {
  /// Where one field stands in ``bytes``: the name up to `nameEnd`, the value up to `valueEnd`.
  package struct Entry: Sendable, Hashable {
    package var start: Int
    package var nameEnd: Int
    package var valueEnd: Int

    package init(start: Int, nameEnd: Int, valueEnd: Int) {
      self.start = start
      self.nameEnd = nameEnd
      self.valueEnd = valueEnd
    }
  }

  /// Every name directly followed by its value.
  package var bytes: [UInt8] = []
  /// The fields in order.
  package var entries: [Entry] = []

  /// Makes an empty list.
  public init() {}

  /// Makes a list of pairs.
  ///
  /// - Parameter pairs: names and values in order.
  public init(_ pairs: some Sequence<(String, String)>) {
    for (name, value) in pairs { append(name: name, value: value) }
  }

  /// Makes room for fields that are about to be added.
  ///
  /// - Parameters:
  ///   - count: how many fields.
  ///   - byteCount: how long their names and values are together, in bytes.
  public mutating func reserve(count: Int, byteCount: Int) {
    entries.reserveCapacity(entries.count + count)
    bytes.reserveCapacity(bytes.count + byteCount)
  }

  /// Adds a field at the end, whether or not there is one with that name.
  ///
  /// - Parameters:
  ///   - name: a token.
  ///   - value: without line breaks; a request with one is refused.
  public mutating func append(name: String, value: String) {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    let nameEnd = bytes.count
    bytes.append(contentsOf: value.utf8)
    entries.append(Entry(start: start, nameEnd: nameEnd, valueEnd: bytes.count))
  }

  /// The value of the first field with this name.
  ///
  /// - Parameter name: compared without regard to ASCII case.
  /// - Returns: the value, or nil when there is no such field.
  public func first(named name: String) -> String? {
    entries.first { matches($0, name) }.map { Self.text(bytes[$0.nameEnd..<$0.valueEnd]) }
  }

  /// The values of all fields with this name.
  ///
  /// - Parameter name: compared without regard to ASCII case.
  /// - Returns: the values in order.
  public func values(named name: String) -> [String] {
    entries.filter { matches($0, name) }.map { Self.text(bytes[$0.nameEnd..<$0.valueEnd]) }
  }

  /// Tells whether a field has this name.
  ///
  /// - Parameter name: compared without regard to ASCII case.
  /// - Returns: true when there is at least one.
  public func contains(name: String) -> Bool {
    entries.contains { matches($0, name) }
  }

  /// Whether a field has this name, compared without regard to ASCII case.
  package func matches(_ entry: Entry, _ name: String) -> Bool {
    guard entry.nameEnd - entry.start == name.utf8.count else { return false }
    let name = name.utf8.span
    let own = bytes.span
    for index in name.indices {
      let (left, right) = (own[entry.start + index], name[index])
      guard left == right || left.lowercasedASCII == right.lowercasedASCII else { return false }
    }
    return true
  }

  /// Values that are not UTF-8 read as Latin-1, as HTTP/1.0 had it.
  package static func text(_ slice: ArraySlice<UInt8>) -> String {
    if let text = try? UTF8Span(validating: slice.span) { return String(copying: text) }
    return String(String.UnicodeScalarView(slice.map { Unicode.Scalar($0) }))
  }
}

extension TransferHeaders: RandomAccessCollection {
  /// A field's place in the list.
  public typealias Index = Int

  /// The place of the first field.
  public var startIndex: Int { 0 }
  /// The place after the last field.
  public var endIndex: Int { entries.count }

  /// The name and the value at a place, as they are spelled.
  public subscript(position: Int) -> (name: String, value: String) {
    let entry = entries[position]
    return (
      Self.text(bytes[entry.start..<entry.nameEnd]),
      Self.text(bytes[entry.nameEnd..<entry.valueEnd])
    )
  }
}

extension TransferHeaders: ExpressibleByDictionaryLiteral {
  /// Makes a list of the literal's pairs in order, repeated names included.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements)
  }
}
