import Encodings

extension BodyFormat {
  /// `application/x-www-form-urlencoded` as the URL Standard reads it (section 5.1): names and values.
  public static let form = BodyFormat(
    "form",
    noun: "a form",
    queries: .jsonPath,
    holdsTexts: true,
    mediaTypes: ["application/x-www-form-urlencoded"],
    expectation: ("The same over the names and values of a form.", "form: { $.state: shipped }"),
    capture: ("A JSONPath over the names and values of a form.", "form: $.token"),
    response: ("The names and values of a form.", "response.form.token"),
    about: """
      `form` reads `application/x-www-form-urlencoded` as the URL Standard does: an object of names in their order, each with its text, or with the list \
      of its texts where it comes several times. A name such as `a[b]` is one name: `$['a[b]']`. `+` is a space, and a `%` that begins no escape stands \
      for itself; a name or value that is not UTF-8 is a failure. Every value is text, so a number compares by value.
      """,
    read: { (source) throws(Failure) in
      let pairs = source.bytes.split(separator: UInt8(ascii: "&"), maxSplits: mostPairs)
      guard pairs.count <= mostPairs else {
        throw Failure("it has more than \(mostPairs) pairs", kind: .limit)
      }
      var fields = JSONObject()
      // Of names that come several times, all values by the place of the name.
      var lists: [Int: [JSONValue]] = [:]
      for (number, pair) in pairs.enumerated() {
        let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
        let name = try text(pair[..<equals], "name", number + 1)
        let value = JSONValue.string(try text(pair[equals...].dropFirst(), "value", number + 1))
        if let place = fields.position(of: name) {
          lists[place, default: [fields[place].value]].append(value)
        } else {
          fields[name] = value
        }
      }
      for (place, values) in lists { fields[fields[place].key] = .array(values) }
      return DecodedBody(.tree(.object(fields)))
    }
  )

  /// As many pairs as make a value of the size that JSON of the largest body makes.
  private static let mostPairs = 4_000_000

  private static func text(
    _ bytes: ArraySlice<UInt8>,
    _ part: String,
    _ number: Int
  ) throws(Failure) -> String {
    let decoded = PercentEncoding.decodeLeniently(Array(bytes), plusIsSpace: true)
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw Failure("the \(part) of pair \(number) is not UTF-8")
    }
    return text
  }
}
