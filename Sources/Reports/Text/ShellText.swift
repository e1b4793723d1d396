import Diagnostics

/// Words of a command line.
enum ShellText {
  /// A path that is no option, whatever its name begins with.
  static func path(_ path: String) -> String {
    path.hasPrefix("-") ? "./\(path)" : path
  }

  /// A word as a POSIX shell reads it back; what a terminal must not see is shown escaped.
  static func quoted(_ word: String) -> String {
    let word = TerminalText.escaped(word)
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        case _: "-_./:=@%+,".utf8.contains(byte) || byte >= 0x80
        }
      }
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
