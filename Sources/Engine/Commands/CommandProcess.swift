import Glibc

/// A command that was started, with the pipes it writes to.
///
/// It leads a process group of its own, reads nothing, and inherits no other descriptor. Whoever starts it must reap it.
struct CommandProcess {
  private let identifier: pid_t
  private let outputPipe: Int32
  private let errorPipe: Int32

  /// What it wrote to its standard output so far.
  private(set) var output: [UInt8] = []
  /// The end of what it wrote to its standard error so far.
  private(set) var errors: [UInt8] = []

  /// Starts a command.
  ///
  /// - Parameter command: its first word is looked for in the folders of `PATH` unless it holds a slash.
  /// - Throws: ``Command/Failure/notStarted(_:)``.
  init(_ command: Command) throws(Command.Failure) {
    let words = command.words
    guard let name = words.first, !name.isEmpty else {
      throw .notStarted("the command has no name")
    }
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw .notStarted("a word of the command holds a NUL")
    }
    let (output, errors) = (try Self.pipe(), try? Self.pipe())
    guard let errors else {
      Self.close(output)
      throw .notStarted(Self.reason(errno))
    }
    let started = Self.spawn(command, name, output: output.write, errors: errors.write)
    Glibc.close(output.write)
    Glibc.close(errors.write)
    if case .failure = started {
      Glibc.close(output.read)
      Glibc.close(errors.read)
    }
    identifier = try started.get()
    RunningCommands.begin(identifier)
    outputPipe = output.read
    errorPipe = errors.read
  }

  /// Takes what has been written and not been read, some of it when there is much.
  ///
  /// - Returns: whether there was anything.
  mutating func read() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var came = false
    for _ in 0..<4 {
      let count = Self.read(outputPipe, &chunk)
      if count > 0 {
        output += chunk[..<count]
        came = true
      }
      let errorCount = Self.read(errorPipe, &chunk)
      if errorCount > 0 {
        errors = Array((errors + chunk[..<errorCount]).suffix(Command.errorLimit))
        came = true
      }
      if count <= 0, errorCount <= 0 || output.count > Command.outputLimit { break }
    }
    return came
  }

  /// Whether it has ended; it is still there to be reaped.
  func hasEnded() -> Bool {
    var facts = unsafe siginfo_t()
    let options = WEXITED | WNOHANG | WNOWAIT
    let result = unsafe Glibc.waitid(P_PID, id_t(identifier), &facts, options)
    // Somebody else has reaped it, which nobody should.
    if result != 0 { return errno != EINTR }
    return unsafe facts.si_signo != 0
  }

  /// Sends a signal to its whole process group.
  func signal(_ number: Int32) {
    kill(-identifier, number)
  }

  /// Reaps it, which must have ended, and closes its pipes.
  ///
  /// - Returns: its exit status, as shells count.
  func reap() -> Int {
    defer {
      Glibc.close(outputPipe)
      Glibc.close(errorPipe)
    }
    RunningCommands.end(identifier)
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0 {
      guard errno == EINTR else { return 0 }
    }
    let signal = status & 0x7F
    return signal == 0 ? Int(status >> 8 & 0xFF) : 128 + Int(signal)
  }
}

extension CommandProcess {
  private typealias Pipe = (read: Int32, write: Int32)

  private static func pipe() throws(Command.Failure) -> Pipe {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else {
      throw .notStarted(reason(errno))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The end that is read here must not keep a thread waiting; the command's own end must.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }

  private static func close(_ pipe: Pipe) {
    Glibc.close(pipe.read)
    Glibc.close(pipe.write)
  }

  private static func read(_ descriptor: Int32, _ chunk: inout [UInt8]) -> Int {
    unsafe chunk.withUnsafeMutableBytes { buffer in
      unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  private static func spawn(
    _ command: Command,
    _ name: String,
    output: Int32,
    errors: Int32
  ) -> Result<pid_t, Command.Failure> {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
    if let closeFrom = unsafe LateFunctions.closeFrom { _ = unsafe closeFrom(&actions, 3) }
    guard let changeFolder = unsafe LateFunctions.changeFolder,
      unsafe changeFolder(&actions, command.folder) == 0
    else {
      return .failure(.notStarted("this system cannot start a command in a folder"))
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let words = unsafe copies(of: command.words)
    let environment = unsafe copies(of: command.environment.map { "\($0.key)=\($0.value)" })
    defer {
      unsafe free(words)
      unsafe free(environment)
    }
    var identifier: pid_t = 0
    let code = unsafe posix_spawnp(
      &identifier,
      name,
      &actions,
      &attributes,
      words,
      environment
    )
    guard code == 0 else {
      return .failure(.notStarted("\"\(name)\" cannot be started: \(reason(code))"))
    }
    return .success(identifier)
  }

  /// What the C library has had since 2.29 and 2.34, but its headers do not show to everybody.
  private enum LateFunctions {
    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    static let changeFolder: (@convention(c) (Actions, UnsafePointer<CChar>) -> Int32)? =
      unsafe dlsym(nil, "posix_spawn_file_actions_addchdir_np").map {
        unsafe unsafeBitCast($0, to: (@convention(c) (Actions, UnsafePointer<CChar>) -> Int32).self)
      }

    static let closeFrom: (@convention(c) (Actions, Int32) -> Int32)? =
      unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafe unsafeBitCast($0, to: (@convention(c) (Actions, Int32) -> Int32).self)
      }
  }

  /// Texts as C has them, a NULL behind the last.
  @unsafe private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = unsafe []
    for text in texts { unsafe copies.append(strdup(text)) }
    unsafe copies.append(nil)
    return unsafe copies
  }

  @unsafe private static func free(_ copies: [UnsafeMutablePointer<CChar>?]) {
    for index in unsafe copies.indices { unsafe Glibc.free(copies[index]) }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such command"
    case EACCES: "permission denied"
    case ENOEXEC: "it is no program: its first line must name an interpreter, as in #!/bin/sh"
    case E2BIG: "its arguments are too long"
    case EMFILE, ENFILE: "too many files are open"
    case EAGAIN, ENOMEM: "the system has no room for another process"
    case _: "error \(code)"
    }
  }
}
