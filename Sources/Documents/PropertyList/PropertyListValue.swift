/// A property list, of whatever format it was read from.
///
/// ```swift
/// let (value, format) = try PropertyListValue.parse(body)
/// value["name"]          // .string("Ada")
/// let bytes = try value.binary()
/// ```
public indirect enum PropertyListValue: Sendable, Hashable {
  /// A text.
  case string(String)
  /// A whole number, from -2⁶³ to 2⁶⁴ - 1.
  case integer(Int128)
  /// A floating-point number; may be NaN or infinite.
  case real(Double)
  /// A truth value.
  case boolean(Bool)
  /// A moment.
  case date(PropertyListDate)
  /// Bytes.
  case data([UInt8])
  /// A reference of a keyed archive.
  case uid(UInt64)
  /// Values in order.
  case array([PropertyListValue])
  /// Values by name.
  case dictionary([String: PropertyListValue])

  /// The value of a key, when this is a dictionary that has it.
  public subscript(key: String) -> PropertyListValue? {
    guard case .dictionary(let values) = self else { return nil }
    return values[key]
  }

  /// The value at a position, when this is an array that is long enough.
  public subscript(index: Int) -> PropertyListValue? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  /// The deepest nesting that is read or written.
  static let depthLimit = 512

  /// Which numbers an integer may be.
  static let integers = Int128(Int64.min)...Int128(UInt64.max)
}
