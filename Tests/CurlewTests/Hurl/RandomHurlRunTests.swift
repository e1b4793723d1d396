import TestSupport
import Testing

/// Files made at random, run by the real command.
@Suite(.timeLimit(.minutes(5))) struct RandomHurlRunTests {
  @Test func `a run of random files ends with a verdict on each`() async throws {
    let count = 120
    var generator = RandomHurlFile(seed: 2_026)
    var files = [
      "curlew.yaml":
        "run: { demo: true }\nvariables: { host: \"${demo.url}\", nm: X-One, n: 12, flag: true }\n"
    ]
    for number in 0..<count {
      files["suite/\(100 + number).hurl"] = generator.text(base: "{{host}}")
    }
    let project = try CommandProject(files)
    let ending = try await project.run("run", "suite", "--report", "junit=junit.xml")
    // Mistakes that only a run or check finds make a file unreadable; nothing else may end the run.
    #expect([1, 2].contains(ending.status), "\(ending.all)")
    let suites = Set(try project.junit().cases.map(\.suite))
    #expect(suites.count == count, "\(ending.all)")
  }
}
