import Glibc

/// A command that was started.
struct ChildProcess {
  /// Where a command's standard output goes.
  enum Output {
    /// Into a file, standard error with it; `/dev/null` for nowhere.
    case file(String)
    /// To a descriptor.
    case descriptor(Int32)
    /// Where the program's own goes.
    case same
  }

  /// What the system says of a command that has ended.
  struct Ending {
    /// As shells count: 128 and the signal for a command that a signal ended.
    var status: Int
    /// User and system time, in seconds.
    var cpu: Double
    /// The most memory it had, in MiB.
    var memory: Double
  }

  let identifier: pid_t

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - words: the command, looked for on `PATH` unless it holds a slash, and its arguments.
  ///   - output: where its standard output goes.
  /// - Throws: ``BenchmarkError`` when it cannot be started.
  init(_ words: [String], output: Output = .file("/dev/null")) throws(BenchmarkError) {
    guard let name = words.first else { throw BenchmarkError("a command needs a name") }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    switch output {
    case .file(let path):
      let flags = O_WRONLY | O_CREAT | O_TRUNC
      unsafe posix_spawn_file_actions_addopen(&actions, 1, path, flags, 0o644)
      unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
    case .descriptor(let descriptor):
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
    case .same: break
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe []
    for word in words { unsafe arguments.append(strdup(word)) }
    unsafe arguments.append(nil)
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    var identifier: pid_t = 0
    let code = unsafe posix_spawnp(&identifier, name, &actions, nil, arguments, environ)
    guard code == 0 else {
      throw BenchmarkError("\(name) cannot be started: \(unsafe String(cString: strerror(code)))")
    }
    self.identifier = identifier
  }

  /// Waits for the end.
  ///
  /// - Returns: how it ended and what it took.
  func wait() -> Ending {
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(identifier, &status, 0, &usage) < 0 {
      guard errno == EINTR else { return Ending(status: 127, cpu: 0, memory: 0) }
    }
    let signal = status & 0x7F
    return Ending(
      status: signal == 0 ? Int(status >> 8 & 0xFF) : 128 + Int(signal),
      cpu: usage.cpuSeconds,
      memory: Double(usage.ru_maxrss) / 1024
    )
  }
}

extension rusage {
  /// User and system time, in seconds.
  var cpuSeconds: Double {
    Double(ru_utime.tv_sec + ru_stime.tv_sec) + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1e6
  }
}
