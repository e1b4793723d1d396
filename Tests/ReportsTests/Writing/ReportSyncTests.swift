import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReportSyncTests {
  @Test func `a report is on the disk before it has its name`() async throws {
    var tracer = CommandRunner("/usr/bin/strace")
    let scratch = try Scratch()
    scratch.write("scenario: one\nsteps:\n  - set: { a: 1 }\n", to: "one.scenario.yaml")
    tracer.folder = scratch.path
    let report = "junit=report.xml"
    guard unsafe access("/usr/bin/strace", X_OK) == 0,
      let result = try? await tracer.run([
        "-f", "-qq", "-e", "trace=fsync,rename", "-o", "trace", ProjectPaths.curlew, "run",
        "--report", report, "one.scenario.yaml",
      ]), result.status == 0, let trace = scratch.text("trace"), trace.contains("rename(")
    else { try Test.cancel("strace cannot trace here") }
    let sync = try #require(trace.firstRange(of: "fsync("))
    let rename = try #require(trace.firstRange(of: "rename("))
    #expect(sync.lowerBound < rename.lowerBound)
  }
}
