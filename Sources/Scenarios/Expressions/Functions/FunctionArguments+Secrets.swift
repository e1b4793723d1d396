import Documents

extension FunctionArguments {
  /// Makes what a function made of a secret a secret, too: where a secret in the arguments went is seen by giving the function the
  /// arguments once more, the secrets in them masked.
  ///
  /// - Parameter result: what the function made of the arguments.
  func concealSecrets(in result: JSONValue) {
    let masked = values.map { $0.redacted(services) }
    guard masked != values else { return }
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
  /// The value with every secret in its texts and numbers masked.
  fileprivate func redacted(_ services: ExpressionServices) -> JSONValue {
    switch self {
    case .string(let text): return .string(services.redact(text))
    case .number(let number):
      let masked = services.redact(number.literal)
      return masked == number.literal ? self : .string(masked)
    case .array(let elements): return .array(elements.map { $0.redacted(services) })
    case .object(let members):
      var masked = JSONObject()
      for (name, value) in members { masked[name] = value.redacted(services) }
      return .object(masked)
    case .null, .bool: return self
    }
  }
}
