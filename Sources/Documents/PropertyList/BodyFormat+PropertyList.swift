extension BodyFormat {
  /// Property lists: binary, XML or OpenStep's.
  public static let propertyList = BodyFormat(
    "plist",
    noun: "a property list",
    queries: .jsonPath,
    mediaTypes: ["application/x-plist"],
    fileTypes: ["plist": "application/x-plist"],
    expectation: ("The same over a property list.", "plist: { $.currency: EUR }"),
    capture: ("A JSONPath over a property list.", "plist: $.items[0].sku"),
    response: ("The body as a property list.", "response.plist.items[0].sku"),
    recognizes: { bytes in
      bytes.starts(with: "bplist".utf8)
        || bytes.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) } == 0x3C
    },
    read: { (source) throws(Failure) in
      if source.bytes.isEmpty { return nil }
      do throws(PropertyListError) {
        return DecodedBody(.tree(try PropertyListValue.parse(source.bytes).value.json))
      } catch {
        throw Failure("\(error)", kind: error.code == .limit ? .limit : .malformed)
      }
    }
  )
}
