/// Internationalized host names (RFC 5890 to 5893).
///
/// The standard library has neither joining types nor bidirectional classes: those are taken from the
/// blocks of the scripts that matter.
enum InternationalHost {
  /// Whether a text is a host name of A-labels, U-labels and ordinary ones.
  static func isHostname(_ text: String) -> Bool {
    let labels = text.unicodeScalars
      .split(omittingEmptySubsequences: false) {
        ".\u{3002}\u{FF0E}\u{FF61}".unicodeScalars.contains($0)
      }
      .map { Substring($0) }
    guard text.utf8.count <= 1024 else { return false }
    var length = labels.count - 1
    for label in labels {
      guard isLabel(label, allLabels: labels) else { return false }
      length += encodedLength(label)
    }
    return length <= 253
  }

  /// Whether a label is valid among the labels of its name.
  static func isLabel(_ label: Substring, allLabels: [Substring]) -> Bool {
    guard !label.isEmpty, (1...63).contains(encodedLength(label)) else { return false }
    var scalars = Array(label.unicodeScalars)
    if label.prefix(4).lowercased() == "xn--" {
      let encoded = label.dropFirst(4).lowercased()
      guard let decoded = Punycode.decoded(encoded), decoded.contains(where: { !$0.isASCII }),
        Punycode.encoded(decoded) == encoded
      else { return false }
      scalars = decoded
    } else if scalars.allSatisfy(\.isASCII) {
      guard HostFormats.isLabel(label.utf8) else { return false }
      return !hasHyphensInPrefix(scalars) && followsBidiRule(scalars, allLabels)
    }
    guard scalars.first != "-", scalars.last != "-", !hasHyphensInPrefix(scalars),
      let first = scalars.first, CodePointCategory.marks & category(first) == 0
    else { return false }
    for place in scalars.indices {
      guard isValid(at: place, of: scalars) else { return false }
    }
    return followsBidiRule(scalars, allLabels)
  }

  private static func encodedLength(_ label: Substring) -> Int {
    let scalars = Array(label.unicodeScalars.prefix(256))
    guard scalars.contains(where: { !$0.isASCII }) else { return label.utf8.count }
    return Punycode.encoded(scalars).map { $0.utf8.count + 4 } ?? .max / 4096
  }

  private static func hasHyphensInPrefix(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.count >= 4 && scalars[2] == "-" && scalars[3] == "-"
  }

  private static func category(_ scalar: Unicode.Scalar) -> UInt32 {
    CodePointCategory.bit(of: scalar.properties.generalCategory)
  }

  /// Whether a code point may stand at its place (RFC 5892).
  private static func isValid(at place: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let scalar = scalars[place]
    let previous = place > 0 ? scalars[place - 1] : nil
    let next = place + 1 < scalars.count ? scalars[place + 1] : nil
    switch scalar.value {
    case 0x2D, 0x30...0x39, 0x61...0x7A, 0xDF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007:
      return true
    case 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B, 0x1100...0x11FF:
      return false
    case 0xB7: return previous == "l" && next == "l"
    case 0x0375: return next.map { Script.isGreek($0) } ?? false
    case 0x05F3, 0x05F4: return previous.map { Script.isHebrew($0) } ?? false
    case 0x30FB: return scalars.contains { Script.isJapanese($0) }
    case 0x0660...0x0669: return !scalars.contains { (0x06F0...0x06F9).contains($0.value) }
    case 0x06F0...0x06F9: return !scalars.contains { (0x0660...0x0669).contains($0.value) }
    case 0x200D: return previous.map(isVirama) ?? false
    case 0x200C:
      if previous.map(isVirama) ?? false { return true }
      guard let before = scalars[..<place].last(where: { !Script.isTransparent($0) }),
        let after = scalars[(place + 1)...].first(where: { !Script.isTransparent($0) })
      else { return false }
      return Script.joinsOnBothSides(before) && Script.joins(after)
    default:
      let isStable = !scalar.properties.changesWhenNFKCCaseFolded
      return isStable && category(scalar) & CodePointCategory.lettersAndDigits != 0
    }
  }

  private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass == .virama
  }

  /// The rule of RFC 5893, section 2, which holds for every label once one has right-to-left text.
  private static func followsBidiRule(
    _ scalars: [Unicode.Scalar],
    _ labels: [Substring]
  ) -> Bool {
    let isBidi =
      scalars.contains { Script.direction($0) == .right }
      || labels.contains { $0.unicodeScalars.contains { Script.direction($0) == .right } }
      || scalars.contains { Script.direction($0) == .arabicNumber }
    guard isBidi else { return true }
    let directions = scalars.map(Script.direction)
    let last = directions.last { $0 != .mark }
    if directions.first == .right {
      let hasBoth = directions.contains(.number) && directions.contains(.arabicNumber)
      return !hasBoth && !directions.contains(.left)
        && (last == .right || last == .number || last == .arabicNumber)
    }
    return directions.first == .left && !directions.contains(.right)
      && !directions.contains(.arabicNumber) && (last == .left || last == .number)
  }
}

extension CodePointCategory {
  /// The marks: `Mn`, `Mc` and `Me`.
  fileprivate static let marks = bits(named: "M") ?? 0

  /// The categories of RFC 5892, section 2.1.
  fileprivate static let lettersAndDigits = ["Ll", "Lu", "Lo", "Nd", "Lm", "Mn", "Mc"]
    .reduce(0) { $0 | (bits(named: $1) ?? 0) }
}
