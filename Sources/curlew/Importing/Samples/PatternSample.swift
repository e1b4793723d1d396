import Documents

/// Makes a text that matches a regular expression, when the expression is simple.
///
/// Literals, classes, groups, alternatives and quantifiers are simple; look-around and references to groups are not.
struct PatternSample {
  private static let longest = 5_000
  private static let deepest = 40
  private static let mostRepeats = 1_000

  /// A part of an expression.
  private indirect enum Part {
    case scalar(Unicode.Scalar)
    case group([Part])
    case repeated(Part, atLeast: Int, atMost: Int)
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  private init(_ pattern: String) {
    scalars = Array(pattern.unicodeScalars)
  }

  /// A text that matches.
  ///
  /// - Parameters:
  ///   - pattern: an expression of ECMA 262 or PCRE2.
  ///   - lengths: how many code points the text must have.
  /// - Returns: the shortest that was found; `nil` when the expression is not simple.
  static func text(matching pattern: String, lengths: ClosedRange<Int>) -> String? {
    guard pattern.utf8.count <= longest, let expression = try? RegularExpression(pattern) else {
      return nil
    }
    var sample = PatternSample(pattern)
    guard let parts = sample.alternatives(), sample.position == sample.scalars.count else {
      return nil
    }
    for extra in [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512] {
      var text = String.UnicodeScalarView()
      guard write(parts, extra, &text) else { return nil }
      let count = text.count
      if count > lengths.upperBound { return nil }
      if count >= lengths.lowerBound {
        guard case .found = expression.search(String(text)) else { return nil }
        return String(text)
      }
    }
    return nil
  }

  private static func write(
    _ parts: [Part],
    _ extra: Int,
    _ text: inout String.UnicodeScalarView
  ) -> Bool {
    for part in parts {
      switch part {
      case .scalar(let scalar): text.append(scalar)
      case .group(let inner):
        guard write(inner, extra, &text) else { return false }
      case .repeated(let inner, let least, let most):
        for _ in 0..<min(least + extra, most) {
          guard write([inner], extra, &text) else { return false }
        }
      }
      if text.count > longest { return false }
    }
    return true
  }

  // MARK: - Reading

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  /// The first of several alternatives; all are read.
  private mutating func alternatives() -> [Part]? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest, let first = sequence() else { return nil }
    while take("|") {
      guard sequence() != nil else { return nil }
    }
    return first
  }

  private mutating func sequence() -> [Part]? {
    var parts: [Part] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      guard let part = atom() else { return nil }
      guard let (least, most) = quantifier() else { return nil }
      parts.append(
        least == 1 && most == 1 ? part : .repeated(part, atLeast: least, atMost: most)
      )
    }
    return parts
  }

  private mutating func atom() -> Part? {
    guard let scalar = next else { return nil }
    position += 1
    switch scalar {
    case "^", "$": return .group([])
    case ".": return .scalar("a")
    case "(":
      if take("?") {
        if take(":") {
        } else if take("<"), next != "=", next != "!" {
          while let scalar = next, scalar != ">" { position += 1 }
          guard take(">") else { return nil }
        } else {
          return nil
        }
      }
      guard let inner = alternatives(), take(")") else { return nil }
      return .group(inner)
    case "[":
      return characterClass().map(Part.scalar)
    case "\\":
      if next == "b" || next == "A" || next == "z" || next == "Z" {
        position += 1
        return .group([])
      }
      return escape()?.first.map(Part.scalar)
    case "*", "+", "?", "{": return nil
    case _: return .scalar(scalar)
    }
  }

  /// How often the part before is repeated; nil for what cannot be read.
  private mutating func quantifier() -> (Int, Int)? {
    let range: (Int, Int)
    switch next {
    case "*": range = (0, .max)
    case "+": range = (1, .max)
    case "?": range = (0, 1)
    case "{":
      position += 1
      guard let least = number() else { return nil }
      var most = least
      if take(",") { most = number() ?? .max }
      guard next == "}", least <= Self.mostRepeats, least <= most else { return nil }
      range = (least, most)
    case _: return (1, 1)
    }
    position += 1
    // Lazy and possessive quantifiers match the same texts.
    if next == "?" || next == "+" { position += 1 }
    return range
  }

  private mutating func number() -> Int? {
    var text = ""
    while let scalar = next, ("0"..."9").contains(scalar), text.count < 9 {
      text.unicodeScalars.append(scalar)
      position += 1
    }
    return Int(text)
  }

  // MARK: - Classes

  /// Characters from the first to the last.
  private typealias Range = ClosedRange<Unicode.Scalar>

  private mutating func escape() -> [Unicode.Scalar]? {
    guard let scalar = next else { return nil }
    position += 1
    switch scalar {
    case "d": return ["0"]
    case "w": return ["a"]
    case "s": return [" "]
    case "D", "S": return ["a"]
    case "W": return ["-"]
    case "t": return ["\t"]
    case "n": return ["\n"]
    case "r": return ["\r"]
    case "x": return hexadecimal(2).map { [$0] }
    case "u": return hexadecimal(4).map { [$0] }
    case "p":
      guard take("{") else { return nil }
      var name = ""
      while let scalar = next, scalar != "}", name.utf8.count < 40 {
        name.unicodeScalars.append(scalar)
        position += 1
      }
      guard take("}") else { return nil }
      if name.hasPrefix("Lu") { return ["A"] }
      if name.hasPrefix("L") || name == "Alphabetic" { return ["a"] }
      return name.hasPrefix("N") ? ["0"] : nil
    case _ where ("0"..."9").contains(scalar) || scalar.properties.isAlphabetic: return nil
    case _: return [scalar]
    }
  }

  private mutating func hexadecimal(_ count: Int) -> Unicode.Scalar? {
    guard position + count <= scalars.count else { return nil }
    let text = String(String.UnicodeScalarView(scalars[position..<(position + count)]))
    position += count
    return UInt32(text, radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// One character that a class takes; the bracket was read.
  private mutating func characterClass() -> Unicode.Scalar? {
    let isNegated = take("^")
    var ranges: [Range] = []
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      isFirst = false
      position += 1
      if scalar == "[", next == ":" { return nil }
      var lower = scalar
      if scalar == "\\" {
        switch next {
        case "d": ranges.append("0"..."9")
        case "w": ranges += ["a"..."z", "A"..."Z", "0"..."9", "_"..."_"]
        case "s": ranges.append(" "..." ")
        case "D", "W", "S": return nil
        case _: break
        }
        guard let escaped = escape()?.first else { return nil }
        lower = escaped
      }
      var upper = lower
      if next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
        position += 1
        upper = scalars[position]
        position += 1
        if upper == "\\" {
          guard let escaped = escape()?.first else { return nil }
          upper = escaped
        }
        guard lower <= upper else { return nil }
      }
      ranges.append(lower...upper)
    }
    guard take("]") else { return nil }
    let wanted: [Unicode.Scalar] = ["a", "A", "0", "1", "x", "-", "_", " ", "."]
    func isTaken(_ scalar: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(scalar) } != isNegated
    }
    return wanted.first(where: isTaken) ?? (isNegated ? nil : ranges.first?.lowerBound)
  }
}
