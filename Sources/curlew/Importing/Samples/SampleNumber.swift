import Documents

/// Numbers within the bounds that a schema names.
struct SampleNumber {
  private let isInteger: Bool
  private let lower: JSONNumber?
  private let upper: JSONNumber?
  private let above: JSONNumber?
  private let below: JSONNumber?
  private let divisor: JSONNumber?
  private let isInt32: Bool

  /// Takes the keywords of a schema.
  init(_ members: JSONObject, isInteger: Bool) {
    self.isInteger = isInteger
    lower = members["minimum"]?.number
    upper = members["maximum"]?.number
    above = members["exclusiveMinimum"]?.number
    below = members["exclusiveMaximum"]?.number
    divisor = members["multipleOf"]?.number.flatMap { $0.isZero ? nil : $0 }
    isInt32 = members["format"]?.string == "int32"
  }

  /// A number.
  ///
  /// - Parameter place: tells the elements of a list apart.
  /// - Returns: `nil` when none was found.
  func value(_ place: Int) -> JSONValue? {
    var found = 0
    var last: JSONNumber?
    for candidate in candidates(place) where fits(candidate) {
      if found == place { return .number(candidate) }
      if last != candidate {
        found += 1
        last = candidate
      }
    }
    return last.map { .number($0) }
  }

  private func candidates(_ place: Int) -> [JSONNumber] {
    var list: [JSONNumber] = []
    for number in 0...place { list.append(JSONNumber(number + 1)) }
    list.append(0)
    for (bound, step) in [(lower, 1), (above, 1), (upper, -1), (below, -1)] {
      guard let bound else { continue }
      list.append(bound)
      if let whole = try? bound.floor() {
        for more in 0...(place + 1) {
          (try? whole.adding(JSONNumber(more * step))).map { list.append($0) }
        }
      }
      if let divisor { multiple(of: divisor, near: bound, place).map { list += $0 } }
    }
    if let divisor {
      for factor in 1...(place + 1) {
        (try? divisor.multiplied(by: JSONNumber(factor))).map { list.append($0) }
      }
    }
    if let low = lower ?? above, let high = upper ?? below, let sum = try? low.adding(high),
      let middle = try? sum.divided(by: 2)
    {
      list.append(middle)
    }
    return list
  }

  private func multiple(
    of divisor: JSONNumber,
    near bound: JSONNumber,
    _ place: Int
  ) -> [JSONNumber]? {
    guard let quotient = try? bound.divided(by: divisor), let whole = try? quotient.floor() else {
      return nil
    }
    return (-1...(place + 1)).compactMap { offset in
      guard let factor = try? whole.adding(JSONNumber(offset)) else { return nil }
      return try? factor.multiplied(by: divisor)
    }
  }

  private func fits(_ number: JSONNumber) -> Bool {
    if isInteger, !number.isInteger { return false }
    if let lower, number < lower { return false }
    if let upper, number > upper { return false }
    if let above, number <= above { return false }
    if let below, number >= below { return false }
    if isInt32, number > 2_147_483_647 || number < -2_147_483_648 { return false }
    if let divisor, (try? number.isMultiple(of: divisor)) != true { return false }
    return true
  }
}
