import Assertions
import Diagnostics
import Documents
import Engine
import Foundation
import RunEvents
import TestSupport
import Testing

/// Steps that run commands.
@Suite(.timeLimit(.minutes(5))) struct ExecTests {
  private func run(
    _ steps: String,
    files: [String: String] = [:],
    stop: StopSignal = StopSignal(),
    _ change: (inout RunOptions) -> Void = { _ in }
  ) async throws -> EngineRun {
    var all = files
    all["one.scenario.yaml"] = "scenario: one\n\(steps)\n"
    return try await EngineRun(all, paths: ["one.scenario.yaml"], stop: stop) { options in
      options.allowsExec = true
      options.processEnvironment = ["PATH": "/usr/bin:/bin", "GREETING": "hello"]
      change(&options)
    }
  }

  @Test func `a command's output and exit status are captured and used`() async throws {
    let run = try await run(
      """
      steps:
        - step: say
          exec: [printf, 'a b\\n\\n']
          capture: { said: "${stdout}" }
        - step: look
          set: { same: "${said == 'a b' && stdout == said && exit == 0}" }
        - step: only if
          when: ${same}
          log: it is so
      """
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.step("only if")?.result.word == "passed")
    #expect(run.step("say")?.captures.map(\.value) == ["a b", "0", "a b"])
  }

  @Test func `no shell reads the words, the folder is that of the file, standard input is empty`()
    async throws
  {
    let run = try await run(
      """
      steps:
        - step: words
          exec: [printf, "%s|", "a  b", "$GREETING", "*", ""]
          capture: { words: "${stdout}" }
        - step: folder
          exec: [cat, data.txt, "-"]
          capture: { text: "${stdout}" }
        - step: variable
          exec: [sh, -c, 'printf %s "$GREETING"']
          capture: { greeting: "${stdout}" }
        - step: own program
          exec: [./tool.sh, "${greeting}"]
          capture: { answer: "${stdout}" }
      """,
      files: ["data.txt": "from the folder", "tool.sh": "#!/bin/sh\nprintf '<%s>' \"$1\"\n"]
    )
    #expect(run.step("words")?.captures.last?.value == "a  b|$GREETING|*||")
    #expect(run.step("folder")?.captures.last?.value == "from the folder")
    #expect(run.step("variable")?.captures.last?.value == "hello")
    // The file was written without the right to run it.
    let word = run.step("own program")?.result.word
    #expect(word == "errored", "\(run.problems)")
    #expect(run.problems.contains("permission denied"))
  }

  @Test func `another status than 0 fails the step with what the command complained about`()
    async throws
  {
    let run = try await run(
      """
      steps:
        - step: fails
          exec: [sh, -c, "echo first >&2; echo no such order >&2; exit 3"]
          continue: true
        - step: judged
          exec: [sh, -c, "exit 4"]
          capture: { code: "${exit}" }
        - step: value
          set: { right: "${code == 4}" }
        - step: excused
          known-failure: it is broken
          exec: [sh, -c, "exit 1"]
        - step: killed
          exec: [sh, -c, "kill -9 $$$"]
          capture: { code: "${exit}" }
      """
    )
    guard case .failed(let outcomes) = run.step("fails")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(
      outcomes.map(\.message)
        == ["expected the command to exit with 0, got 3: no such order"]
    )
    #expect(run.step("fails")?.logs == ["first", "no such order"])
    #expect(run.step("judged")?.result.word == "passed")
    #expect(run.step("value")?.captures.map(\.value) == ["true"])
    #expect(run.step("excused")?.result.word == "skipped: known failure: it is broken")
    #expect(run.outcomes == [.failed])
  }

  @Test(arguments: [
    ("[no-such-command-here]", "there is no such command"), ("[./missing.sh]", "no such command"),
    ("[sh, -c, \"yes | head -c 3000000\"]", "more than 1 MiB"), ("[\"\"]", "no name"),
  ])
  func `a command without an ending of its own errors the step`(
    words: String,
    part: String
  ) async throws {
    let run = try await run("steps: [{ exec: \(words) }]")
    #expect(run.outcomes == [.errored])
    #expect(run.problems.contains(part), "\(run.problems)")
  }

  @Test(arguments: ["timeout: 2s", "", "timeout: 2s # of the scenario"])
  func `a time limit or an interrupt ends the whole process group, and the teardown runs`(
    limit: String
  ) async throws {
    let isScenario = limit.contains("scenario")
    let stop = StopSignal()
    let folder = try TemporaryFolder("exec")
    if limit.isEmpty {
      let pid = folder.path("pid")
      Task {
        // The command has started a process of its own by then.
        while !FileManager.default.fileExists(atPath: pid) {
          try await Task.sleep(for: .milliseconds(10))
        }
        stop.stop(.interrupt(signal: 2))
      }
    }
    let clock = ContinuousClock()
    let text = """
      scenario: one
      \(isScenario ? limit : "")
      steps:
        - step: sleeps
          \(isScenario ? "" : limit)
          exec: [sh, -c, "trap '' TERM; sleep 601 & echo $! > part; mv part pid; sleep 602"]
      teardown:
        - step: cleans
          log: done
      """
    var run: EngineRun?
    let time = try await clock.measure {
      run = try await EngineRun(["one.scenario.yaml": text], in: folder, stop: stop) { options in
        options.allowsExec = true
        options.processEnvironment = ["PATH": "/usr/bin:/bin"]
      }
    }
    #expect(time < .soon)
    #expect(run?.step("sleeps")?.result.word == "errored", "\(run?.problems ?? "")")
    #expect(run?.step("cleans")?.result.word == "passed")
    let reason = limit.isEmpty ? "the run was interrupted" : "timeout of"
    #expect(run?.problems.contains(reason) == true, "\(run?.problems ?? "")")
    let child = Int32(try folder.readText("pid").trimmingCharacters(in: .whitespacesAndNewlines))
    let number = try #require(child)
    // The signal reaches a process that may take a moment to go.
    var isGone = false
    for _ in 0..<1_000 where !isGone {
      isGone = kill(number, 0) != 0 || Self.isZombie(number)
      if !isGone { try await Task.sleep(for: .milliseconds(20)) }
    }
    #expect(isGone)
  }

  private static func isZombie(_ number: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    return status?.contains(") Z ") ?? true
  }

  @Test func `a secret in what a command writes is masked`() async throws {
    let run = try await run(
      """
      steps:
        - step: shows
          exec: [sh, -c, "echo ${secret.TOKEN}; echo ${secret.TOKEN} >&2; exit 1"]
          continue: true
        - step: captures
          exec: [printf, new-secret-value]
          capture: { token: { value: "${stdout}", secret: true } }
        - step: logs
          log: ${token}
      """
    ) { $0.secrets = ["TOKEN": "s3cr3t-token"] }
    let all = String(describing: run.steps)
    #expect(!all.contains("s3cr3t-token") && all.contains("•••"))
    #expect(run.step("logs")?.logs == ["•••"])
    #expect(run.step("captures")?.captures.contains { $0.value.contains("new-secret") } == false)
  }

  @Test func `without --allow-exec nothing runs and the place is told`() async throws {
    let run = try await run("steps:\n  - exec: [touch, made]\n    step: makes") {
      $0.allowsExec = false
    }
    #expect(run.outcomes.isEmpty)
    #expect(run.diagnostics.map(\.message) == ["a step runs a command"])
    #expect(run.diagnostics.first?.range?.start.line == 3)
    #expect(run.diagnostics.first?.hint?.contains("--allow-exec") == true)
  }

  @Test(arguments: [
    ("exec: date", "exec"), ("exec: []", "exec needs a command"),
    ("exec: [date]\n    capture: { x: { json: $.a } }", "exec has no response to look into"),
    ("exec: [date]\n    expect: { status: 200 }", "an exec step takes no \"expect\""),
    ("exec: [\"${nobody}\"]", "nobody"),
  ])
  func `mistakes are told before the run`(step: String, part: String) async throws {
    let run = try await run("steps:\n  - \(step)")
    #expect(run.outcomes.isEmpty)
    #expect(run.problems.contains(part), "\(run.problems)")
    #expect(run.diagnostics.allSatisfy { $0.range?.start.line ?? 0 >= 3 })
  }

  @Test func `many commands at once keep no thread waiting`() async throws {
    // Each waits for all others, so none ends unless all run at once.
    let run = try await run(
      """
      steps:
        - exec: [sh, -c, "touch begun.$$; until test $(ls begun.* | wc -l) = 40; do sleep 0.1; done"]
          repeat: 40
          together: true
          timeout: 50s
      """
    )
    #expect(run.hasPassed, "\(run.problems)")
  }
}
