/// Texts of the formats that schemas name.
enum SampleText {
  private static let longest = 5_000

  /// A text.
  ///
  /// - Parameters:
  ///   - format: the format that the text must have.
  ///   - name: of what it is for, which a text without format takes.
  ///   - number: tells the elements of a list apart.
  ///   - lengths: how many code points the text must have.
  /// - Returns: `nil` when none was found.
  static func text(
    format: String?,
    _ name: String,
    _ number: Int,
    _ lengths: ClosedRange<Int>
  ) -> String? {
    let text = format.flatMap { self.text(ofFormat: $0, number) }
    if let text {
      let count = text.unicodeScalars.count
      if lengths.contains(count) { return text }
      return format.flatMap { stretched($0, lengths) }
    }
    // Letters, digits and what stands between words, so that it may be sent anywhere.
    var plain = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(40)
    where scalar.isASCII
      && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "-_".unicodeScalars.contains(scalar))
    {
      plain.append(scalar)
    }
    if plain.isEmpty { plain = "text".unicodeScalars }
    if number > 0 { plain.append(contentsOf: String(number + 1).unicodeScalars) }
    return fitted(plain, lengths)
  }

  private static func fitted(
    _ text: String.UnicodeScalarView,
    _ lengths: ClosedRange<Int>
  ) -> String? {
    guard lengths.lowerBound <= longest else { return nil }
    var text = text
    while text.count < lengths.lowerBound { text.append("x") }
    // What tells elements apart stands at the end.
    if text.count > lengths.upperBound {
      text = String.UnicodeScalarView(text.suffix(lengths.upperBound))
    }
    return String(text)
  }

  /// A text of a format whose length can be chosen.
  private static func stretched(_ format: String, _ lengths: ClosedRange<Int>) -> String? {
    guard lengths.lowerBound <= longest else { return nil }
    let (start, end, filler): (String, String, String)
    switch format {
    case "password", "binary": (start, end, filler) = ("", "", "x")
    case "byte":
      guard
        let count = (lengths.lowerBound...(lengths.lowerBound + 3)).first(where: {
          $0.isMultiple(of: 4) && $0 <= lengths.upperBound
        })
      else { return nil }
      return String(repeating: "A", count: count)
    case "uri", "iri", "url": (start, end, filler) = ("https://example.org/", "", "a")
    case "email", "idn-email": (start, end, filler) = ("a", "@b.co", "a")
    case "uri-reference", "iri-reference": (start, end, filler) = ("/", "", "a")
    case _: return nil
    }
    let fixed = start.utf8.count + end.utf8.count
    guard fixed <= lengths.upperBound else { return nil }
    let missing = max(lengths.lowerBound - fixed, 0)
    return start + String(repeating: filler, count: missing) + end
  }

  private static func text(ofFormat format: String, _ number: Int) -> String? {
    let digit = String(number % 10)
    switch format {
    case "date-time": return "2026-01-0\(number % 9 + 1)T12:00:00Z"
    case "date": return "2026-01-0\(number % 9 + 1)"
    case "time": return "12:00:0\(digit)Z"
    case "duration": return "P\(number % 9 + 1)D"
    case "email", "idn-email":
      return number == 0 ? "ada@example.org" : "ada\(number + 1)@example.org"
    case "hostname", "idn-hostname": return number == 0 ? "example.org" : "host\(digit).example.org"
    case "ipv4": return "192.0.2.\(number % 200 + 1)"
    case "ipv6": return "2001:db8::\(number % 200 + 1)"
    case "uri", "iri", "url":
      return number == 0 ? "https://example.org/" : "https://example.org/\(digit)"
    case "uri-reference", "iri-reference": return "/\(digit)"
    case "uri-template": return "/items/{id}"
    case "uuid": return "123e4567-e89b-42d3-a456-42661417400\(digit)"
    case "json-pointer": return "/a\(digit)"
    case "relative-json-pointer": return digit
    case "regex": return "^a\(digit)$"
    case "byte", "base64url": return "Y3VybGV3"
    case "binary": return "content"
    case "password": return "password\(digit)"
    case "char": return "a"
    case _: return nil
    }
  }
}
