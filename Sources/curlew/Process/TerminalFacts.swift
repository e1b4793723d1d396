import Glibc
import Reports

/// What is known of the terminal behind standard output.
struct TerminalFacts: Sendable {
  let environment: [String: String]
  /// `--color`.
  let color: String

  /// The facts as reporters take them: the flag first, then `NO_COLOR`, `CLICOLOR_FORCE` and `FORCE_COLOR`, then whether it is a terminal.
  var facts: ReporterOptions.Terminal {
    ReporterOptions.Terminal(
      isLive: isTerminal && !isForced("CI") && !isDumb,
      usesColor: usesColor,
      width: { width }
    )
  }

  private var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  private var isDumb: Bool { environment["TERM"].map { $0.isEmpty || $0 == "dumb" } ?? true }

  private var usesColor: Bool {
    switch color {
    case "always": return true
    case "never": return false
    case _: break
    }
    if has("NO_COLOR") { return false }
    if isForced("CLICOLOR_FORCE") || isForced("FORCE_COLOR") { return true }
    return isTerminal && !isDumb
  }

  private var width: Int {
    var size = winsize()
    if unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return environment["COLUMNS"].flatMap(Int.init) ?? 80
  }

  private func has(_ name: String) -> Bool {
    environment[name].map { !$0.isEmpty } ?? false
  }

  private func isForced(_ name: String) -> Bool {
    has(name) && environment[name] != "0" && environment[name] != "false"
  }
}
