/// The encoding of U-labels in ASCII (RFC 3492).
public enum Punycode: Sendable {
  private static let longest = 256

  /// The code points that an encoded label, without `xn--`, stands for; nil when it is not valid.
  public static func decoded(_ text: String) -> [Unicode.Scalar]? {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= longest, bytes.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    let split = bytes.lastIndex(of: UInt8(ascii: "-"))
    var output = bytes[..<(split ?? 0)].map { Unicode.Scalar($0) }
    var place = split.map { $0 + 1 } ?? 0
    var code = 128
    var bias = 72
    var position = 0
    while place < bytes.count {
      let start = position
      var weight = 1
      var k = 36
      while true {
        guard place < bytes.count, let digit = value(of: bytes[place]) else { return nil }
        place += 1
        position += digit * weight
        guard position < 1 << 40 else { return nil }
        let threshold = min(max(k - bias, 1), 26)
        if digit < threshold { break }
        weight *= 36 - threshold
        guard weight < 1 << 40 else { return nil }
        k += 36
      }
      let count = output.count + 1
      bias = adapted(position - start, count: count, isFirst: start == 0)
      code += position / count
      position %= count
      guard code <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
      output.insert(scalar, at: position)
      position += 1
    }
    return output
  }

  /// The encoding of code points, without `xn--`; nil when there are too many.
  public static func encoded(_ scalars: [Unicode.Scalar]) -> String? {
    guard scalars.count <= longest else { return nil }
    let basic = scalars.filter(\.isASCII)
    var output = basic.map { UInt8($0.value) }
    if !basic.isEmpty { output.append(UInt8(ascii: "-")) }
    var handled = basic.count
    var code = 128
    var delta = 0
    var bias = 72
    while handled < scalars.count {
      let next = scalars.map { Int($0.value) }.filter { $0 >= code }.min() ?? code
      delta += (next - code) * (handled + 1)
      code = next
      for scalar in scalars {
        if Int(scalar.value) < code { delta += 1 }
        guard Int(scalar.value) == code else { continue }
        append(delta, bias: bias, to: &output)
        bias = adapted(delta, count: handled + 1, isFirst: handled == basic.count)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func append(_ delta: Int, bias: Int, to output: inout [UInt8]) {
    var rest = delta
    var k = 36
    while true {
      let threshold = min(max(k - bias, 1), 26)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      k += 36
    }
    output.append(digit(rest))
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / 700 : delta / 2
    rest += rest / count
    var k = 0
    while rest > 455 {
      rest /= 35
      k += 36
    }
    return k + 36 * rest / (rest + 38)
  }

  private static func value(of byte: UInt8) -> Int? {
    if byte &- UInt8(ascii: "0") < 10 { return Int(byte - UInt8(ascii: "0")) + 26 }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 26 ? Int(letter) : nil
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30)
  }
}
