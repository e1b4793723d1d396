import Glibc

/// A process started by `posix_spawn`.
///
/// Foundation's `Process` waits for its child in a run loop, which may see the end almost a second late.
struct ChildProcess: Sendable {
  /// The process's identifier, until its end has been collected.
  let identifier: pid_t

  /// Starts a process in a process group of its own, with no signal blocked and no other file open.
  ///
  /// - Parameters:
  ///   - executable: The absolute path.
  ///   - arguments: Its arguments, without the name.
  ///   - environment: All of its variables.
  ///   - folder: Its working folder; this process's own unless set.
  ///   - streams: The descriptors of standard input, standard output and standard error.
  /// - Throws: `FixtureError` when it cannot be started.
  init(
    _ executable: String,
    _ arguments: [String],
    environment: [String: String],
    folder: String?,
    streams: (input: Int32, output: Int32, errors: Int32)
  ) throws(FixtureError) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, streams.input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, streams.output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, streams.errors, STDERR_FILENO)
    try unsafe Self.add("posix_spawn_file_actions_addclosefrom_np", AddCloseFrom.self) { add in
      unsafe add(&actions, STDERR_FILENO + 1)
    }
    if let folder {
      try unsafe Self.add("posix_spawn_file_actions_addchdir_np", AddChangeFolder.self) { add in
        unsafe add(&actions, folder)
      }
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    // The threads of tasks block signals, and a child takes over what its parent's thread blocks.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    let flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var words = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    var identifier: pid_t = 0
    let code = unsafe posix_spawn(
      &identifier,
      executable,
      &actions,
      &attributes,
      &words,
      &variables
    )
    guard code == 0 else {
      throw FixtureError(
        "\(executable) cannot be started: \(unsafe String(cString: strerror(code)))"
      )
    }
    self.identifier = identifier
  }

  private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
  private typealias AddCloseFrom = @convention(c) (Actions, Int32) -> Int32
  private typealias AddChangeFolder = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32

  /// Calls a function of the C library that its headers show only to programs in C for GNU systems.
  private static func add<Function>(
    _ name: String,
    _ type: Function.Type,
    _ call: (Function) -> Int32
  ) throws(FixtureError) {
    guard let address = unsafe dlsym(nil, name) else { throw FixtureError("there is no \(name)") }
    _ = call(unsafe unsafeBitCast(address, to: type))
  }

  /// Blocks the thread until the process has ended, which stays a zombie: its identifier is not given away.
  func waitForEnd() {
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0,
      errno == EINTR
    {}
  }

  /// Collects the end of the process, and blocks the thread until there is one.
  ///
  /// - Returns: The exit status, or the signal that ended it.
  func collectEnd() -> (status: Int32?, signal: Int32?) {
    var word: Int32 = 0
    while unsafe waitpid(identifier, &word, 0) < 0 {
      guard errno == EINTR else { return (nil, nil) }
    }
    let signal = word & 0x7F
    return signal == 0 ? (word >> 8 & 0xFF, nil) : (nil, signal)
  }
}
