import Documents

extension FunctionDefinition {
  static let randomness = [
    FunctionDefinition(
      "uuid",
      [],
      "A random UUID (RFC 9562, version 4).",
      example: "uuid()  # \"6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b\""
    ) { arguments in
      var digits = hexadecimal(arguments.services.randomBits())
      digits += hexadecimal(arguments.services.randomBits())
      digits[12] = UInt8(ascii: "4")
      digits[16] = Array("89ab".utf8)[Int(digits[16]) % 4]
      var text: [UInt8] = []
      for (place, digit) in digits.enumerated() {
        if [8, 12, 16, 20].contains(place) { text.append(UInt8(ascii: "-")) }
        text.append(digit)
      }
      return .string(String(decoding: text, as: UTF8.self))
    },
    FunctionDefinition(
      "random",
      ["least", "most"],
      "A random whole number, both ends included.",
      example: "random(1, 6)  # 4"
    ) { arguments throws(FunctionFailure) in
      let (least, most) = (try arguments.int(0), try arguments.int(1))
      guard least <= most else {
        throw FunctionFailure("random has no number from \(least) to \(most)", argument: 1)
      }
      return .number(JSONNumber(below(least, most, arguments.services)))
    },
    FunctionDefinition(
      "random_text",
      ["length"],
      "Random letters and digits.",
      example: "random_text(8)  # \"k3Xw90aB\""
    ) { arguments throws(FunctionFailure) in
      let length = try arguments.count(0, atMost: FunctionArguments.largestText)
      let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
      var text: [UInt8] = []
      text.reserveCapacity(length)
      for _ in 0..<length {
        text.append(letters[below(0, letters.count - 1, arguments.services)])
      }
      return .string(String(decoding: text, as: UTF8.self))
    },
  ]

  private static func hexadecimal(_ bits: UInt64) -> [UInt8] {
    let digits = Array(String(bits, radix: 16).utf8)
    return [UInt8](repeating: UInt8(ascii: "0"), count: 16 - digits.count) + digits
  }

  /// A whole number between two others, each as likely as the next.
  private static func below(_ least: Int, _ most: Int, _ services: ExpressionServices) -> Int {
    let width = UInt64(bitPattern: Int64(most &- least))
    guard width < .max else { return Int(truncatingIfNeeded: services.randomBits()) }
    let count = width + 1
    // Numbers above the last whole multiple would make the small ones more likely.
    let limit = UInt64.max - (UInt64.max % count + 1) % count
    for _ in 0..<128 {
      let bits = services.randomBits()
      if bits <= limit { return least &+ Int(truncatingIfNeeded: bits % count) }
    }
    return least
  }
}
