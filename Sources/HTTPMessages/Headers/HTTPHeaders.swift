import Encodings

/// Header fields in order, whose names compare without case and may repeat.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "text/html"]
/// headers["accept"] = "application/json"  // replaces
/// headers.append("Via", "a")              // adds
/// ```
public struct HTTPHeaders: Sendable {
  /// One field as written.
  public struct Field: Sendable, Hashable, Codable {
    /// The name with the case it was written in.
    public var name: String
    /// The value.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Answers are kept as the transport gives them: most of their fields are never looked at.
  private enum Storage: Sendable {
    case fields([Field])
    case packed(TransferHeaders)
  }

  private var storage = Storage.fields([])

  /// Creates an empty collection.
  public init() {}

  /// Creates a collection of fields in order, repeats kept.
  public init(_ fields: some Sequence<Field>) { storage = .fields(Array(fields)) }

  /// Takes over what the transport received.
  public init(_ headers: TransferHeaders) { storage = .packed(headers) }

  /// All fields in order.
  public private(set) var fields: [Field] {
    get {
      switch storage {
      case .fields(let fields): fields
      case .packed(let headers): headers.map { Field(name: $0.name, value: $0.value) }
      }
    }
    _modify {
      var fields = self.fields
      storage = .fields([])
      defer { storage = .fields(fields) }
      yield &fields
    }
  }

  /// The fields as the transport takes them.
  public var transferHeaders: TransferHeaders {
    switch storage {
    case .fields(let fields):
      var headers = TransferHeaders()
      headers.reserve(
        count: fields.count,
        byteCount: fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      )
      for field in fields { headers.append(name: field.name, value: field.value) }
      return headers
    case .packed(let headers):
      return headers
    }
  }

  /// The first value of a field, without regard to the case of its name.
  ///
  /// Setting replaces all fields of that name at the place of the first; `nil` removes them.
  public subscript(name: String) -> String? {
    get {
      switch storage {
      case .fields(let fields):
        fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value
      case .packed(let headers):
        headers.first(named: name)
      }
    }
    set {
      guard let newValue else { return remove(name) }
      replace(name, by: CollectionOfOne(newValue))
    }
  }

  /// All values of a field, in order.
  public func values(_ name: String) -> [String] {
    switch storage {
    case .fields(let fields):
      fields.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
    case .packed(let headers):
      headers.values(named: name)
    }
  }

  /// Whether there is a field of this name.
  public func contains(_ name: String) -> Bool {
    switch storage {
    case .fields(let fields): fields.contains { $0.name.equalsIgnoringASCIICase(name) }
    case .packed(let headers): headers.contains(name: name)
    }
  }

  /// Adds a field behind the others.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Replaces all fields of a name by these values, at the place of the first one.
  public mutating func set(_ name: String, _ values: [String]) { replace(name, by: values) }

  private mutating func replace(_ name: String, by values: some Collection<String>) {
    guard contains(name) else {
      for value in values { append(name, value) }
      return
    }
    let place = fields.firstIndex { $0.name.equalsIgnoringASCIICase(name) } ?? fields.endIndex
    remove(name)
    fields.insert(contentsOf: values.map { Field(name: name, value: $0) }, at: place)
  }

  /// Removes all fields of a name.
  public mutating func remove(_ name: String) {
    fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
  }

  /// Adds a field unless there is one of its name.
  public mutating func setIfAbsent(_ name: String, _ value: @autoclosure () -> String) {
    if !contains(name) { append(name, value()) }
  }

  /// Replaces fields by those of `others`, name by name; names that repeat there stay repeated.
  public mutating func merge(_ others: HTTPHeaders) {
    var replacements: [[UInt8]: Field] = [:]
    let new = others.fields.map { (key: Self.key($0.name), field: $0) }
    for (key, field) in new where replacements[key] == nil { replacements[key] = field }
    var placed: Set<[UInt8]> = []
    var merged: [Field] = []
    for field in fields {
      let key = Self.key(field.name)
      if let replacement = replacements[key] {
        if placed.insert(key).inserted { merged.append(replacement) }
      } else {
        merged.append(field)
      }
    }
    // The first of each name that was replaced is there; all others come behind.
    for (key, field) in new where placed.remove(key) == nil { merged.append(field) }
    storage = .fields(merged)
  }

  /// A name that two spellings of it share.
  private static func key(_ name: String) -> [UInt8] { name.utf8.map(\.lowercasedASCII) }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Creates a collection of the literal's fields, repeats kept.
  public init(dictionaryLiteral elements: (String, String)...) {
    storage = .fields(elements.map { Field(name: $0.0, value: $0.1) })
  }
}

extension HTTPHeaders: Hashable {
  /// Whether both have the same fields, spelled the same, in the same order.
  public static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
    left.fields == right.fields
  }

  /// Hashes the fields.
  public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension HTTPHeaders: Sequence {
  /// Gives the fields in order.
  public func makeIterator() -> IndexingIterator<[Field]> { fields.makeIterator() }

  /// Whether there is no field.
  public var isEmpty: Bool { count == 0 }

  /// The number of fields, repeats counted.
  public var count: Int {
    switch storage {
    case .fields(let fields): fields.count
    case .packed(let headers): headers.count
    }
  }
}

extension HTTPHeaders {
  /// Whether a text may be a field's name (a token, RFC 9110 section 5.6.2).
  public static func isName(_ text: String) -> Bool {
    text.utf8.isToken
  }

  /// Whether a text may be a field's value: no NUL, no line break.
  public static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D }
  }
}
