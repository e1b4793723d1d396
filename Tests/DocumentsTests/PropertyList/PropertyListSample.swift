import Documents

/// One list in the formats, the binary one written by another program (Python's plistlib).
enum PropertyListSample {
  static let value: PropertyListValue = .dictionary([
    "name": .string("Ada"), "ü": .string("é😀"), "n": .integer(-5),
    "big": .integer(Int128(UInt64.max)), "min": .integer(Int128(Int64.min)), "r": .real(1.5),
    "t": .boolean(true), "f": .boolean(false), "data": .data([0, 1, 255, 0, 1, 255, 0, 1, 255]),
    "when": PropertyListDate(iso8601: "2024-02-29T12:30:01Z").map(PropertyListValue.date)
      ?? .string("no date"),
    "uid": .uid(300), "d": .dictionary([:]),
    "list": .array([
      .integer(1), .integer(300), .integer(70_000), .integer(5_000_000_000), .string("Ada"),
      .array([]),
    ]),
  ])

  static let binary = bytesOf(
    hex: """
      62706c6973743030dd0102030405060708090a0b0c0d0e0f101112191a171b1c1d1e1f536269675164546461\
      74615166546c697374536d696e516e546e616d655172517453756964547768656e6100fc1400000000000000\
      00ffffffffffffffffd0490001ff0001ff0001ff08a6131415161718100111012c120001117013000000012a\
      05f20053416461a013800000000000000013fffffffffffffffb233ff80000000000000981012c3341c5c858\
      248000006300e9d83dde00082327292e3035393b404244484d5061626c6d7476797e878b8c959ea7a8abb400\
      000000000001010000000000000020000000000000000000000000000000bb
      """
  )

  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <!-- a comment --><dict>
      <key>name</key><string>Ada</string><key>ü</key><string>é<![CDATA[😀]]></string>
      <key>n</key><integer> -5 </integer><key>big</key><integer>0xffffffffffffffff</integer>
      <key>min</key><integer>-9223372036854775808</integer><key>r</key><real>1.5</real>
      <key>t</key><true/><key>f</key><false></false><key>data</key><data>
        AAH/AAH/
        AAH/
      </data><key>when</key><date>2024-02-29T12:30:01Z</date>
      <key>uid</key><dict><key>CF$UID</key><integer>300</integer></dict><key>d</key><dict/>
      <key>list</key><array><integer>1</integer><integer>+300</integer><integer>70000</integer>
      <integer>5000000000</integer><string>Ada</string><array/></array>
    </dict></plist>
    """
}
