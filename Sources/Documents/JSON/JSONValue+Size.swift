extension JSONValue {
  /// Whether a value holds more values, itself included, or more levels than a limit.
  ///
  /// Lists that hold another one twice share it, so that a value of few bytes can be one of billions of parts to
  /// whoever goes through it. No more parts are looked at than the limit.
  ///
  /// - Parameters:
  ///   - count: how many values there may be.
  ///   - depth: how many arrays and objects may be open at once.
  /// - Returns: `true` as soon as one of both is passed.
  public func exceeds(count: Int, depth: Int) -> Bool {
    var left = count
    return !fits(into: &left, depth: depth)
  }

  private func fits(into left: inout Int, depth: Int) -> Bool {
    left -= 1
    guard left >= 0 else { return false }
    switch self {
    case .null, .bool, .number, .string: return true
    case .array(let elements):
      guard depth > 0 else { return false }
      let elements = elements.span
      for place in elements.indices
      where !elements[place].fits(into: &left, depth: depth - 1) { return false }
    case .object(let members):
      guard depth > 0 else { return false }
      let entries = members.entries.span
      for place in entries.indices
      where !entries[place].value.fits(into: &left, depth: depth - 1) { return false }
    }
    return true
  }
}
