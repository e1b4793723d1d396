/// The reference of the scenario format: every key, matcher and function with one sentence and one example.
///
/// It is made of the catalogues that the parser and the JSON Schema are made of, so it cannot say anything else than what they do.
///
/// ```swift
/// print(ScenarioReference(vocabulary: .standard).markdown(part: "matchers") ?? "")
/// ```
public struct ScenarioReference: Sendable {
  /// The names of the parts, in order.
  public static let partNames = Part.allCases.map(\.rawValue)

  let vocabulary: Vocabulary

  /// Makes a reference.
  ///
  /// - Parameter vocabulary: matchers, schemes and options.
  public init(vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  /// A chapter of the reference.
  enum Part: String, CaseIterable {
    case files
    case steps
    case requests
    case expect
    case matchers
    case captures
    case expressions
    case functions

    var title: String {
      self == .expect ? "Expectations" : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }

  /// A table of the reference.
  struct Section {
    /// What is called so in links; a grammar's name where it is one's.
    var name: String
    var part: Part
    var title: String
    /// What stands above the table.
    var introduction: String
    /// The heads of the columns before the last two.
    var columns = ["key", "takes"]
    var entries: [Entry]
  }

  /// A row of a table.
  struct Entry {
    var name: String
    var takes: String
    var summary: String
    var example: String
  }

  /// The reference as Markdown.
  ///
  /// - Parameter part: one of ``partNames``; the whole without it.
  /// - Returns: `nil` when there is no such part.
  public func markdown(part: String? = nil) -> String? {
    let parts: [Part]
    if let part {
      guard let part = Part(rawValue: part) else { return nil }
      parts = [part]
    } else {
      parts = Part.allCases
    }
    var text = part == nil ? Self.head : ""
    let sections = self.sections
    for part in parts {
      if !text.isEmpty { text += "\n" }
      text += "## \(part.title)\n"
      for section in sections where section.part == part {
        if section.title != part.title { text += "\n### \(section.title)\n" }
        text += "\n\(section.introduction)\n\n" + table(of: section)
      }
    }
    return text
  }

  private static let head = """
    # Reference of the scenario format

    Every key, matcher and function with one example. `curlew reference` prints this page, `curlew reference matchers`
    a part of it. A scalar that is one `${…}` can be used in place of any value, also of the map or list behind
    `headers`, `cookies`, `auth`, `query`, `form`, `multipart` and the `headers` of `expect`.

    Durations are `500ms`, `5s`, `2m`, `1h`; sizes `512B`, `64KiB`, `10MB`. Regular expressions have PCRE2's syntax and
    are searched, not anchored. Paths are relative to the file in which they are written.

    A regular expression has at most 64 KiB and searches texts of at most 16 MiB, code point by code point. Look-ahead,
    look-behind of a fixed length and back-references work. `.` matches everything except a line feed, `$` only the end
    of the text; `(?m)`, `(?s)`, `(?i)` and `(?x)` change that as in Perl. A search that needs more than 20 million
    steps or 64 MiB of memory is given up; the step then fails and says so.

    """

  private func table(of section: Section) -> String {
    let heads = section.columns + ["meaning", "example"]
    var text = "| \(heads.joined(separator: " | ")) |\n"
    text += "|" + String(repeating: "---|", count: heads.count) + "\n"
    for entry in section.entries {
      var cells = [code(entry.name)]
      if section.columns.count > 1 { cells.append(escaped(entry.takes)) }
      cells.append(escaped(entry.summary))
      cells.append(entry.example.split(separator: "\n").map { code($0) }.joined(separator: "<br>"))
      text += "| \(cells.joined(separator: " | ")) |\n"
    }
    return text
  }

  private func code(_ text: some StringProtocol) -> String { "`\(escaped(String(text)))`" }

  private func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
