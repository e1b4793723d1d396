/// Gives the files of an import names that every file system takes.
struct ImportedFileNames {
  private var taken: Set<String> = []

  /// The name of the file for a tag, without ending; no two are the same, also without regard to case.
  ///
  /// - Parameter tag: any text.
  /// - Returns: letters, digits, `-`, `_` and `.`; it never begins with a dot.
  mutating func name(for tag: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in tag.lowercased().unicodeScalars.prefix(400) {
      let isKept =
        scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        || "_.".unicodeScalars.contains(scalar)
      if isKept {
        scalars.append(scalar)
      } else if scalars.last != "-", !scalars.isEmpty {
        scalars.append("-")
      }
      if String(scalars).utf8.count >= 80 { break }
    }
    var base = String(scalars)
    while let first = base.first, first == "." || first == "-" { base.removeFirst() }
    while let last = base.last, last == "." || last == "-" { base.removeLast() }
    if base.isEmpty { base = "operations" }
    var name = base
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(base)-\(number)"
      number += 1
    }
    return name
  }
}
