import Diagnostics

/// Lines broken at spaces, for a terminal that is narrower than they are.
///
/// What goes on stands behind the gutter of an excerpt, or a little further in than the line began. Behind a gutter a word that fits no line is broken
/// too; elsewhere it is left to the terminal, so that an address can be copied.
struct LineWrap {
  /// The columns of the terminal.
  var columns: Int

  private static let narrowest = 20
  private static let gutter = "      | "

  /// The lines that a line is broken into; colours go on from one to the next.
  func lines(of line: String) -> [String] {
    guard columns >= Self.narrowest, DisplayWidth.columns(of: line) > columns else { return [line] }
    let indent = Self.indent(of: line)
    var lines: [String] = []
    var current = ""
    var width = 0
    /// The word that is being read, with the spaces before it.
    var spaces = 0
    var word = ""
    var wordWidth = 0
    var isColor = false
    func endWord() {
      if width + spaces + wordWidth > columns, width > indent.utf8.count || !lines.isEmpty {
        lines.append(current)
        current = indent
        width = indent.utf8.count
        spaces = 0
      }
      current += String(repeating: " ", count: spaces) + word
      width += spaces + wordWidth
      (spaces, word, wordWidth) = (0, "", 0)
    }
    for scalar in line.unicodeScalars {
      if isColor || scalar == "\u{1B}" {
        isColor = scalar != "m"
        if wordWidth == 0, spaces == 0 {
          current.unicodeScalars.append(scalar)
        } else {
          word.unicodeScalars.append(scalar)
        }
        continue
      }
      guard scalar == " " else {
        let own = DisplayWidth.columns(of: scalar)
        if indent == Self.gutter, indent.utf8.count + wordWidth + own > columns { endWord() }
        word.unicodeScalars.append(scalar)
        wordWidth += own
        // A word that fits no line is left to the terminal from there on.
        continue
      }
      if wordWidth > 0 { endWord() }
      spaces += 1
    }
    endWord()
    return lines + [current]
  }

  private static func indent(of line: String) -> String {
    var line = line[...]
    if line.hasPrefix("\u{1B}"), let end = line.firstIndex(of: "m") {
      line = line[line.index(after: end)...]
    }
    if line.hasPrefix(gutter) { return gutter }
    // Behind the name of a fact of the summary.
    let name = line.prefix { $0.isASCII && $0.isLetter }
    let gap = line[name.endIndex...].prefix { $0 == " " }
    if !name.isEmpty, gap.count > 1, name.count + gap.count <= 10 {
      return String(repeating: " ", count: name.count + gap.count)
    }
    let leading = line.prefix { $0 == " " }.count
    return String(repeating: " ", count: min(leading + 2, 10))
  }
}
