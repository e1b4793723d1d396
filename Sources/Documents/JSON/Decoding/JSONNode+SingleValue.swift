extension JSONNode: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = value else { throw mismatch(type, "a boolean") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let value) = value else { throw mismatch(type, "a string") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double { try real(type) }
  func decode(_ type: Float.Type) throws -> Float { try real(type) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    guard case .number(let number) = value, number.isInteger else {
      throw mismatch(type, "an integer")
    }
    guard let exact = number.exactly(type) else {
      throw corrupted(
        "expected an integer from \(type.min) to \(type.max), got \(number.shortLiteral)"
      )
    }
    return exact
  }

  private func real<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Value.Type
  ) throws -> Value {
    guard case .number(let number) = value else { throw mismatch(type, "a number") }
    guard let nearest = Value(number.literal), nearest.isFinite,
      !nearest.isZero || number.isZero, !number.isInteger || number.isSpelling(of: nearest)
    else {
      throw corrupted("expected a number that \(type) can hold, got \(number.shortLiteral)")
    }
    return nearest
  }
}

extension JSONNumber {
  /// Whether a floating-point number, in the shortest spelling that it is read from, is this number.
  fileprivate func isSpelling(of value: some LosslessStringConvertible) -> Bool {
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    return JSONNumber(parsing: text) == self
  }
}
