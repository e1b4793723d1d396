import Engine

/// A run from its arguments to the end of the process, signals among it.
enum RunProcess {
  /// Runs, and ends the process with how it went.
  ///
  /// - Parameter arguments: what was given.
  /// - Throws: `ValidationError` for what cannot be understood.
  static func run(_ arguments: RunArguments) throws -> Never {
    let environment = ProcessEnvironment.read()
    let arguments = try arguments.withGlobs()
    let stop = StopSignal()
    let run = try PreparedRun(arguments, environment: environment)
    if arguments.isOn(.demo), let problem = OpenFiles.shortage {
      StandardError.write("error: \(problem)\n")
      Process.exit(.broken)
    }
    listen()
    Task {
      let status = await run.execute(until: stop)
      Process.exit(status)
    }
    wait(stopping: stop)
  }

  /// Prepares for signals and for the threads of a run; ends the process where there are too few.
  static func listen() {
    SignalThread.prepare()
    guard let problem = ThreadSupply.shortage(of: ThreadSupply.ofRun) else { return }
    StandardError.write("error: \(problem)\n")
    Process.exit(.broken)
  }

  /// Waits for the process to end; a signal stops the run, the second one the process.
  ///
  /// - Parameter stop: ends the run early.
  static func wait(stopping stop: StopSignal) -> Never {
    var signals = 0
    SignalThread.wait { signal in
      signals += 1
      // The second signal means now.
      if signals > 1 {
        RunningCommands.kill()
        EarlierReports.remove()
        Process.abandon(.interrupted(signal: signal))
      }
      stop.stop(.interrupt(signal: signal))
    }
  }
}
