import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct QuantityTests {
  @Test(
    arguments: [
      ("500ms", .milliseconds(500)), ("5s", .seconds(5)), ("2m", .seconds(120)),
      ("1h", .seconds(3600)), ("1.5s", .milliseconds(1500)), ("0s", .zero), ("5", nil), ("s", nil),
      ("-5s", nil), ("5 sec", nil), ("", nil), ("1e3s", nil), ("99999999999999999s", nil),
      (".5s", nil),
    ] as [(String, Duration?)]
  )
  func `durations have a unit`(text: String, expected: Duration?) {
    #expect(Quantity.duration(text) == expected)
  }

  @Test(
    arguments: [
      ("64KiB", 65_536), ("10MB", 10_000_000), ("512", 512), ("1.5 kB", 1500),
      ("2GiB", 2_147_483_648),
      ("0", 0), ("5KB", 5000), ("10mb", nil), ("-1", nil), ("big", nil), ("0.5B", nil),
      ("999999999999999999GiB", nil),
    ] as [(String, Int?)]
  )
  func `sizes may have a unit`(text: String, expected: Int?) {
    #expect(Quantity.size(text) == expected)
  }

  @Test(arguments: [
    ("500ms", "500", 1), ("5s", "5", 1000), ("1.5m", "1.5", 60_000), ("1h", "1", 3_600_000),
    ("1d", "1", 86_400_000), ("7 d", "7", 86_400_000), ("007s", "7", 1000), ("0.5B", "0.5", 1),
    ("00.5s", "0.5", 1000), ("0ms", "0", 1), ("64KiB", "64", 1024), ("1GB", "1", 1_000_000_000),
  ])
  func `a number and a unit are read`(text: String, digits: String, factor: Int) {
    #expect(Quantity(text)?.digits == digits)
    #expect(Quantity(text)?.unit.factor == factor)
  }

  @Test(arguments: [
    "", "5", "s", "5  s", "5 s ", " 5s", "-5s", "+5s", "1..5s", "1.2.3s", "5.s", "5S", "5Ms",
    "1e3s", "５s", "1234567890123456789s",
  ])
  func `other text is no quantity`(text: String) {
    #expect(Quantity(text) == nil)
  }

  @Test
  func `every unit measures a duration or a size`() {
    for unit in Quantity.units {
      let text = "2\(unit.name)"
      #expect(Quantity(text)?.unit == unit)
      #expect((Quantity.duration(text) != nil) == (unit.measure == .duration))
      #expect((Quantity.size(text) != nil) == (unit.measure == .size))
    }
    #expect(Quantity.duration("2d") == .seconds(172_800))
    #expect(Quantity.duration("3650d") == .seconds(315_360_000))
    #expect(Quantity.duration("3651d") == nil)
  }
}
