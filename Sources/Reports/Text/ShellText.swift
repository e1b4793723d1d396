import Diagnostics
import Encodings

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
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80
          || "-_./:=@%+,".utf8.contains(byte)
      }
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
