import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONObjectTests {
  @Test(arguments: [3, 16, 17, 1000])
  func `members keep their order through every change`(count: Int) {
    var object = JSONObject((0..<count).map { ("k\($0)", .number(JSONNumber($0))) })
    #expect(object.keys == (0..<count).map { "k\($0)" })
    object["k1"] = "new"
    object["k0"] = nil
    object["more"] = true
    #expect(object.keys == (1..<count).map { "k\($0)" } + ["more"])
    #expect(object["k1"] == "new")
    #expect(object["k0"] == nil)
    #expect(object["k\(count - 1)"] == .number(JSONNumber(count - 1)))
    #expect(object.removeValue(forKey: "absent") == nil)
    #expect(object.removeValue(forKey: "more") == true)
    #expect(object.count == count - 1)
  }

  @Test func `the last of equal keys wins at the first one's place`() {
    let object = JSONObject([("a", 1), ("b", 2), ("a", 3)])
    #expect(object.keys == ["a", "b"])
    #expect(object.values == [3, 2])
  }

  @Test func `equality and hash are blind to the order of keys`() {
    let left: JSONObject = ["a": 1, "b": [2]]
    let right: JSONObject = ["b": [2.0], "a": 1]
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != ["a": 1, "c": [2]])
    #expect(left != ["a": 1])
  }

  @Test func `keys that only look alike are different keys`() {
    let object = JSONObject([("\u{E9}", 1), ("e\u{301}", 2)])
    #expect(object.count == 2)
    #expect(object["e\u{301}"] == 2)
  }

  @Test func `members are a collection`() {
    let object: JSONObject = ["a": 1, "b": 2]
    #expect(object.map(\.key) == ["a", "b"])
    #expect(object.first { $0.value == 2 }?.key == "b")
    #expect(object.last?.key == "b")
  }
}
