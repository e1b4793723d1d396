import Glibc

/// Starts a command from a small process and measures it.
///
/// The system counts the memory of whoever starts a command into the most that the command had, so
/// the benchmark, whose own memory may be large, starts itself anew for this.
enum Launcher {
  /// The first argument of a program that is to launch.
  static let argument = "--launch"

  /// Runs a command, prints its identifier at once and its figures at its end.
  ///
  /// - Parameter words: the file for its output, the command and its arguments.
  /// - Returns: the status to exit with.
  static func run(_ words: [String]) -> Int32 {
    guard let output = words.first else { return 2 }
    do throws(BenchmarkError) {
      let clock = ContinuousClock()
      let start = clock.now
      let child = try ChildProcess(Array(words.dropFirst()), output: .file(output))
      Output.line("\(child.identifier)")
      let ending = child.wait()
      let wall = start.duration(to: clock.now).inSeconds
      Output.line("\(ending.status) \(wall) \(ending.cpu) \(ending.memory)")
      return 0
    } catch {
      Output.line("error: \(error)")
      return 2
    }
  }
}
