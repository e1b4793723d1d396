import Glibc

/// What one run of a command took.
struct CommandFigures: Sendable {
  /// As shells count.
  var status: Int
  /// From its start to its end, in seconds.
  var wall: Double
  /// User and system time, in seconds.
  var cpu: Double
  /// The most memory that it had, in MiB.
  var memory: Double
}

/// A command that is measured while it runs.
@safe struct MeasuredCommand: ~Copyable {
  /// The command's process.
  let identifier: Int32
  private let words: [String]
  private let launcher: ChildProcess
  private let pipe: UnsafeMutablePointer<FILE>

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - words: the command and its arguments.
  ///   - output: the file that gets what it writes.
  /// - Throws: ``BenchmarkError`` when it cannot be started.
  init(_ words: [String], output: String = "/dev/null") throws(BenchmarkError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0, let pipe = unsafe fdopen(ends[0], "r")
    else { throw BenchmarkError("there is no pipe for the figures") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let started: (identifier: Int32, launcher: ChildProcess)
    do throws(BenchmarkError) {
      started = unsafe try Self.start(words, output, pipe, to: ends[1])
    } catch {
      unsafe fclose(pipe)
      throw error
    }
    unsafe self.pipe = pipe
    self.words = words
    launcher = started.launcher
    identifier = started.identifier
  }

  deinit {
    unsafe fclose(pipe)
  }

  /// Waits for its end.
  ///
  /// - Throws: ``BenchmarkError`` when the figures do not come.
  consuming func figures() throws(BenchmarkError) -> CommandFigures {
    let line = unsafe Self.line(pipe)
    _ = launcher.wait()
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 4 else {
      throw BenchmarkError("no figures came of \(words.joined(separator: " ")): \(line)")
    }
    return CommandFigures(
      status: Int(numbers[0]),
      wall: numbers[1],
      cpu: numbers[2],
      memory: numbers[3]
    )
  }

  /// Runs a command to its end, which must be a good one.
  ///
  /// - Parameters:
  ///   - words: the command and its arguments.
  ///   - output: the file that gets what it writes.
  /// - Returns: what it took.
  /// - Throws: ``BenchmarkError`` when it does not exit with 0.
  static func run(
    _ words: [String],
    output: String = "/dev/null"
  ) throws(BenchmarkError) -> CommandFigures {
    let figures = try MeasuredCommand(words, output: output).figures()
    guard figures.status == 0 else {
      let command = words.prefix(8).joined(separator: " ")
      throw BenchmarkError("\(command) exited with \(figures.status)\(try lastWords(words))")
    }
    return figures
  }

  /// What a command says when it is run once more, since nobody has listened.
  private static func lastWords(_ words: [String]) throws(BenchmarkError) -> String {
    let folder = try WorkFolder()
    let output = folder.path("output.txt")
    _ = try MeasuredCommand(words, output: output).figures()
    return ProcessFiles.lines(output).suffix(6).map { "\n    \($0)" }.joined()
  }

  @unsafe private static func start(
    _ words: [String],
    _ output: String,
    _ pipe: UnsafeMutablePointer<FILE>,
    to end: Int32
  ) throws(BenchmarkError) -> (Int32, ChildProcess) {
    let result = Result { () throws(BenchmarkError) in
      try ChildProcess(
        ["/proc/self/exe", Launcher.argument, output] + words,
        output: .descriptor(end)
      )
    }
    // Only the launcher holds this end from now on, so that its end is seen.
    close(end)
    let launcher = try result.get()
    let line = unsafe line(pipe)
    guard let identifier = Int32(line) else {
      _ = launcher.wait()
      throw BenchmarkError("\(words.first ?? "") was not started: \(line)")
    }
    return (identifier, launcher)
  }

  @unsafe private static func line(_ pipe: UnsafeMutablePointer<FILE>) -> String {
    var bytes = [CChar](repeating: 0, count: 512)
    guard unsafe fgets(&bytes, 512, pipe) != nil else { return "" }
    let text = bytes.prefix { $0 != 0 && $0 != 0x0A }
    return String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
