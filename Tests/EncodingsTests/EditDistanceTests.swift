import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct EditDistanceTests {
  @Test(arguments: [
    ("expects", "expect"), ("starts_with", "starts-with"), ("stauts", "status"),
    ("Status", "status"), ("lenght", "length"),
  ])
  func `a slip finds the name that was meant`(written: String, meant: String) {
    let names = ["expect", "starts-with", "status", "length", "json"]
    #expect(EditDistance.nearest(to: written, in: names) == meant)
  }

  @Test(arguments: ["banana", "", String(repeating: "x", count: 1_000), "status"])
  func `what is far from every other name finds nothing`(written: String) {
    #expect(EditDistance.nearest(to: written, in: ["expect", "status"]) == nil)
  }

  @Test
  func `of equally near names the first wins, very long ones are passed over`() {
    let long = String(repeating: "a", count: 1_000_000)
    #expect(EditDistance.nearest(to: "cat", in: [long, "bat", "hat"]) == "bat")
  }
}
