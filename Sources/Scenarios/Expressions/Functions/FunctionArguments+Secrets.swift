import Documents

extension FunctionArguments {
  /// Makes what a function made of a secret a secret, too: where a secret in the arguments went is seen by giving the function the
  /// arguments once more, the secrets in them masked.
  ///
  /// - Parameter result: what the function made of the arguments.
  func concealSecrets(in result: JSONValue) {
    guard services.knowsSecrets() else { return }
    let redacted = values.map { $0.redacted(services) }
    guard redacted.contains(where: { $0 != nil }) else { return }
    let masked = zip(values, redacted).map { $1 ?? $0 }
    // Of a secret alone everything is a secret that comes of it.
    let isWhole =
      masked.first == .string(ExpressionServices.mask) && !function.keepsItsArguments
    let other =
      isWhole
      ? nil
      : try? function.body(
        FunctionArguments(function: function, values: masked, services: services)
      )
    conceal(result, besides: other ?? nil)
  }

  private func conceal(_ value: JSONValue, besides masked: JSONValue?) {
    switch (value, masked) {
    case (.array(let elements), .array(let others)?) where elements.count == others.count:
      for (element, other) in zip(elements, others) { conceal(element, besides: other) }
    case (.array(let elements), _):
      for element in elements { conceal(element, besides: nil) }
    case (.object(let members), _):
      for (name, element) in members { conceal(element, besides: masked?[name]) }
    case (.string(let text), .string(let other)?):
      let differing = Self.differing(text, other)
      if !differing.isEmpty { services.conceal(differing) }
    case (.string(let text), _): services.conceal(text)
    case (.number(let number), _) where value != masked: services.conceal(number.literal)
    case (.number, _), (.bool, _), (.null, _): break
    }
  }

  /// The part of a text that is not at both ends of another one.
  private static func differing(_ text: String, _ other: String) -> String {
    let (left, right) = (Array(text.unicodeScalars), Array(other.unicodeScalars))
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var end = 0
    while end < min(left.count, right.count) - start,
      left[left.count - 1 - end] == right[right.count - 1 - end]
    {
      end += 1
    }
    var part = String.UnicodeScalarView()
    part.append(contentsOf: left[start..<(left.count - end)])
    return String(part)
  }
}

extension JSONValue {
  /// The value with every secret in its texts and numbers masked; nil when it has none.
  fileprivate func redacted(_ services: ExpressionServices) -> JSONValue? {
    switch self {
    case .string(let text):
      let masked = services.redact(text)
      return masked == text ? nil : .string(masked)
    case .number(let number):
      let masked = services.redact(number.literal)
      return masked == number.literal ? nil : .string(masked)
    case .array(var elements):
      var isMasked = false
      for index in elements.indices {
        guard let masked = elements[index].redacted(services) else { continue }
        elements[index] = masked
        isMasked = true
      }
      return isMasked ? .array(elements) : nil
    case .object(var members):
      var isMasked = false
      for (name, value) in members {
        guard let masked = value.redacted(services) else { continue }
        members[name] = masked
        isMasked = true
      }
      return isMasked ? .object(members) : nil
    case .null, .bool: return nil
    }
  }
}
