import Glibc
import TestSupport
import Testing

@testable import Reports

/// Reports that several processes write into one folder.
@Suite(.timeLimit(.minutes(5))) struct ReportRaceTests {
  @Test(arguments: [true, false])
  func `nobody takes a report that is being put in its place for a leftover`(
    mayBeNameless: Bool
  ) async throws {
    let scratch = try Scratch()
    let folder = scratch.path
    let failures = await withTaskGroup(of: [String].self) { group in
      for writer in 0..<4 {
        group.addTask {
          var failures: [String] = []
          for _ in 0..<400 {
            do throws(ReporterError) {
              let file = try TemporaryFile(in: folder, mayBeNameless: mayBeNameless)
              try file.write([1])
              try file.move(to: "\(folder)/report-\(writer)")
            } catch {
              failures.append("\(error)")
            }
          }
          return failures
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(failures.isEmpty, "\(failures.count): \(failures.first ?? "")")
    #expect(scratch.names() == (0..<4).map { "report-\($0)" })
  }

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
