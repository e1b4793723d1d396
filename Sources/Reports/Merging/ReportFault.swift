import Documents

/// What is wrong with a value of a report, and where in the report.
struct ReportFault: Error {
  /// The way to the value: `.steps[0].result`.
  var path = ""
  /// What is wrong, a fragment in lower case.
  var message: String

  init(_ message: String) { self.message = message }

  /// The fault seen from one member further out.
  func below(_ key: String) -> ReportFault {
    var fault = self
    fault.path = ".\(key)\(path)"
    return fault
  }

  /// The fault seen from one element further out.
  func below(_ index: Int) -> ReportFault {
    var fault = self
    fault.path = "[\(index)]\(path)"
    return fault
  }
}

/// Reads the values that reports are made of, strictly.
enum ReportValue {
  /// The most that a count of a report may be.
  static let countLimit = 1 << 40

  static func text(_ value: JSONValue) throws(ReportFault) -> String {
    guard case .string(let text) = value else { throw unexpected(value, "a text") }
    return text
  }

  /// One of the names that a type knows, which a message calls by a noun.
  static func named<T: RawRepresentable<String>>(
    _ noun: String
  ) -> (JSONValue) throws(ReportFault) -> T {
    { (value) throws(ReportFault) in
      guard let known = T(rawValue: try text(value)) else { throw unexpected(value, noun) }
      return known
    }
  }

  static func flag(_ value: JSONValue) throws(ReportFault) -> Bool {
    guard case .bool(let flag) = value else { throw unexpected(value, "true or false") }
    return flag
  }

  /// A whole number that may be below zero.
  static func integer(_ value: JSONValue) throws(ReportFault) -> Int {
    guard let number = value.number?.int, number.magnitude <= countLimit else {
      throw unexpected(value, "a whole number")
    }
    return number
  }

  static func count(_ value: JSONValue) throws(ReportFault) -> Int {
    let number = try integer(value)
    guard number >= 0 else { throw unexpected(value, "a whole number from 0") }
    return number
  }

  /// A number of seconds; `null` stands for what is no number.
  static func seconds(_ value: JSONValue) throws(ReportFault) -> Double {
    if value.isNull { return 0 }
    guard let seconds = value.number?.double, seconds.isFinite, seconds >= 0 else {
      throw unexpected(value, "a number of seconds")
    }
    return seconds
  }

  static func moment(_ value: JSONValue) throws(ReportFault) -> Double {
    guard let text = value.string, let seconds = DateText.seconds(parsing: text) else {
      throw unexpected(value, "a moment such as 2025-01-02T03:04:05.678Z")
    }
    return seconds
  }

  /// The error for a value that is not what it should be.
  static func unexpected(_ value: JSONValue, _ expected: String) -> ReportFault {
    let shown: String
    switch value {
    case .array, .object: shown = "an \(value.typeName)"
    case .null, .bool, .number, .string: shown = SafeText.cut(value.serializedText(), limit: 60)
    }
    return ReportFault("expected \(expected), got \(shown)")
  }
}

extension JSONValue {
  /// A member that must be there.
  func required<T>(
    _ key: String,
    _ read: (JSONValue) throws(ReportFault) -> T
  ) throws(ReportFault) -> T {
    guard let value = try optional(key, read) else {
      throw ReportFault("missing").below(key)
    }
    return value
  }

  /// A member that may be absent.
  func optional<T>(
    _ key: String,
    _ read: (JSONValue) throws(ReportFault) -> T
  ) throws(ReportFault) -> T? {
    guard case .object(let object) = self else {
      throw ReportValue.unexpected(self, "an object")
    }
    guard let value = object[key] else { return nil }
    do throws(ReportFault) {
      return try read(value)
    } catch {
      throw error.below(key)
    }
  }

  /// The elements of a member; none when it is absent.
  func list<T>(
    _ key: String,
    _ read: (JSONValue) throws(ReportFault) -> T
  ) throws(ReportFault) -> [T] {
    try optional(key) { (value) throws(ReportFault) in try value.elements(read) } ?? []
  }

  /// The elements of an array.
  func elements<T>(_ read: (JSONValue) throws(ReportFault) -> T) throws(ReportFault) -> [T] {
    guard case .array(let values) = self else {
      throw ReportValue.unexpected(self, "an array")
    }
    var elements: [T] = []
    elements.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      do throws(ReportFault) {
        elements.append(try read(value))
      } catch {
        throw error.below(index)
      }
    }
    return elements
  }
}
