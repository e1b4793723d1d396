import Documents
import Testing

@Suite(
  .enabled(if: ConformanceSuite.isThere, ConformanceSuite.reason),
  .timeLimit(.minutes(5))
)
struct JSONParserConformanceTests {
  @Test func `the public parsing suite is accepted, rejected or survived as it says`() {
    let folder = ConformanceSuite.path("json-parsing/test_parsing")
    var accepted = 0
    var rejected = 0
    var survived = 0
    for name in ConformanceSuite.names(in: folder) {
      let value = try? JSONParser().parse(ConformanceSuite.bytes(of: folder + "/" + name))
      switch name.prefix(2) {
      case "y_":
        #expect(value != nil, "\(name)")
        accepted += value == nil ? 0 : 1
      case "n_":
        #expect(value == nil, "\(name)")
        rejected += value == nil ? 1 : 0
      default:
        survived += 1
      }
    }
    print("JSON parsing suite: \(accepted) accepted, \(rejected) rejected, \(survived) survived")
    #expect(accepted == 95)
    #expect(rejected == 188)
    #expect(survived == 35)
  }
}
