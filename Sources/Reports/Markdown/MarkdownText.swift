/// Pieces of GitHub's Markdown in which outside text means nothing.
enum MarkdownText {
  /// A text inside a line or a table: no markup, no HTML, no mention.
  static func escaped(_ text: String, limit: Int = 300) -> String {
    var result = ""
    for scalar in SafeText.line(text, limit: limit).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "-", ".", "!", "|", "~",
        "$":
        result += "\\\(scalar)"
      // Neither a mention nor a link of its own.
      case "@": result += "&#64;"
      case ":": result += "&#58;"
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A block of text as it is, in a fence longer than any run of backticks in it.
  static func fenced(_ lines: [String]) -> [String] {
    var longest = 0
    for line in lines {
      var run = 0
      for byte in line.utf8 {
        run = byte == UInt8(ascii: "`") ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ["\(fence)text"] + lines + [fence]
  }
}
