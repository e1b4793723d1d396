import Foundation
import Glibc
import TestSupport
import Testing

/// Runs of a size that must not show in memory, threads or verdicts.
@Suite(.fewAtATime, .serialized, .timeLimit(.minutes(5))) struct LoadTests {
  private static let isHeavy = ProcessInfo.processInfo.environment["CURLEW_HEAVY_TESTS"] == "1"

  /// What the kernel says of a process, in the unit that it has there.
  private func status(_ name: String, of identifier: Int32) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name) })
    return try #require(
      line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first
    )
  }

  private func transferThreads(of identifier: Int32) throws -> Int {
    let folder = "/proc/\(identifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { thread in
      let name = try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8)
      return name?.hasPrefix("curlew-transfer") == true
    }
  }

  /// Lets this process have as many connections as it may.
  ///
  /// - Returns: how many descriptors it may have.
  private func raiseDescriptorLimit() -> Int {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(kind, &limit)
    return Int(clamping: limit.rlim_cur)
  }

  @Test func `a body of which only the digest is asked for is not in memory`() async throws {
    let piece = [UInt8](repeating: 0, count: 1 << 20)
    let gate = Gate()
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(64 << 20)\r\n\r\n"
    let server = try await FixtureServer.start { _ in
      let pieces = Array(repeating: FixtureStep.send(piece), count: 63)
      return .script([.text(head)] + pieces + [.gate(gate), .send(piece)])
    }
    let project = try CommandProject(
      base: server.url,
      scenario: """
        steps:
          - GET: /
            expect:
              status: 200
              bytes: { sha256: 3b6a07d0d404fab4e23b6d34bc6696a6a312dd92821332385e5af7c01c421351 }

        """
    )
    let command = try project.start("run", ".")
    await gate.reached()
    let kilobytes = try status("VmHWM:", of: command.identifier)
    gate.open()
    let result = try await command.result()
    #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
    if !Sanitizer.isOn { #expect(kilobytes < 64 << 10) }
  }

  @Test func `very many requests wait at once on one thread`() async throws {
    let count = min(Self.isHeavy ? 10_000 : 1_500, raiseDescriptorLimit() - 500)
    let gate = Gate()
    let server = try await FixtureServer.start { _ in .json("{}").after([.gate(gate)]) }
    let project = try CommandProject(
      base: server.url,
      // The first ones wait at the gate until the last one is there.
      scenario: "steps:\n  - GET: /\n    options: { timeout: 5m }\n    expect: { status: 200 }\n"
    )
    // Fewer descriptors than requests, but the command may have more.
    let script =
      "ulimit -Sn 1024; echo $$ > pid; exec \"$CURLEW\" run . --quiet --repeat \(count)"
      + " --jobs \(count) --connections-per-host \(count)"
    async let running = project.shell(script)
    await gate.reached(count: count)
    let text = try project.folder.readText("pid")
    let identifier = try #require(Int32(text.trimmingCharacters(in: .newlines)))
    // A thread that a busy machine halted in a job is left behind, and ends with the job.
    var threads = try transferThreads(of: identifier)
    for _ in 0..<1_000 where threads != 1 {
      try await Task.sleep(for: .milliseconds(10))
      threads = try transferThreads(of: identifier)
    }
    gate.open()
    let ending = try await running
    #expect(ending.status == 0, "\(ending.all.suffix(2_000))")
    #expect(threads == 1)
    #expect(server.counts.requests == count)
  }

  @Test func `too low a limit of open files is told, with what to do`() async throws {
    _ = raiseDescriptorLimit()
    let gate = Gate()
    let server = try await FixtureServer.start { _ in .json("{}").after([.gate(gate)]) }
    let project = try CommandProject(
      base: server.url,
      scenario: "steps:\n  - GET: /\n    expect: { status: 200 }\n"
    )
    var shell = CommandRunner("/bin/sh")
    shell.folder = project.folder.path
    shell.environment = project.environment
    shell.environment["CURLEW"] = CommandRunner.curlew.executable
    let run = "exec \"$CURLEW\" run . --repeat 400 --jobs 400 --connections-per-host 400"
    let command = try shell.start(["-c", "ulimit -n 200; \(run)"])
    await gate.reached(count: 100)
    _ = try await command.line(containing: "errored")
    let open = try FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(command.identifier)/fd"
    ).count
    gate.open()
    let ending = CommandProject.Ending(try await command.result())
    // The runtime ends the process when it cannot open a file of its own, so a few stay free.
    #expect((150...192).contains(open))
    // Those that had a place have passed, the others say why they had none.
    #expect(ending.status == 1)
    #expect(
      ending.output.contains(
        "the limit of open files is reached; raise it (ulimit -n) or send fewer at once"
      ),
      "\(ending.all.suffix(2_000))"
    )
    #expect(server.counts.requests >= 100)
  }
}
