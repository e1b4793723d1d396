import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct PropertyListValueTests {
  @Test func `what is nested 512 deep is written, and no more`() throws {
    func nested(_ levels: Int) -> PropertyListValue {
      (1..<levels).reduce(.array([])) { value, _ in .array([value]) }
    }
    let text = String(decoding: try nested(512).xml(), as: UTF8.self)
    #expect(text.ranges(of: "<array").count == 512)
    #expect(throws: PropertyListError.self) { try nested(513).xml() }
    #expect(throws: PropertyListError.self) { try nested(513).binary() }
  }

  @Test
  func `a list is read from binary and from XML`() throws {
    let binary = try PropertyListValue.parse(PropertyListSample.binary)
    #expect(binary.value == PropertyListSample.value)
    #expect(binary.format == .binary)
    let xml = try PropertyListValue.parse(Array(PropertyListSample.xml.utf8))
    #expect(xml.value == PropertyListSample.value)
    #expect(xml.format == .xml)
  }

  @Test
  func `a list that was written is read again`() throws {
    let value = PropertyListSample.value
    #expect(try PropertyListValue.parse(value.binary()).value == value)
    #expect(try PropertyListValue.parse(value.xml()).value == value)
  }

  @Test(
    arguments: [
      .real(.infinity), .real(-.infinity), .real(-0.0), .real(1e300), .integer(255),
      .integer(256), .integer(65_536), .integer(Int128(Int64.max)), .integer(Int128(Int64.max) + 1),
      .uid(0), .uid(UInt64.max), .string(""), .string(String(repeating: "a", count: 300)),
      .data([]),
      .data(Array(repeating: 7, count: 70_000)),
      .array(Array(repeating: .boolean(true), count: 20)),
      .array((0..<300).map { .integer(Int128($0)) }), .string("<&>\"'\r\n\t"), .string("\u{1F600}"),
    ] as [PropertyListValue]
  )
  func `single values come back from both formats`(value: PropertyListValue) throws {
    #expect(try PropertyListValue.parse(value.binary()).value == value)
    #expect(try PropertyListValue.parse(value.xml()).value == value)
  }

  @Test(
    arguments: [
      (255, 0x10), (256, 0x11), (65_536, 0x12), (Int128(Int64.max), 0x13),
      (Int128(Int64.max) + 1, 0x14),
    ] as [(Int128, UInt8)]
  )
  func `a whole number takes as few bytes as it can`(number: Int128, mark: UInt8) throws {
    // The value stands behind the eight bytes of the head.
    #expect(try PropertyListValue.integer(number).binary()[8] == mark)
  }

  @Test
  func `not a number comes back as such`() throws {
    for bytes in try [PropertyListValue.real(.nan).binary(), PropertyListValue.real(.nan).xml()] {
      guard case .real(let number) = try PropertyListValue.parse(bytes).value else {
        Issue.record("expected a real")
        continue
      }
      #expect(number.isNaN)
    }
  }

  @Test
  func `what XML cannot hold is refused there and kept in binary`() throws {
    let value = PropertyListValue.string("a\u{1}b")
    #expect(throws: PropertyListError.self) { try value.xml() }
    #expect(try PropertyListValue.parse(value.binary()).value == value)
  }

  @Test(arguments: [
    ("{a=1;b=(x,y,);c=<0fbd 77>;}", ["a", "b", "c"]),
    ("// c\na = \"q\\U00e9\\n\\101\\\"\"; /* d */ b;", ["a", "b"]),
    ("{ 'a' = { \"b c\" = (); }; }", ["a"]), ("{}", []),
  ])
  func `OpenStep dictionaries are read`(text: String, keys: [String]) throws {
    let (value, format) = try PropertyListValue.parse(Array(text.utf8))
    #expect(format == .openStep)
    guard case .dictionary(let values) = value else {
      Issue.record("expected a dictionary")
      return
    }
    #expect(values.keys.sorted() == keys)
  }

  @Test
  func `OpenStep values are texts, data and lists of them`() throws {
    let text = #"{a = 1; b = (x, "y\U00e9\ud83d\ude00\n\101"); c = <0fbd 77>; d/e:f.g-h_$ = z; k;}"#
    #expect(
      try PropertyListValue.parse(Array(text.utf8)).value
        == .dictionary([
          "a": .string("1"), "b": .array([.string("x"), .string("yé😀\nA")]),
          "c": .data([0x0F, 0xBD, 0x77]), "d/e:f.g-h_$": .string("z"), "k": .string("k"),
        ])
    )
  }

  @Test(arguments: [
    (#"{"a": 1}"#, 1, 5), ("(a, b", 1, 6), ("{a=1;\n b=}", 2, 4), ("<0g>", 1, 3), ("<0>", 1, 3),
    ("\"abc", 1, 1), ("hello world", 1, 7), ("/* x", 1, 1), ("[1,]", 1, 1), ("<html></html>", 1, 2),
    ("  ", 1, 1), ("{a=\"\\377\";}", 1, 5),
  ])
  func `a mistake in OpenStep text has a place`(text: String, line: Int, column: Int) {
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListValue.parse(Array(text.utf8))
    }
    #expect(error?.place == .text(line: line, column: column))
  }

  @Test(arguments: [
    "<plist><dict><key>a</key></dict></plist>", "<plist><dict><string>a</string></dict></plist>",
    "<plist></plist>", "<plist><true/><true/></plist>", "<plist><integer>x</integer></plist>",
    "<plist><integer>18446744073709551616</integer></plist>", "<plist><nope/></plist>",
    "<plist><date>2024-02-30T00:00:00Z</date></plist>", "<plist><date>2024</date></plist>",
    "<plist><data>A</data></plist>", "<plist><real>1x</real></plist>", "<plist>text</plist>",
    "<plist><string>a<b/></string></plist>", "<plist><true>x</true></plist>", "<plist><dict>",
    "<plist><dict>x</dict></plist>", "<plist><integer></integer></plist>",
    "<plist><integer>0x</integer></plist>", "<plist><integer>--5</integer></plist>",
    "<plist><dict><key>a</key><key>b</key></dict></plist>", "<?xml version='1.0'?><html/>",
  ])
  func `XML that is no list is refused with a line`(xml: String) {
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListValue.parse(Array(xml.utf8))
    }
    #expect(error?.description.hasPrefix("line 1") == true)
  }

  @Test
  func `nothing at all is an error of its own`() {
    let error = #expect(throws: PropertyListError.self) { try PropertyListValue.parse([]) }
    #expect(error?.code == .empty)
  }

  @Test
  func `every beginning of a list is an error`() throws {
    // Less than the whole signature is a word, and so a list of OpenStep's.
    for (sample, start) in [
      (PropertyListSample.binary, 6), (Array(PropertyListSample.xml.utf8), 0),
    ] {
      for length in start..<sample.count {
        #expect(throws: PropertyListError.self) {
          try PropertyListValue.parse(Array(sample[..<length]))
        }
      }
    }
  }

  @Test
  func `no changed byte of a binary list crashes`() {
    for offset in PropertyListSample.binary.indices {
      for value: UInt8 in [0, 1, 0x13, 0x33, 0x7F, 0x80, 0xA2, 0xAF, 0xD1, 0xFF] {
        var bytes = PropertyListSample.binary
        bytes[offset] = value
        let list = try? PropertyListValue.parse(bytes).value
        if let list { _ = list.json }
      }
    }
  }

  @Test
  func `an object that contains itself is refused`() {
    let bytes = binaryList(objects: [[0xA1, 0x00]])
    let error = #expect(throws: PropertyListError.self) { try PropertyListValue.parse(bytes) }
    #expect(error?.message == "object 0 contains itself")
  }

  @Test
  func `shared objects cannot multiply without bound`() {
    var objects: [[UInt8]] = (1..<60).map { (next: UInt8) -> [UInt8] in [0xA2, next, next] }
    objects.append([0x51, 0x61])
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListValue.parse(binaryList(objects: objects))
    }
    #expect(error?.code == .limit)
  }

  @Test
  func `nesting is bounded in every format`() {
    let text = String(repeating: "(", count: 100_000)
    #expect(throws: PropertyListError.tooDeepForTest) {
      try PropertyListValue.parse(Array(text.utf8))
    }
    let braces = String(repeating: "{a=", count: 100_000)
    #expect(throws: PropertyListError.tooDeepForTest) {
      try PropertyListValue.parse(Array(braces.utf8))
    }
    var value = PropertyListValue.array([])
    for _ in 0..<600 { value = .array([value]) }
    #expect(throws: PropertyListError.tooDeepForTest) { try value.binary() }
    #expect(throws: PropertyListError.tooDeepForTest) { try value.xml() }
  }

  @Test
  func `the deepest value that is allowed comes back from the binary format`() throws {
    for wrap in [{ .array([$0]) }, { .dictionary(["k": $0]) }]
      as [(PropertyListValue) -> PropertyListValue]
    {
      var value = PropertyListValue.string("x")
      for _ in 0..<511 { value = wrap(value) }
      #expect(try PropertyListValue.parse(value.binary()).value == value)
      #expect(throws: PropertyListError.tooDeepForTest) { try wrap(value).binary() }
    }
  }

  /// A binary list of objects that are fewer than 256 and lie within 256 bytes.
  private func binaryList(objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    let zeros = [UInt8](repeating: 0, count: 7)
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + zeros + [UInt8(objects.count)] + zeros + [0]
      + zeros + [table]
  }
}

extension PropertyListError {
  fileprivate static let tooDeepForTest = PropertyListError(
    code: .limit,
    message: "the values are nested deeper than 512"
  )
}
