import Glibc

/// Measures what is promised of speed and memory, subject by subject.
///
/// `swift run -c release benchmarks` measures all, `benchmarks documents` one subject. The exit
/// status is 1 when a limit is not kept, and 2 when something cannot be measured.
@main
struct Benchmarks {
  /// The subjects in the order in which they are measured.
  static let subjects: [Subject] = [
    .documents, .core, .growth, .secrets, .contract, .flat, .bodies, .inFlight, .peer, .peerFiles,
  ]

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == Launcher.argument {
      return Ending.leave(with: Launcher.run(Array(arguments.dropFirst())))
    }
    if arguments.contains("--help") {
      Output.line(BenchmarkOptions.usage)
      return
    }
    do throws(BenchmarkError) {
      var options = try BenchmarkOptions(arguments)
      let names = options.subjects
      for name in names where !subjects.contains(where: { $0.name == name }) {
        throw BenchmarkError(
          "unknown subject \(name), there are: \(subjects.map(\.name).joined(separator: ", "))"
        )
      }
      let chosen = subjects.filter { names.isEmpty || names.contains($0.name) }
      if chosen.contains(where: { $0.name != "documents" && $0.name != "core" }) {
        options.curlew = try CurlewCommand.path(options)
      }
      Ending.leave(with: await measure(chosen, options))
    } catch {
      Output.line("error: \(error)")
      Output.line(BenchmarkOptions.usage)
      Ending.leave(with: 2)
    }
  }

  private static func measure(_ chosen: [Subject], _ options: BenchmarkOptions) async -> Int32 {
    Output.line("\(options.isMarkdown ? "" : "machine: ")\(Machine.description)")
    var status: Int32 = 0
    for subject in chosen {
      Output.line(options.isMarkdown ? "\n**\(subject.summary)**\n" : "\(subject.name)")
      do {
        let measurements = try await subject.measure(options)
        for line in options.isMarkdown ? Table(measurements).lines : measurements.map({ "  \($0)" })
        {
          Output.line(line)
        }
        if !measurements.allSatisfy(\.isWithinLimit) { status = max(status, 1) }
      } catch {
        Output.line("  not measured: \(error)")
        status = 2
      }
    }
    return status
  }
}

/// How the program ends.
enum Ending: Sendable {
  /// Ends it with a status.
  static func leave(with status: Int32) {
    exit(status)
  }
}
