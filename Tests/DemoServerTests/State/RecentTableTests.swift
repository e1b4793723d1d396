import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct RecentTableTests {
  @Test
  func `values keep their order, a new value its place`() {
    var table = RecentTable<Int>()
    for (key, value) in [("a", 1), ("b", 2), ("c", 3), ("a", 4)] { table[key] = value }
    table["b"] = nil
    table["b"] = 5
    #expect(table.values == [4, 3, 5])
    #expect(table["b"] == 5)
    #expect(table["d"] == nil)
  }

  @Test
  func `the oldest go when there are too many`() {
    var table = RecentTable<Int>(capacity: 100)
    for number in 0..<1000 {
      table[String(number)] = number
      #expect(table.values.count <= 100)
    }
    #expect(table.values.last == 999)
    #expect(table.values.first.map { $0 > 890 } == true)
    #expect(table.values == table.values.sorted())
  }

  @Test
  func `adding and removing over and over keeps nothing`() {
    var table = RecentTable<Int>(capacity: 10)
    table["kept"] = -1
    for number in 0..<1000 {
      table["x"] = number
      table["x"] = nil
    }
    #expect(table.values == [-1])
  }
}
